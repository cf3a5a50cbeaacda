//! Checks a call's arguments against the tool's schema.
//!
//! The part of JSON Schema (2020-12) that tools use: types, objects, arrays, numbers, strings,
//! the combining keywords, and `$ref` within the schema itself. Out are `$id` bases and anchors,
//! remote and dynamic references, `unevaluated*`, `format` and vocabularies; what is out, unknown
//! or malformed never blocks a call. Numbers are compared as exact decimals, so `1.0` is an
//! integer and `0.3` a multiple of `0.1`; lengths count code points.
//!
//! A schema is the page's, so it may be hostile: references that never end, or that branch
//! without bound, exhaust a budget and are refused, quickly and without a panic. What is told of
//! a mismatch is meant for a model: a place, what was expected there, what came.

mod array;
mod checker;
mod combine;
mod limits;
mod object;
mod place;
pub(crate) mod pointer;
mod report;
mod words;

pub use report::Violation;

use crate::json::Value;
use checker::Checker;
use place::Place;
use report::Report;

/// Violations that a check names at most.
pub const MAX_VIOLATIONS: usize = 8;

/// Regular expressions, which the core does not bring: the browser's `RegExp`, natively another.
pub trait Patterns {
    /// Whether `pattern` matches anywhere in `text`; `None` when it is not a valid pattern, which
    /// is then ignored.
    fn matches(&self, pattern: &str, text: &str) -> Option<bool>;
}

/// Patterns that are all ignored.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPatterns;

impl Patterns for NoPatterns {
    fn matches(&self, _: &str, _: &str) -> Option<bool> {
        None
    }
}

/// Checks `instance` against `schema`; the error names at most [`MAX_VIOLATIONS`] places.
pub fn check(
    schema: &Value,
    instance: &Value,
    patterns: &dyn Patterns,
) -> Result<(), Vec<Violation>> {
    let mut report = Report::telling(schema);
    let mut checker = Checker::new(schema, patterns);
    checker.apply(schema, &Place::top(instance), &mut report);
    if checker.is_exhausted() {
        return Err(vec![Violation::unbounded()]);
    }
    report.verdict()
}

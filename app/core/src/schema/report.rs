//! What a check found.

use std::fmt::{self, Display};

use super::MAX_VIOLATIONS;
use super::place::Place;
use super::words::{Found, Wish, Words};
use crate::json::Value;
use crate::text::{cut, one_line};

/// Code points of a pointer that are kept.
const MAX_POINTER: usize = 200;

/// Code points of `expected` and `got` that are kept.
const MAX_WORDS: usize = 240;

/// One mismatch: `/quantity: expected integer, got string "two"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer into the instance, cut where it is very long; empty for the whole.
    pub pointer: String,
    /// What was expected there, on one line.
    pub expected: String,
    /// What came, on one line.
    pub got: String,
}

impl Violation {
    /// The schema itself cannot be carried out within bounds.
    pub(super) fn unbounded() -> Self {
        Self {
            pointer: String::new(),
            expected: "a schema that can be checked".to_owned(),
            got: "one that refers to itself without end or is too large".to_owned(),
        }
    }
}

impl Violation {
    /// The same in words.
    #[must_use]
    pub fn words(&self) -> String {
        let place = one_line(&self.pointer, MAX_POINTER);
        let colon = if place.is_empty() { "" } else { ": " };
        [&place, colon, "expected ", &self.expected, ", got ", &self.got].concat()
    }
}

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

/// Collects mismatches, or only whether there is one.
pub(super) struct Report<'a> {
    /// The whole schema.
    root: &'a Value,
    violations: Vec<Violation>,
    failed: bool,
    silent: bool,
    /// The depth at which this report began.
    top: usize,
    /// Whether the value is of another kind than the schema is about.
    unlike: bool,
}

impl<'a> Report<'a> {
    /// A report in words.
    pub(super) fn telling(root: &'a Value) -> Self {
        Self { root, violations: Vec::new(), failed: false, silent: false, top: 0, unlike: false }
    }

    /// A report that only knows whether something failed.
    pub(super) fn silent(root: &'a Value) -> Self {
        Self { silent: true, ..Self::telling(root) }
    }

    /// A report of its own on one of several alternatives, in words if this one is.
    pub(super) fn trial(&self, place: &Place<'_>) -> Self {
        Self { silent: self.silent, top: place.depth, ..Self::telling(self.root) }
    }

    /// The value at `place` is not as expected.
    pub(super) fn fail(&mut self, place: &Place<'_>, wish: Wish<'_>) {
        self.fail_with(place, wish, Found::Value(place.value));
    }

    /// The same, with words of its own for what came.
    pub(super) fn fail_with(&mut self, place: &Place<'_>, wish: Wish<'_>, found: Found<'_>) {
        self.failed = true;
        if self.silent || self.is_full() {
            return;
        }
        self.violations.push(Violation {
            pointer: cut(&place.pointer(), MAX_POINTER).0,
            expected: one_line(&Words::of_wish(self.root, wish), MAX_WORDS),
            got: one_line(&Words::of_found(self.root, found), MAX_WORDS),
        });
    }

    /// Notes a mismatch that shows that another alternative was meant: of the value itself, or of
    /// a member up to `below` steps down (a discriminator).
    pub(super) fn mark_unlike(&mut self, place: &Place<'_>, below: usize) {
        self.unlike |= place.depth <= self.top + below;
    }

    /// Takes over what a trial found.
    pub(super) fn absorb(&mut self, trial: Self) {
        self.failed |= trial.failed;
        let room = MAX_VIOLATIONS - self.violations.len();
        self.violations.extend(trial.violations.into_iter().take(room));
    }

    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    pub(super) fn is_unlike(&self) -> bool {
        self.unlike
    }

    /// Whether looking further would change nothing.
    pub(super) fn is_full(&self) -> bool {
        if self.silent { self.failed } else { self.violations.len() >= MAX_VIOLATIONS }
    }

    pub(super) fn into_violations(self) -> Vec<Violation> {
        self.violations
    }

    pub(super) fn verdict(self) -> Result<(), Vec<Violation>> {
        if self.failed { Err(self.violations) } else { Ok(()) }
    }
}

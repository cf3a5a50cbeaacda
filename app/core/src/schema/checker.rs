//! One schema on one value: the budget, references, types, and who looks at what.

use super::Patterns;
use super::limits::{self, LENGTH};
use super::place::Place;
use super::pointer::resolve;
use super::report::Report;
use super::words::Wish;
use crate::json::{Object, Value};

/// Times that a schema may be applied to a value in one check.
const MAX_STEPS: u32 = 400_000;

/// How deep applications may nest; bounds the stack. A value of 64 levels leaves four schemas in
/// each other (a reference to an alternative of a reference …) for each level.
const MAX_LEVELS: u32 = 256;

pub(super) struct Checker<'a> {
    pub(super) root: &'a Value,
    pub(super) patterns: &'a dyn Patterns,
    steps: u32,
    levels: u32,
    exhausted: bool,
}

impl<'a> Checker<'a> {
    pub(super) fn new(root: &'a Value, patterns: &'a dyn Patterns) -> Self {
        Self { root, patterns, steps: 0, levels: 0, exhausted: false }
    }

    /// Whether the budget ran out, so that nothing that was found counts.
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// Applies a schema to the value at a place.
    pub(super) fn apply(&mut self, schema: &Value, place: &Place<'_>, report: &mut Report<'_>) {
        if self.exhausted || report.is_full() {
            return;
        }
        if self.steps == MAX_STEPS || self.levels == MAX_LEVELS {
            self.exhausted = true;
            return;
        }
        self.steps += 1;
        self.levels += 1;
        match schema {
            Value::Bool(false) => report.fail(place, Wish::Plain("nothing here")),
            Value::Object(keywords) => self.keywords(keywords, place, report),
            _ => {}
        }
        self.levels -= 1;
    }

    /// Whether a schema holds, without words.
    pub(super) fn holds(&mut self, schema: &Value, place: &Place<'_>) -> bool {
        let mut report = Report::silent(self.root);
        self.apply(schema, place, &mut report);
        !report.has_failed()
    }

    fn keywords(&mut self, keywords: &Object, place: &Place<'_>, report: &mut Report<'_>) {
        // A value of another kind would only fail the rest as well, in more words.
        if !is_of_type(keywords, place, report) || !is_listed(keywords, place, report) {
            return;
        }
        match place.value {
            Value::Object(members) => self.object(keywords, members, place, report),
            Value::Array(items) => self.array(keywords, items, place, report),
            Value::String(text) => self.string(keywords, text, place, report),
            Value::Number(number) => limits::number(keywords, number, place, report),
            Value::Null | Value::Bool(_) => {}
        }
        if let Some(reference) = keywords.get("$ref").and_then(Value::as_str)
            && let Some(target) = resolve(self.root, reference)
        {
            self.apply(target, place, report);
        }
        self.combine(keywords, place, report);
    }

    fn string(&self, keywords: &Object, text: &str, place: &Place<'_>, report: &mut Report<'_>) {
        LENGTH.check(keywords, text.chars().count(), place, report);
        if let Some(pattern) = keywords.get("pattern").and_then(Value::as_str)
            && self.patterns.matches(pattern, text) == Some(false)
        {
            report.fail(place, Wish::Matching(pattern));
        }
    }
}

/// `type`
fn is_of_type(keywords: &Object, place: &Place<'_>, report: &mut Report<'_>) -> bool {
    let Some(kinds) = keywords.get("type") else { return true };
    let fits = match kinds {
        Value::String(kind) => is_kind(place.value, kind),
        Value::Array(kinds) => {
            kinds.iter().any(|kind| kind.as_str().is_none_or(|kind| is_kind(place.value, kind)))
        }
        _ => true,
    };
    if !fits {
        report.mark_unlike(place, 0);
        report.fail(place, Wish::Kinds(kinds));
    }
    fits
}

/// Whether a value is of a kind; kinds that do not exist hold for all.
fn is_kind(value: &Value, kind: &str) -> bool {
    match kind {
        "integer" => value.as_number().is_some_and(crate::json::Number::is_integer),
        "null" | "boolean" | "number" | "string" | "array" | "object" => value.kind() == kind,
        _ => true,
    }
}

/// `const` and `enum`
fn is_listed(keywords: &Object, place: &Place<'_>, report: &mut Report<'_>) -> bool {
    if let Some(value) = keywords.get("const")
        && value != place.value
    {
        report.mark_unlike(place, 1);
        report.fail(place, Wish::Value(value));
        return false;
    }
    if let Some(Value::Array(values)) = keywords.get("enum")
        && !values.contains(place.value)
    {
        report.mark_unlike(place, 1);
        report.fail(place, Wish::OneOf(values));
        return false;
    }
    true
}

//! The combining keywords: `allOf`, `anyOf`, `oneOf`, `not`, `if`/`then`/`else`.

use super::checker::Checker;
use super::place::Place;
use super::report::Report;
use super::words::{Found, Wish};
use crate::json::{Object, Value};

impl Checker<'_> {
    pub(super) fn combine(
        &mut self,
        keywords: &Object,
        place: &Place<'_>,
        report: &mut Report<'_>,
    ) {
        for schema in schemas(keywords, "allOf") {
            self.apply(schema, place, report);
        }
        self.alternatives(schemas(keywords, "anyOf"), false, place, report);
        self.alternatives(schemas(keywords, "oneOf"), true, place, report);
        if let Some(schema) = keywords.get("not")
            && self.holds(schema, place)
        {
            report.fail(place, Wish::Not(schema));
        }
        if let Some(condition) = keywords.get("if") {
            let branch = if self.holds(condition, place) { "then" } else { "else" };
            if let Some(schema) = keywords.get(branch) {
                self.apply(schema, place, report);
            }
        }
    }

    /// `anyOf`, and `oneOf`, which only one may fit.
    fn alternatives(
        &mut self,
        schemas: &[Value],
        only_one: bool,
        place: &Place<'_>,
        report: &mut Report<'_>,
    ) {
        let mut fitting = 0;
        let mut alike = Vec::new();
        for schema in schemas {
            let mut trial = report.trial(place);
            self.apply(schema, place, &mut trial);
            if !trial.has_failed() {
                fitting += 1;
                if !only_one {
                    return;
                }
            } else if !trial.is_unlike() {
                alike.push(trial);
            }
        }
        if fitting > 1 {
            report.fail_with(place, Wish::OneForm(schemas.len()), Found::Fits(fitting));
        } else if fitting == 0 && !schemas.is_empty() {
            // Where only one alternative is about such a value, what is wrong by it helps most;
            // else all are named.
            match (alike.pop(), alike.is_empty()) {
                (Some(only), true) => report.absorb(only),
                _ => report.fail(place, Wish::AnyOf(schemas)),
            }
        }
    }
}

/// The schemas that a keyword lists; none when it is absent or malformed.
fn schemas<'a>(keywords: &'a Object, key: &str) -> &'a [Value] {
    keywords.get(key).and_then(Value::as_array).unwrap_or_default()
}

//! The combining keywords: `allOf`, `anyOf`, `oneOf`, `not`, `if`/`then`/`else`.

use super::checker::Checker;
use super::place::Place;
use super::report::Report;
use super::words::{Alternatives, Wanted};
use crate::json::{Object, Value};

impl Checker<'_> {
    pub(super) fn combine(&mut self, keywords: &Object, place: &Place<'_>, report: &mut Report) {
        for schema in schemas(keywords, "allOf") {
            self.apply(schema, place, report);
        }
        self.any_of(schemas(keywords, "anyOf"), place, report);
        self.one_of(schemas(keywords, "oneOf"), place, report);
        if let Some(schema) = keywords.get("not")
            && self.holds(schema, place)
        {
            let unwanted = Wanted { schema, root: self.root };
            report.fail(place, &format_args!("anything but {unwanted}"));
        }
        if let Some(condition) = keywords.get("if") {
            let branch = if self.holds(condition, place) { "then" } else { "else" };
            if let Some(schema) = keywords.get(branch) {
                self.apply(schema, place, report);
            }
        }
    }

    fn any_of(&mut self, schemas: &[Value], place: &Place<'_>, report: &mut Report) {
        if schemas.is_empty() {
            return;
        }
        let mut alike = Vec::new();
        for schema in schemas {
            let mut trial = report.trial(place);
            self.apply(schema, place, &mut trial);
            if !trial.has_failed() {
                return;
            }
            if !trial.is_unlike() {
                alike.push(trial);
            }
        }
        self.none_fits(schemas, alike, place, report);
    }

    fn one_of(&mut self, schemas: &[Value], place: &Place<'_>, report: &mut Report) {
        if schemas.is_empty() {
            return;
        }
        let mut alike = Vec::new();
        let mut fitting = 0;
        for schema in schemas {
            let mut trial = report.trial(place);
            self.apply(schema, place, &mut trial);
            if !trial.has_failed() {
                fitting += 1;
            } else if !trial.is_unlike() {
                alike.push(trial);
            }
        }
        match fitting {
            0 => self.none_fits(schemas, alike, place, report),
            1 => {}
            _ => report.fail_with(
                place,
                &format_args!("a value that fits exactly one of {} forms", schemas.len()),
                &format_args!("one that fits {fitting}"),
            ),
        }
    }

    /// Where only one alternative is about such a value, what is wrong by it helps most; else all
    /// are named.
    fn none_fits(
        &self,
        schemas: &[Value],
        mut alike: Vec<Report>,
        place: &Place<'_>,
        report: &mut Report,
    ) {
        match (alike.pop(), alike.is_empty()) {
            (Some(only), true) => report.absorb(only),
            _ => report.fail(place, &Alternatives { schemas, root: self.root }),
        }
    }
}

/// The schemas that a keyword lists; none when it is absent or malformed.
fn schemas<'a>(keywords: &'a Object, key: &str) -> &'a [Value] {
    keywords.get(key).and_then(Value::as_array).unwrap_or_default()
}

//! The keywords of objects.

use super::checker::Checker;
use super::limits::MEMBERS;
use super::place::Place;
use super::report::Report;
use super::words::{Found, Wish};
use crate::json::{Object, Value};

impl Checker<'_> {
    pub(super) fn object(
        &mut self,
        keywords: &Object,
        members: &Object,
        place: &Place<'_>,
        report: &mut Report<'_>,
    ) {
        required(keywords, keywords.get("required"), None, members, place, report);
        for (key, names) in map(keywords, "dependentRequired") {
            if members.contains_key(key) {
                required(keywords, Some(names), Some(key), members, place, report);
            }
        }
        self.members(keywords, members, place, report);
        MEMBERS.check(keywords, members.len(), place, report);
        if let Some(schema) = keywords.get("propertyNames") {
            self.names(schema, members, place, report);
        }
        for (key, schema) in map(keywords, "dependentSchemas") {
            if members.contains_key(key) {
                self.apply(schema, place, report);
            }
        }
    }

    /// `properties`, `patternProperties` and `additionalProperties`
    fn members(
        &mut self,
        keywords: &Object,
        members: &Object,
        place: &Place<'_>,
        report: &mut Report<'_>,
    ) {
        let known = keywords.get("properties").and_then(Value::as_object);
        let additional = keywords.get("additionalProperties");
        for (key, value) in members {
            if report.is_full() {
                return;
            }
            let member = place.member(key, value);
            let own = known.and_then(|known| known.get(key));
            if let Some(schema) = own {
                self.apply(schema, &member, report);
            }
            let mut is_known = own.is_some();
            for (pattern, schema) in map(keywords, "patternProperties") {
                match self.patterns.matches(pattern, key) {
                    Some(false) => {}
                    Some(true) => {
                        is_known = true;
                        self.apply(schema, &member, report);
                    }
                    // A pattern that cannot be read might have meant this key.
                    None => is_known = true,
                }
            }
            match additional {
                _ if is_known => {}
                Some(Value::Bool(false)) => {
                    report.fail_with(&member, Wish::Known(known), Found::Plain("unknown property"));
                }
                Some(schema) => self.apply(schema, &member, report),
                None => {}
            }
        }
    }

    /// `propertyNames`
    fn names(
        &mut self,
        schema: &Value,
        members: &Object,
        place: &Place<'_>,
        report: &mut Report<'_>,
    ) {
        for key in members.keys() {
            if report.is_full() {
                return;
            }
            let name = Value::from(key);
            let member = place.member(key, &name);
            let mut trial = report.trial(&member);
            self.apply(schema, &member, &mut trial);
            if !trial.has_failed() {
                continue;
            }
            let violations = trial.into_violations();
            let words = violations.first().map_or("another one", |first| &first.expected);
            report.fail_with(&member, Wish::Name(words), Found::Name(key));
        }
    }
}

/// `required`, and `dependentRequired` of the member that is there.
fn required(
    keywords: &Object,
    names: Option<&Value>,
    by: Option<&str>,
    members: &Object,
    place: &Place<'_>,
    report: &mut Report<'_>,
) {
    for name in names.and_then(Value::as_array).unwrap_or_default() {
        if let Some(name) = name.as_str()
            && !members.contains_key(name)
        {
            let schema = keywords.get("properties").and_then(|known| known.get(name));
            let found = by.map_or(Found::Plain("nothing (it is required)"), Found::Missing);
            let wish = schema.map_or(Wish::Plain("a value"), Wish::Schema);
            report.fail_with(&place.member(name, &Value::Null), wish, found);
        }
    }
}

/// The pairs of a keyword that maps names; none when it is absent or malformed.
fn map<'a>(keywords: &'a Object, key: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
    keywords.get(key).and_then(Value::as_object).into_iter().flatten()
}

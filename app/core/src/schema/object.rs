//! The keywords of objects.

use std::fmt::{self, Display};

use super::checker::Checker;
use super::place::Place;
use super::report::Report;
use super::scalar::{at_least, at_most};
use super::words::{Quoted, Wanted, list};
use crate::json::{Object, Value};

impl Checker<'_> {
    pub(super) fn object(
        &mut self,
        keywords: &Object,
        members: &Object,
        place: &Place<'_>,
        report: &mut Report,
    ) {
        self.required(keywords, members, place, report);
        self.members(keywords, members, place, report);
        at_least(keywords, "minProperties", "property", members.len(), place, report);
        at_most(keywords, "maxProperties", "property", members.len(), place, report);
        if let Some(schema) = keywords.get("propertyNames") {
            self.names(schema, members, place, report);
        }
        for (key, schema) in map(keywords, "dependentSchemas") {
            if members.contains_key(key) {
                self.apply(schema, place, report);
            }
        }
    }

    /// `required` and `dependentRequired`
    fn required(
        &self,
        keywords: &Object,
        members: &Object,
        place: &Place<'_>,
        report: &mut Report,
    ) {
        let mut demand = |names: Option<&Value>, why: &dyn Display| {
            let names = names.and_then(Value::as_array).unwrap_or_default();
            for name in names.iter().filter_map(Value::as_str) {
                if report.is_full() {
                    return;
                }
                if !members.contains_key(name) {
                    let schema = keywords.get("properties").and_then(|known| known.get(name));
                    let schema = schema.unwrap_or(&Value::Bool(true));
                    let wanted = Wanted { schema, root: self.root };
                    let missing = place.member(name, &Value::Null);
                    report.fail_with(&missing, &wanted, &format_args!("nothing ({why})"));
                }
            }
        };
        demand(keywords.get("required"), &"it is required");
        for (key, names) in map(keywords, "dependentRequired") {
            if members.contains_key(key) {
                demand(Some(names), &format_args!("{} requires it", Quoted(key)));
            }
        }
    }

    /// `properties`, `patternProperties` and `additionalProperties`
    fn members(
        &mut self,
        keywords: &Object,
        members: &Object,
        place: &Place<'_>,
        report: &mut Report,
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
                    report.fail_with(&member, &Known(known), &"unknown property");
                }
                Some(schema) => self.apply(schema, &member, report),
                None => {}
            }
        }
    }

    /// `propertyNames`
    fn names(&mut self, schema: &Value, members: &Object, place: &Place<'_>, report: &mut Report) {
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
            report.fail_with(&member, &format_args!("property name: {words}"), &Quoted(key));
        }
    }
}

/// The pairs of a keyword that maps names; none when it is absent or malformed.
fn map<'a>(keywords: &'a Object, key: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
    keywords.get(key).and_then(Value::as_object).into_iter().flatten()
}

/// The properties that an object may have.
struct Known<'a>(Option<&'a Object>);

impl Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(known) if !known.is_empty() => {
                f.write_str("only the properties ")?;
                list(f, known.keys().map(Quoted))
            }
            _ => f.write_str("no such property"),
        }
    }
}

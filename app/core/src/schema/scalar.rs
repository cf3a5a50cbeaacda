//! The keywords of numbers and strings, and limits of size.

use super::checker::Checker;
use super::place::Place;
use super::report::Report;
use super::words::Quoted;
use crate::json::{Number, Object, Value};

impl Checker<'_> {
    pub(super) fn string(
        &self,
        keywords: &Object,
        text: &str,
        place: &Place<'_>,
        report: &mut Report,
    ) {
        if keywords.contains_key("minLength") || keywords.contains_key("maxLength") {
            let length = text.chars().count();
            at_least(keywords, "minLength", "character", length, place, report);
            at_most(keywords, "maxLength", "character", length, place, report);
        }
        if let Some(pattern) = keywords.get("pattern").and_then(Value::as_str)
            && self.patterns.matches(pattern, text) == Some(false)
        {
            report.fail(place, &format_args!("text that matches {}", Quoted(pattern)));
        }
    }
}

pub(super) fn number(keywords: &Object, number: &Number, place: &Place<'_>, report: &mut Report) {
    let limit = |key: &str| keywords.get(key).and_then(Value::as_number);
    if let Some(least) = limit("minimum").filter(|least| number < least) {
        report.fail(place, &format_args!("at least {least}"));
    }
    if let Some(most) = limit("maximum").filter(|most| number > most) {
        report.fail(place, &format_args!("at most {most}"));
    }
    if let Some(bound) = limit("exclusiveMinimum").filter(|bound| number <= bound) {
        report.fail(place, &format_args!("more than {bound}"));
    }
    if let Some(bound) = limit("exclusiveMaximum").filter(|bound| number >= bound) {
        report.fail(place, &format_args!("less than {bound}"));
    }
    // The divisor must be above zero; another is malformed.
    let divisor = limit("multipleOf").filter(|divisor| **divisor > Number::from(0_u8));
    if let Some(divisor) = divisor.filter(|divisor| !number.is_multiple_of(divisor)) {
        report.fail(place, &format_args!("multiple of {divisor}"));
    }
}

/// A lower limit of a size: `minLength`, `minItems`, `minProperties`.
pub(super) fn at_least(
    keywords: &Object,
    key: &str,
    unit: &'static str,
    size: usize,
    place: &Place<'_>,
    report: &mut Report,
) {
    if let Some(Value::Number(least)) = keywords.get(key)
        && Number::from(size) < *least
    {
        let expected = format_args!("at least {}", Amount(least, unit));
        report.fail_with(place, &expected, &format_args!("{size}"));
    }
}

/// An upper limit of a size: `maxLength`, `maxItems`, `maxProperties`.
pub(super) fn at_most(
    keywords: &Object,
    key: &str,
    unit: &'static str,
    size: usize,
    place: &Place<'_>,
    report: &mut Report,
) {
    if let Some(Value::Number(most)) = keywords.get(key)
        && Number::from(size) > *most
    {
        let expected = format_args!("at most {}", Amount(most, unit));
        report.fail_with(place, &expected, &format_args!("{size}"));
    }
}

/// `1 item`, `2 items`, `3 properties`.
struct Amount<'a>(&'a Number, &'static str);

impl std::fmt::Display for Amount<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(number, unit) = self;
        match unit.strip_suffix('y') {
            _ if number.text() == "1" => write!(f, "1 {unit}"),
            Some(stem) => write!(f, "{number} {stem}ies"),
            None => write!(f, "{number} {unit}s"),
        }
    }
}

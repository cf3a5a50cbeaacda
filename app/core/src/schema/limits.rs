//! Limits of numbers and of sizes, each a row of a table.

use std::cmp::Ordering;

use super::place::Place;
use super::report::Report;
use super::words::{Found, Wish};
use crate::json::{Number, Object, Value};

/// One limit.
pub(super) struct Limit {
    pub(super) keyword: &'static str,
    /// What stands before the bound.
    pub(super) words: &'static str,
    /// On which side of the bound a value must not be.
    side: Ordering,
    /// Whether it must not be at the bound either.
    exclusive: bool,
}

impl Limit {
    pub(super) fn is_broken(&self, number: &Number, bound: &Number) -> bool {
        let found = number.cmp(bound);
        found == self.side || (self.exclusive && found == Ordering::Equal)
    }
}

const fn least(keyword: &'static str) -> Limit {
    Limit { keyword, words: "at least ", side: Ordering::Less, exclusive: false }
}

const fn most(keyword: &'static str) -> Limit {
    Limit { keyword, words: "at most ", side: Ordering::Greater, exclusive: false }
}

/// Of a number.
const VALUE: [Limit; 4] = [
    least("minimum"),
    most("maximum"),
    Limit { words: "more than ", exclusive: true, ..least("exclusiveMinimum") },
    Limit { words: "less than ", exclusive: true, ..most("exclusiveMaximum") },
];

/// Of the items that fit `contains`.
pub(super) const COUNT: [Limit; 2] = [least("minContains"), most("maxContains")];

/// The limits of a size, and what is counted.
pub(super) struct Sizes([Limit; 2], &'static str);

pub(super) const LENGTH: Sizes = Sizes([least("minLength"), most("maxLength")], "character");
pub(super) const ITEMS: Sizes = Sizes([least("minItems"), most("maxItems")], "item");
pub(super) const MEMBERS: Sizes =
    Sizes([least("minProperties"), most("maxProperties")], "property");

impl Sizes {
    pub(super) fn check(
        &self,
        keywords: &Object,
        size: usize,
        place: &Place<'_>,
        report: &mut Report<'_>,
    ) {
        let Self(limits, unit) = self;
        check(limits, unit, &Number::from(size), Found::Size(size), keywords, place, report);
    }
}

/// The keywords of numbers.
pub(super) fn number(
    keywords: &Object,
    number: &Number,
    place: &Place<'_>,
    report: &mut Report<'_>,
) {
    check(&VALUE, "", number, Found::Value(place.value), keywords, place, report);
    // The divisor must be above zero; another is malformed.
    let divisor = keywords.get("multipleOf").and_then(Value::as_number);
    if let Some(divisor) = divisor.filter(|divisor| **divisor > Number::from(0_u8))
        && !number.is_multiple_of(divisor)
    {
        report.fail(place, Wish::Limit("multiple of ", divisor, ""));
    }
}

fn check(
    limits: &[Limit],
    unit: &'static str,
    number: &Number,
    found: Found<'_>,
    keywords: &Object,
    place: &Place<'_>,
    report: &mut Report<'_>,
) {
    for limit in limits {
        if let Some(Value::Number(bound)) = keywords.get(limit.keyword)
            && limit.is_broken(number, bound)
        {
            report.fail_with(place, Wish::Limit(limit.words, bound, unit), found);
        }
    }
}

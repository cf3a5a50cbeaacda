//! The keywords of arrays.

use super::checker::Checker;
use super::limits::{COUNT, ITEMS};
use super::place::Place;
use super::report::Report;
use super::words::{Found, Wish};
use crate::json::{Number, Object, Value};

impl Checker<'_> {
    pub(super) fn array(
        &mut self,
        keywords: &Object,
        items: &[Value],
        place: &Place<'_>,
        report: &mut Report<'_>,
    ) {
        ITEMS.check(keywords, items.len(), place, report);
        if keywords.get("uniqueItems") == Some(&Value::Bool(true))
            && let Some((first, second)) = equal_pair(items)
        {
            let wish = Wish::Plain("items that all differ");
            report.fail_with(place, wish, Found::Equal(first, second));
        }
        let prefix = keywords.get("prefixItems").and_then(Value::as_array).unwrap_or_default();
        let rest = keywords.get("items");
        for (nth, item) in items.iter().enumerate() {
            if report.is_full() {
                return;
            }
            if let Some(schema) = prefix.get(nth).or(rest) {
                self.apply(schema, &place.item(nth, item), report);
            }
        }
        if let Some(schema) = keywords.get("contains") {
            self.contains(schema, keywords, items, place, report);
        }
    }

    /// `contains` with `minContains` and `maxContains`
    fn contains(
        &mut self,
        schema: &Value,
        keywords: &Object,
        items: &[Value],
        place: &Place<'_>,
        report: &mut Report<'_>,
    ) {
        let mut count = 0;
        for (nth, item) in items.iter().enumerate() {
            count += usize::from(self.holds(schema, &place.item(nth, item)));
        }
        let one = Number::from(1_u8);
        for (nth, limit) in COUNT.iter().enumerate() {
            // There is at least one, unless another least is given.
            let given = keywords.get(limit.keyword).and_then(Value::as_number);
            let Some(bound) = given.or_else(|| (nth == 0).then_some(&one)) else { continue };
            if limit.is_broken(&Number::from(count), bound) {
                let wish = Wish::Count(limit.words, bound, schema);
                report.fail_with(place, wish, Found::Of(count, items.len()));
            }
        }
    }
}

/// The places of the first two items found equal, by way of their sorted identities.
fn equal_pair(items: &[Value]) -> Option<(usize, usize)> {
    let mut identities: Vec<(String, usize)> =
        items.iter().enumerate().map(|(nth, item)| (item.identity(), nth)).collect();
    identities.sort_unstable();
    let twins = identities.windows(2).find(|two| two[0].0 == two[1].0)?;
    Some((twins[0].1, twins[1].1))
}

//! The keywords of arrays.

use super::checker::Checker;
use super::place::Place;
use super::report::Report;
use super::scalar::{at_least, at_most};
use super::words::Wanted;
use crate::json::{Number, Object, Value};

impl Checker<'_> {
    pub(super) fn array(
        &mut self,
        keywords: &Object,
        items: &[Value],
        place: &Place<'_>,
        report: &mut Report,
    ) {
        at_least(keywords, "minItems", "item", items.len(), place, report);
        at_most(keywords, "maxItems", "item", items.len(), place, report);
        if keywords.get("uniqueItems") == Some(&Value::Bool(true))
            && let Some((first, second)) = equal_pair(items)
        {
            let got = format_args!("items {first} and {second} equal");
            report.fail_with(place, &"items that all differ", &got);
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
        report: &mut Report,
    ) {
        let mut count = 0_usize;
        for (nth, item) in items.iter().enumerate() {
            count += usize::from(self.holds(schema, &place.item(nth, item)));
        }
        let wanted = Wanted { schema, root: self.root };
        let count_number = Number::from(count);
        let one = Number::from(1_u8);
        let least = keywords.get("minContains").and_then(Value::as_number).unwrap_or(&one);
        let got = format_args!("{count} of {}", items.len());
        if count_number < *least {
            report.fail_with(place, &format_args!("at least {least} of: {wanted}"), &got);
        }
        if let Some(most) = keywords.get("maxContains").and_then(Value::as_number)
            && count_number > *most
        {
            report.fail_with(place, &format_args!("at most {most} of: {wanted}"), &got);
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

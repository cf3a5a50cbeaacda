//! The few words of ours that stand among an argument's own.

use crate::text::{grouped_by, replaced};

/// Words for values that have none, in a visitor's language. Those with a count hold a `{}` for it
/// and need no plural.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// Truth.
    pub yes: &'a str,
    /// Its opposite.
    pub no: &'a str,
    /// `null`, an empty list, an object without members.
    pub none: &'a str,
    /// A text without characters.
    pub empty: &'a str,
    /// How long a list is that was cut.
    pub items: &'a str,
    /// How long a text is that was cut.
    pub characters: &'a str,
    /// How long a text is of which nothing shows.
    pub hidden: &'a str,
    /// The label of what did not get lines of its own.
    pub more: &'a str,
    /// Stands between the items of a list.
    pub comma: &'a str,
    /// Stands between a number's groups of three digits.
    pub thousands: &'a str,
}

impl Words<'_> {
    /// What `confirm` functions get.
    pub const ENGLISH: Words<'static> = Words {
        yes: "yes",
        no: "no",
        none: "none",
        empty: "(empty)",
        items: "{} items",
        characters: "{} characters",
        hidden: "{} characters that do not show",
        more: "{} more",
        comma: ", ",
        thousands: ",",
    };

    /// A template with a count in it.
    pub(super) fn count(&self, template: &str, count: usize) -> String {
        replaced(template, "{}", &grouped_by(count, self.thousands))
    }
}

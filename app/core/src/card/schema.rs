//! The few looks into a tool's schema that the card takes: who has a title, who names a choice.

use crate::json::Value;
use crate::schema::pointer;

/// How many `$ref`s and branches are followed into each other.
const DEPTH: u8 = 3;

/// Branches that may hold more of a schema.
const BRANCHES: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// A schema and the root its references point into.
#[derive(Clone, Copy)]
pub(super) struct Schema<'a> {
    root: &'a Value,
    here: &'a Value,
}

impl<'a> Schema<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        Self { root, here: root }
    }

    /// The schema of a property.
    pub(super) fn property(self, key: &str) -> Option<Self> {
        self.find(DEPTH, &|schema| schema.get("properties")?.get(key))
    }

    /// The schema of an array's item.
    pub(super) fn item(self, nth: usize) -> Option<Self> {
        self.find(DEPTH, &|schema| {
            let tuple = schema.get("prefixItems").or_else(|| schema.get("items"));
            let placed = tuple.and_then(Value::as_array).and_then(|items| items.get(nth));
            placed.or_else(|| schema.get("items").filter(|items| items.as_object().is_some()))
        })
    }

    /// The title, as the page wrote it.
    pub(super) fn title(self) -> Option<&'a str> {
        let own = self.here.get("title").and_then(Value::as_str);
        own.or_else(|| {
            // A choice's own title is not the property's, so only references are followed.
            let target = self.at(self.target()?);
            target.here.get("title").and_then(Value::as_str)
        })
    }

    /// The title that the schema gives to that value among its choices.
    pub(super) fn choice_title(self, value: &Value) -> Option<&'a str> {
        let named = self.find(DEPTH, &|schema| {
            let choices =
                ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array());
            choices.flatten().find(|choice| choice.get("const") == Some(value))
        })?;
        named.here.get("title").and_then(Value::as_str)
    }

    /// The first thing that `look` finds here, behind a reference or in a branch.
    fn find(self, depth: u8, look: &dyn Fn(&'a Value) -> Option<&'a Value>) -> Option<Self> {
        if let Some(found) = look(self.here) {
            return Some(self.at(found));
        }
        let deeper = depth.checked_sub(1)?;
        let branches =
            BRANCHES.into_iter().filter_map(|key| self.here.get(key)?.as_array()).flatten();
        self.target().into_iter().chain(branches).find_map(|next| self.at(next).find(deeper, look))
    }

    /// What a `$ref` into the same schema points to.
    fn target(self) -> Option<&'a Value> {
        pointer::resolve(self.root, self.here.get("$ref")?.as_str()?)
    }

    fn at(self, here: &'a Value) -> Self {
        Self { here, ..self }
    }
}

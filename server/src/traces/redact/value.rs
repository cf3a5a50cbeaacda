//! JSON: every text in it, and the values under names that say what they are.

use std::borrow::Cow;

use site_agent_core::json::{Object, Value};

use super::{Redactor, Rule, named};

/// Where in a document, as a JSON pointer; and which places were touched.
struct Walk<'a> {
    pointer: String,
    touched: Vec<String>,
    /// Places that the page marked itself.
    marked: &'a [String],
}

impl Redactor {
    /// A call's arguments, with pointers to the touched places.
    pub(super) fn arguments(
        &mut self,
        members: &Object,
        marked: &[String],
    ) -> (Object, Vec<String>) {
        let mut walk = Walk { pointer: String::new(), touched: Vec::new(), marked };
        let members = self.object(members, &mut walk);
        (members, walk.touched)
    }

    /// An object that is no call's arguments.
    pub(super) fn members(&mut self, members: &Object) -> Object {
        self.arguments(members, &[]).0
    }

    pub(super) fn value_if_any(&mut self, value: &mut Option<Value>) {
        if let Some(value) = value {
            let mut walk = Walk { pointer: String::new(), touched: Vec::new(), marked: &[] };
            *value = self.value(std::mem::take(value), &mut walk);
        }
    }

    fn object(&mut self, members: &Object, walk: &mut Walk<'_>) -> Object {
        let mut kept = Object::new();
        for (key, value) in members {
            let length = walk.pointer.len();
            let key = self.text(key);
            walk.pointer.push('/');
            walk.pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            if matches!(key, Cow::Owned(_)) {
                walk.touched.push(walk.pointer.clone());
            }
            let is_secret = named::is_secret(&key) || walk.marked.contains(&walk.pointer);
            let value = if is_secret && !is_empty(value) {
                self.take(walk)
            } else {
                self.value(value.clone(), walk)
            };
            kept.insert(key.into_owned(), value);
            walk.pointer.truncate(length);
        }
        kept
    }

    fn value(&mut self, value: Value, walk: &mut Walk<'_>) -> Value {
        match value {
            Value::Object(members) => Value::Object(self.object(&members, walk)),
            Value::Array(items) => {
                let items = items.into_iter().enumerate().map(|(nth, item)| {
                    let length = walk.pointer.len();
                    walk.pointer.push('/');
                    walk.pointer.push_str(&nth.to_string());
                    let is_marked = walk.marked.contains(&walk.pointer);
                    let item = if is_marked { self.take(walk) } else { self.value(item, walk) };
                    walk.pointer.truncate(length);
                    item
                });
                Value::Array(items.collect())
            }
            Value::String(text) => match self.text(&text) {
                Cow::Borrowed(_) => Value::String(text),
                Cow::Owned(kept) => {
                    walk.touched.push(walk.pointer.clone());
                    Value::String(kept)
                }
            },
            // A card's digits are as telling without quotes.
            Value::Number(number) => match self.text(number.text()) {
                Cow::Borrowed(_) => Value::Number(number),
                Cow::Owned(kept) => {
                    walk.touched.push(walk.pointer.clone());
                    Value::String(kept)
                }
            },
            Value::Null | Value::Bool(_) => value,
        }
    }

    fn take(&mut self, walk: &mut Walk<'_>) -> Value {
        self.count(Rule::Sensitive);
        walk.touched.push(walk.pointer.clone());
        Value::String(Rule::Sensitive.mark())
    }
}

/// There is nothing to hide.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) => true,
        Value::String(text) => text.is_empty() || text.starts_with("[redacted:"),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

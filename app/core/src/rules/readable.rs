//! JSON as a person reads it: short lists and `Label: value` lines. Other text stays as it is.

use crate::card::label_of_key;
use crate::json::{Object, Value, parse};
use crate::text::one_line;

/// Entries of a list that are shown.
const MAX_ENTRIES: usize = 12;

/// Code points of one value.
const VALUE_CHARS: usize = 300;

/// Members that name a thing, the best first.
const NAMES: [&str; 4] = ["title", "name", "label", "subject"];

/// The text, laid out when it is a JSON object or list.
pub(super) fn readable(text: &str) -> String {
    match parse(text) {
        Ok(Value::Object(object)) => object_lines(&object).join("\n"),
        Ok(Value::Array(items)) => list_lines(&items).join("\n"),
        _ => text.to_owned(),
    }
}

fn object_lines(object: &Object) -> Vec<String> {
    let mut lines = Vec::new();
    for (key, value) in object {
        let label = label_of_key(key);
        match value {
            Value::Array(items) if items.iter().any(|item| item.as_object().is_some()) => {
                lines.push(format!("{label}:"));
                lines.extend(list_lines(items));
            }
            value => lines.push(format!("{label}: {}", inline(value))),
        }
    }
    if lines.is_empty() { vec!["Nothing.".to_owned()] } else { lines }
}

fn list_lines(items: &[Value]) -> Vec<String> {
    if items.is_empty() {
        return vec!["Nothing was found.".to_owned()];
    }
    let mut lines: Vec<String> =
        items.iter().take(MAX_ENTRIES).map(|item| format!("- {}", inline(item))).collect();
    if items.len() > MAX_ENTRIES {
        lines.push(format!("- and {} more", items.len() - MAX_ENTRIES));
    }
    lines
}

/// A value in one line; an object begins with its name.
fn inline(value: &Value) -> String {
    let text = match value {
        Value::Null => "none".to_owned(),
        Value::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.text().to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(inline).collect::<Vec<_>>().join(", "),
        Value::Object(object) => {
            let named = NAMES
                .iter()
                .find(|name| object.get(name).is_some_and(|value| value.as_str().is_some()));
            let name = named.and_then(|name| object.get(name)).map(inline);
            let rest = object.iter().filter(|(key, _)| Some(key) != named);
            let rest = rest.map(|(key, value)| {
                format!("{}: {}", label_of_key(key).to_lowercase(), inline(value))
            });
            name.into_iter().chain(rest).collect::<Vec<_>>().join(", ")
        }
    };
    one_line(&text, VALUE_CHARS)
}

//! An argument's value as text a person can read.
//!
//! Words stay words and numbers keep the spelling they came in. Truth reads `yes` and `no`; the
//! exact JSON is under the card's details, for whoever wants it.

use super::MAX_CHARS;
use super::schema::Schema;
use crate::json::Value;
use crate::text::{cut, grouped, one_line};

/// Code points of a choice's title, which stands before the value itself.
const TITLE_CHARS: usize = 60;

/// A value without parts of its own.
pub(super) fn scalar(value: &Value, schema: Option<Schema<'_>>) -> String {
    let text = plain(value);
    let title = schema
        .and_then(|schema| schema.choice_title(value))
        .map(|title| one_line(title, TITLE_CHARS))
        .filter(|title| !title.is_empty() && !title.eq_ignore_ascii_case(&text));
    match title {
        Some(title) => format!("{title} ({text})"),
        None => text,
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => shown(number.text()),
        Value::String(text) if text.is_empty() => "(empty)".to_owned(),
        Value::String(text) => shown(text),
        Value::Array(_) | Value::Object(_) => json(value),
    }
}

/// A list of scalars, in one line.
pub(super) fn list(items: &[Value], schema: Option<Schema<'_>>) -> String {
    if items.is_empty() {
        return "none".to_owned();
    }
    let mut line = String::new();
    for (nth, item) in items.iter().enumerate() {
        let text = scalar(item, schema.and_then(|schema| schema.item(nth)));
        line.push_str(if nth == 0 { "" } else { ", " });
        // An item that holds the separator must not look like two.
        let quote = if text.contains(',') { "\"" } else { "" };
        line.extend([quote, &text, quote]);
        if line.len() > 4 * MAX_CHARS {
            break;
        }
    }
    let (mut kept, was_longer) = cut(&line, MAX_CHARS);
    if was_longer {
        let items = grouped(items.len());
        kept.truncate(kept.trim_end().len());
        kept.extend(["… (", &items, " items)"]);
    }
    kept
}

/// A value with parts, as JSON in one line: for what is nested too deep for lines of its own.
pub(super) fn json(value: &Value) -> String {
    shown(&value.to_text())
}

/// Text of the page or the model, folded and capped, with its length where it was cut.
fn shown(text: &str) -> String {
    let length = text.chars().count();
    let folded = one_line(text, MAX_CHARS + 1);
    if folded.is_empty() {
        return format!("({} characters that do not show)", grouped(length));
    }
    let (mut kept, was_longer) = cut(&folded, MAX_CHARS);
    if was_longer {
        kept.truncate(kept.trim_end().len());
        kept.extend(["… (", &grouped(length), " characters)"]);
    }
    kept
}

//! An argument's value as text a person can read.
//!
//! Words stay words and numbers keep the spelling they came in. Truth reads `yes` and `no`, in
//! whichever language; the exact JSON is under the card's details, for whoever wants it.

use super::MAX_CHARS;
use super::Words;
use super::schema::Schema;
use crate::json::Value;
use crate::text::{cut, one_line, split_at};

/// Code points of a choice's title, which stands before the value itself.
const TITLE_CHARS: usize = 60;

/// A value without parts of its own.
pub(super) fn scalar(value: &Value, schema: Option<Schema<'_>>, words: &Words<'_>) -> String {
    let text = plain(value, words);
    let title = schema
        .and_then(|schema| schema.choice_title(value))
        .map(|title| one_line(title, TITLE_CHARS))
        .filter(|title| !title.is_empty() && !title.eq_ignore_ascii_case(&text));
    match title {
        Some(title) => [&title, " (", &text, ")"].concat(),
        None => text,
    }
}

fn plain(value: &Value, words: &Words<'_>) -> String {
    let word = match value {
        Value::Null => words.none,
        Value::Bool(true) => words.yes,
        Value::Bool(false) => words.no,
        Value::Number(number) => return shown(number.text(), words),
        Value::String(text) if text.is_empty() => words.empty,
        Value::String(text) => return shown(text, words),
        Value::Array(_) | Value::Object(_) => return json(value, words),
    };
    word.to_owned()
}

/// A list of scalars, in one line.
pub(super) fn list(items: &[Value], schema: Option<Schema<'_>>, words: &Words<'_>) -> String {
    if items.is_empty() {
        return words.none.to_owned();
    }
    let mut line = String::new();
    for (nth, item) in items.iter().enumerate() {
        let text = scalar(item, schema.and_then(|schema| schema.item(nth)), words);
        line.push_str(if nth == 0 { "" } else { words.comma });
        // An item that holds the separator must not look like two, nor an empty one like none.
        let bare = !text.is_empty() && split_at(&text, words.comma.trim()).is_none();
        let quote = if bare { "" } else { "\"" };
        line.extend([quote, &text, quote]);
        if line.len() > 4 * MAX_CHARS {
            break;
        }
    }
    let (mut kept, was_longer) = cut(&line, MAX_CHARS);
    if was_longer {
        let items = words.count(words.items, items.len());
        kept.truncate(kept.trim_end().len());
        kept.extend(["… (", &items, ")"]);
    }
    kept
}

/// A value with parts, as JSON in one line: for what is nested too deep for lines of its own.
pub(super) fn json(value: &Value, words: &Words<'_>) -> String {
    shown(&value.to_text(), words)
}

/// Text of the page or the model, folded and capped, with its length where it was cut.
fn shown(text: &str, words: &Words<'_>) -> String {
    let length = text.chars().count();
    let folded = one_line(text, MAX_CHARS + 1);
    if folded.is_empty() {
        return ["(", &words.count(words.hidden, length), ")"].concat();
    }
    let (mut kept, was_longer) = cut(&folded, MAX_CHARS);
    if was_longer {
        kept.truncate(kept.trim_end().len());
        kept.extend(["… (", &words.count(words.characters, length), ")"]);
    }
    kept
}

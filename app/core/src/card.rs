//! What a person sees before a call runs. The page must not be able to write it.
//!
//! Everything here that came from the page or the model (names, titles, keys, values) has gone
//! through [`one_line`], so that it is one line without hidden or backward-running characters,
//! and is to be shown as a *value*. The sentences around it are the panel's own, and so is the
//! separator `›`, which [`one_line`] never lets through.

mod label;
mod lines;
mod schema;
mod value;
mod words;

pub(crate) use label::{from_key as label_of_key, words_of as words_of_key};
pub use words::Words;

use crate::call::Call;
use crate::json::Value;
use crate::policy::Reason;
use crate::text::{hex, is_hidden, is_mark, is_space, one_line};
use crate::tool::{Hints, Tool};

/// Code points of any text of the page or the model on the card.
pub const MAX_CHARS: usize = 120;

/// The longest origin: a scheme, a host name of 253, a port.
const ORIGIN_CHARS: usize = 300;

/// Everything a confirm function or the panel's card needs.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfirmRequest {
    /// The call, exact.
    pub call: Call,
    /// The tool as it was defined when asked.
    pub tool: ShownTool,
    /// Why it asks.
    pub reason: Reason,
    /// The arguments in plain words; every argument is there.
    pub lines: Vec<Line>,
    /// The live top-level origin.
    pub origin: String,
}

/// The tool's own words, flattened and capped, to be shown as values only.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownTool {
    /// The tool's name.
    pub name: String,
    /// Its title, or empty.
    pub title: String,
    /// The page's words.
    pub description: String,
    /// The schema, for those who want it.
    pub input_schema: Option<Value>,
    /// The hints as given.
    pub hints: Option<Hints>,
}

/// One argument in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The argument's path of keys, dotted; a key that holds more than letters, digits, `_` and
    /// `-` is quoted.
    pub key: String,
    /// A label: the property's `title`, or made from its key; nested: `Address › City`. No two
    /// lines of one card have the same.
    pub label: String,
    /// The value as text: words and numbers as they are, `yes` and `no` for truth, a choice as
    /// `Large (l)` where the schema names it. What was too long ends with its length.
    pub value: String,
}

/// Makes the question for a call that must ask. The panel adds the sentence that says what will
/// happen and why it asks; `origin` is the live top-level origin.
#[must_use]
pub fn request(call: &Call, tool: &Tool, reason: Reason, origin: &str) -> ConfirmRequest {
    ConfirmRequest {
        call: call.clone(),
        tool: ShownTool {
            name: one_line(&tool.name, MAX_CHARS),
            title: one_line(&tool.title, MAX_CHARS),
            description: one_line(&tool.description, MAX_CHARS),
            input_schema: tool.input_schema.clone(),
            hints: tool.hints,
        },
        reason,
        lines: lines(call, tool.input_schema.as_ref(), &Words::ENGLISH),
        origin: one_line(origin, ORIGIN_CHARS),
    }
}

/// The arguments as lines in other words than English.
#[must_use]
pub fn lines(call: &Call, schema: Option<&Value>, words: &Words<'_>) -> Vec<Line> {
    lines::of(&call.arguments, schema, words)
}

/// A value as JSON, exactly, with every character written out that would show as nothing, as a gap
/// it is not, backwards, or over its neighbours.
#[must_use]
pub fn exact(value: &Value) -> String {
    let mut text = String::new();
    for ch in value.to_text().chars() {
        let shows = ch == ' ' || !(is_hidden(ch) || is_space(ch) || is_mark(ch));
        if shows {
            text.push(ch);
            continue;
        }
        for unit in ch.encode_utf16(&mut [0; 2]) {
            text.extend(["\\u", &hex(&unit.to_be_bytes())]);
        }
    }
    text
}

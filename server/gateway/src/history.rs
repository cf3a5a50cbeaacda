//! Makes a history valid for every provider, whatever the browser's fitting left of it.
//!
//! After this every call carries its result, ids are unique and in the common alphabet, nothing is
//! empty, the first entry is the visitor's, and the last one is not the model's. Pairing comes before dropping, so that a call with
//! an empty result keeps it.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::names::Names;
use crate::protocol::Message;
use crate::text::Text;

/// An entry that every provider takes.
#[derive(Debug)]
pub(crate) enum Entry<'a> {
    User(Text<'a>),
    Answer { text: &'a Text<'a>, meta: Option<&'a Value> },
    Call(Exchange<'a>),
}

/// A call with its result.
#[derive(Debug)]
pub(crate) struct Exchange<'a> {
    pub(crate) id: String,
    pub(crate) name: &'a str,
    pub(crate) arguments: Cow<'a, RawValue>,
    /// What the model said before the call, if it did.
    pub(crate) text: Option<&'a Text<'a>>,
    pub(crate) meta: Option<&'a Value>,
    pub(crate) result: Text<'a>,
    pub(crate) is_error: bool,
}

const CUT_OFF: &str = "(Earlier messages were left out.)";
const INTERRUPTED: &str = "The call was interrupted; whether it took effect is unknown.";
const NO_OUTPUT: &str = "(no output)";
const GO_ON: &str = "(Go on.)";
/// The longest id that every provider takes.
const LONGEST_ID: usize = 40;

/// The history in a form that every provider takes.
pub(crate) fn normalise<'a>(messages: &'a [Message<'a>], names: &Names) -> Vec<Entry<'a>> {
    let mut entries = Vec::with_capacity(messages.len() + 1);
    let mut ids = HashSet::new();
    let mut used = vec![false; messages.len()];
    for (index, message) in messages.iter().enumerate() {
        match message {
            Message::User { text } if text.is_blank() => {}
            Message::User { text } => entries.push(Entry::User(text.clone())),
            Message::Answer { text, .. } if text.is_blank() => {}
            Message::Answer { text, meta } => {
                entries.push(Entry::Answer { text, meta: meta.as_ref() });
            }
            Message::Call { id, name, arguments, text, meta } => {
                let found = result_of(messages, index, id, &used);
                let (result, is_error) = match found {
                    Some((at, text, is_error)) => {
                        used[at] = true;
                        (if text.is_blank() { NO_OUTPUT.into() } else { text.clone() }, is_error)
                    }
                    None => (INTERRUPTED.into(), true),
                };
                entries.push(Entry::Call(Exchange {
                    id: own_id(id, &mut ids),
                    name,
                    arguments: names.outer_arguments(arguments),
                    text: (!text.is_blank()).then_some(text),
                    meta: meta.as_ref(),
                    result,
                    is_error,
                }));
            }
            Message::Result { .. } if used[index] => {}
            Message::Result { text, .. } if text.is_blank() => {}
            Message::Result { name, text, .. } => entries.push(Entry::User(Text::from(format!(
                "(A result of the tool {name}, whose call is no longer in this history:)\n{}",
                text.read()
            )))),
        }
    }
    // A last word of the model's would be taken for the beginning of its next.
    if matches!(entries.last(), Some(Entry::Answer { .. })) {
        entries.push(Entry::User(GO_ON.into()));
    }
    if !matches!(entries.first(), Some(Entry::User(_))) {
        entries.insert(0, Entry::User(CUT_OFF.into()));
    }
    entries
}

/// The first unused result after the call and before the next call or question: by id, else the next one.
fn result_of<'a>(
    messages: &'a [Message<'a>],
    call: usize,
    id: &str,
    used: &[bool],
) -> Option<(usize, &'a Text<'a>, bool)> {
    let mut next = None;
    for (offset, message) in messages[call + 1..].iter().enumerate() {
        let at = call + 1 + offset;
        match message {
            Message::Result { id: other, text, is_error, .. } if !used[at] => {
                if other == id {
                    return Some((at, text, *is_error));
                }
                if next.is_none() && (other.is_empty() || id.is_empty()) {
                    next = Some((at, text, *is_error));
                }
            }
            Message::Call { .. } | Message::User { .. } => break,
            _ => {}
        }
    }
    next
}

/// The browser's id where it is fit and new, else one of ours.
fn own_id(id: &str, taken: &mut HashSet<String>) -> String {
    let fit = !id.is_empty()
        && id.len() <= LONGEST_ID
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    let mut own = if fit { id.to_owned() } else { format!("call_{}", taken.len() + 1) };
    while !taken.insert(own.clone()) {
        own = format!("call_{}_{}", taken.len() + 1, own.len());
    }
    own
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::value::RawValue;

    use super::{Entry, normalise};
    use crate::names::Names;
    use crate::protocol::Message;
    use crate::text::Text;

    fn call(id: &str) -> Message<'static> {
        Message::Call {
            id: id.into(),
            name: "get_cart".into(),
            arguments: Cow::Owned(RawValue::from_string("{}".into()).expect("JSON")),
            text: Text::default(),
            meta: None,
        }
    }
    fn result<'a>(id: &str, text: &'a str) -> Message<'a> {
        Message::Result {
            id: id.into(),
            name: "get_cart".into(),
            text: text.into(),
            is_error: false,
        }
    }
    fn user(text: &str) -> Message<'_> {
        Message::User { text: text.into() }
    }
    /// `u` the visitor, `a` an answer, `c(…)` a call with its result.
    fn shape(messages: &[Message]) -> String {
        normalise(messages, &Names::default())
            .iter()
            .map(|entry| match entry {
                Entry::User(_) => "u ".to_owned(),
                Entry::Answer { .. } => "a ".to_owned(),
                Entry::Call(exchange) => format!("c({}:{}) ", exchange.id, exchange.result.read()),
            })
            .collect::<String>()
            .trim_end()
            .to_owned()
    }

    #[test]
    fn a_call_carries_its_result() {
        assert_eq!(shape(&[user("hi"), call("x"), result("x", "two")]), "u c(x:two)");
    }

    #[test]
    fn a_call_without_a_result_is_told_as_unknown() {
        let text = shape(&[user("hi"), call("x"), user("again")]);
        assert!(
            text.starts_with("u c(x:The call was interrupted") && text.ends_with(" u"),
            "{text}"
        );
    }

    #[test]
    fn a_result_without_a_call_becomes_text() {
        assert_eq!(shape(&[result("x", "two"), user("hi")]), "u u");
        assert_eq!(shape(&[result("x", ""), user("hi")]), "u");
    }

    #[test]
    fn an_empty_result_keeps_its_call() {
        assert_eq!(shape(&[user("hi"), call("x"), result("x", " ")]), "u c(x:(no output))");
    }

    #[test]
    fn ids_are_made_fit_and_unique() {
        let text = shape(&[
            user("hi"),
            call("a b"),
            result("a b", "1"),
            call("x"),
            result("x", "2"),
            call("x"),
            result("x", "3"),
        ]);
        assert_eq!(text, "u c(call_1:1) c(x:2) c(call_3_1:3)");
    }

    #[test]
    fn the_first_entry_is_the_visitors() {
        assert_eq!(shape(&[call("x"), result("x", "1"), user("  "), user("hi")]), "u c(x:1) u");
        assert_eq!(shape(&[user("")]), "u");
    }

    #[test]
    fn the_last_entry_is_not_an_answer() {
        let answer = || Message::Answer { text: "So".into(), meta: None };
        assert_eq!(shape(&[user("hi"), answer()]), "u a u");
        assert_eq!(shape(&[user("hi"), answer(), user("and?")]), "u a u");
    }
}

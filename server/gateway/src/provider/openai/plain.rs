//! A reply in the form that nearly every server writes, read straight from its text: a tree of a
//! document's values costs several times as much. Whatever differs from that form in anything that
//! is read, and whatever is no reply, is left to the reading of trees. What is not read is not
//! judged: a member that nobody asks for may hold what a tree could not.

use serde::Deserialize;

use super::super::{Called, Read, Said, arguments};
use crate::names::Names;
use crate::protocol::{Object, Usage};

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    model: Option<String>,
    choices: Vec<Object<Choice>>,
    #[serde(default)]
    usage: Option<Object<Counts>>,
}

#[derive(Deserialize)]
struct Counts {
    prompt_tokens: u64,
    completion_tokens: u64,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    finish_reason: Option<String>,
    message: Object<Message>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default)]
    tool_calls: Option<Vec<Object<Call>>>,
}

#[derive(Deserialize)]
struct Call {
    #[serde(default)]
    id: Option<String>,
    function: Object<Function>,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    arguments: String,
}

/// The reply, if it is plain.
pub(super) fn reply(names: &Names, body: &[u8]) -> Option<Read> {
    let Object(Document { model, choices, usage }) = serde_json::from_slice(body).ok()?;
    let Object(Choice { finish_reason, message: Object(message) }) = choices.into_iter().next()?;
    if !matches!(finish_reason.as_deref(), None | Some("stop" | "tool_calls"))
        || message.refusal.is_some_and(|text| !text.is_empty())
    {
        return None;
    }
    let call = match message.tool_calls.and_then(|calls| calls.into_iter().next()) {
        Some(Object(Call { id, function: Object(function) })) => Some(Called {
            name: function.name,
            id: id.filter(|id| !id.is_empty()),
            arguments: arguments(Some(function.arguments.into())).ok()?,
        }),
        None => None,
    };
    let usage = usage.map(|Object(counts)| Usage {
        input: counts.prompt_tokens,
        output: counts.completion_tokens,
    });
    Some(
        Said { call, text: message.content.unwrap_or_default(), meta: None, model, usage }
            .reply(names),
    )
}

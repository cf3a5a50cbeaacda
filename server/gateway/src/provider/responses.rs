//! OpenAI Responses, `POST {base}/responses`: for models that have no tools in Chat Completions.
//!
//! Nothing is stored there (`store: false`), so a reasoning model's items come back sealed in
//! `meta.openai` and are replayed verbatim before their text or call. A model is moved here by an
//! error of its own; see [`super::openai`].

mod stream;

use std::borrow::Cow;

use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

pub(super) use self::stream::Stream;
use super::loose::Loose as _;
use super::{
    Called, Fault, Outgoing, Quirks, Read, Said, Step, Try, Wire, arguments, declared, openai,
    written,
};
use crate::config::Remote;
use crate::history::Entry;
use crate::names::Names;
use crate::protocol::Usage;
use crate::text::Text;

/// The request's document.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    instructions: &'a RawValue,
    max_output_tokens: u32,
    store: bool,
    input: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    include: Option<[&'static str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Cow<'a, RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parallel_tool_calls: Option<bool>,
}

/// A tool as it is declared.
#[derive(Serialize)]
#[serde(tag = "type", rename = "function")]
struct Declared<'a> {
    name: &'a str,
    description: &'a RawValue,
    parameters: &'a RawValue,
    /// A required field here, and no site's schema keeps to it.
    strict: bool,
}

/// One item of the history.
#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a> {
    Said { role: &'static str, content: &'a Text<'a> },
    Kept(&'a Value),
    Call(Call<'a>),
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Call<'a> {
    #[serde(rename = "function_call")]
    Made { call_id: &'a str, name: Cow<'a, str>, arguments: &'a str },
    #[serde(rename = "function_call_output")]
    Done { call_id: &'a str, output: &'a Text<'a> },
}

/// The request. A retry may leave the reasoning items out.
pub(super) fn request(step: &Step<'_>, remote: &Remote, how: Try) -> Result<Outgoing, Fault> {
    let Try { quirks, with_meta, streamed } = how;
    let tools = declared(step, Wire::Responses, |tool| Declared {
        name: &tool.name,
        description: &tool.description,
        parameters: &tool.schema,
        strict: false,
    })?;
    let body = Body {
        model: &remote.model,
        instructions: &step.instructions,
        max_output_tokens: step.max_tokens,
        store: false,
        input: input(step, with_meta),
        include: (!quirks.no_sealed_reasoning).then_some(["reasoning.encrypted_content"]),
        stream: streamed.then_some(true),
        tools,
        parallel_tool_calls: (!step.tools.is_empty() && !quirks.no_parallel_switch)
            .then_some(false),
    };
    Ok(Outgoing {
        url: remote.url("responses"),
        key: openai::bearer(remote),
        headers: vec![(header::ACCEPT, "application/json")],
        body: written(step, &body)?,
    })
}

fn input<'a>(step: &'a Step<'_>, with_meta: bool) -> Vec<Item<'a>> {
    let mut out = Vec::new();
    for entry in &step.entries {
        match entry {
            Entry::User(text) => out.push(Item::Said { role: "user", content: text }),
            Entry::Answer { text, meta } => {
                out.extend(reasoning(*meta, with_meta));
                out.push(Item::Said { role: "assistant", content: text });
            }
            Entry::Call(call) => {
                out.extend(reasoning(call.meta, with_meta));
                if let Some(text) = call.text {
                    out.push(Item::Said { role: "assistant", content: text });
                }
                let (call_id, name) = (&*call.id, step.names.outer(call.name));
                let arguments = call.arguments.get();
                out.push(Item::Call(Call::Made { call_id, name, arguments }));
                out.push(Item::Call(Call::Done { call_id, output: &call.result }));
            }
        }
    }
    out
}

fn reasoning(meta: Option<&Value>, with_meta: bool) -> impl Iterator<Item = Item<'_>> {
    let items = meta.filter(|_| with_meta).and_then(|meta| meta.get("openai")?.as_array());
    items.into_iter().flatten().filter(|item| item["type"] == "reasoning").map(Item::Kept)
}

/// The reply of a 200.
pub(super) fn reply(names: &Names, mut body: Value) -> Read {
    match (body["status"].as_str(), body["incomplete_details"]["reason"].as_str()) {
        (Some("failed"), _) => return Err(openai::fault_within(&body["error"])),
        (Some("incomplete"), Some("content_filter")) => return Err(Fault::Refused),
        (Some("incomplete"), _) => return Err(Fault::Truncated),
        _ => {}
    }
    let Value::Array(items) = body.taken("output") else {
        return Err(Fault::BadReply("there is no output"));
    };
    let (mut text, mut call, mut kept) = (String::new(), None, Vec::new());
    for mut item in items {
        match item["type"].as_str() {
            Some("message") => text.push_str(&said(&item["content"])?),
            Some("function_call") if item["status"] == "incomplete" => {
                return Err(Fault::Truncated);
            }
            Some("function_call") if call.is_none() => {
                call = Some(Called {
                    name: item["name"].as_str().unwrap_or_default().to_owned(),
                    id: item["call_id"].as_str().filter(|id| !id.is_empty()).map(str::to_owned),
                    arguments: arguments(Some(item.taken("arguments")))?,
                });
            }
            Some("reasoning") if call.is_none() => kept.push(item),
            // Later calls, and kinds that may join at any time.
            _ => {}
        }
    }
    // What holds no sealed content is of no use to an API that keeps nothing.
    kept.retain(|item| item["encrypted_content"].is_string());
    let meta = (!kept.is_empty()).then(|| json!({ "openai": kept }));
    let model = body["model"].as_str().map(str::to_owned);
    let usage = usage(&body["usage"]);
    Said { call, text, meta, model, usage }.reply(names)
}

/// The text of a message; a refusal has a kind of its own.
fn said(content: &Value) -> Result<String, Fault> {
    let mut text = String::new();
    for part in content.as_array().into_iter().flatten() {
        if part["type"] == "refusal" {
            return Err(Fault::Refused);
        }
        text.push_str(part["text"].as_str().unwrap_or_default());
    }
    Ok(text)
}

fn usage(usage: &Value) -> Option<Usage> {
    Some(Usage {
        input: usage["input_tokens"].as_u64()?,
        output: usage["output_tokens"].as_u64().unwrap_or(0),
    })
}

/// What an error means. `known` is what was sent.
pub(super) fn fault(status: StatusCode, headers: &HeaderMap, body: &Bytes, known: Quirks) -> Fault {
    let parsed: Value = serde_json::from_slice(body).unwrap_or_default();
    let message = parsed["error"]["message"].as_str().unwrap_or_default();
    let stale = ["required following item", "Items are not persisted", "could not be verified"];
    if status.is_client_error()
        && (parsed["error"]["code"] == "invalid_encrypted_content"
            || stale.iter().any(|text| message.contains(text)))
    {
        return Fault::StaleMeta;
    }
    openai::fault(status, headers, body, known)
}

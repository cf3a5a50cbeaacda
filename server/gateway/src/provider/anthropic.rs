//! Anthropic Messages, `POST /v1/messages`.
//!
//! Thinking blocks come back in `meta.anthropic` and are replayed verbatim before their text or
//! call; when the API says that they no longer fit the history, the step is tried once without
//! any. Sampling parameters are never sent: recent models refuse them.

mod stream;

use std::borrow::Cow;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, StatusCode, header};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

pub(super) use self::stream::Stream;
use super::loose::Loose as _;
use super::{Called, Fault, Outgoing, Read, Said, Step, Try, Wire, arguments, declared, written};
use crate::config::Remote;
use crate::history::Entry;
use crate::names::Names;
use crate::protocol::Usage;
use crate::text::Text;

const VERSION: &str = "2023-06-01";

/// The request's document.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    system: &'a RawValue,
    messages: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Cow<'a, RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Choice>,
}

/// A tool as it is declared.
#[derive(Serialize)]
struct Declared<'a> {
    name: &'a str,
    description: &'a RawValue,
    input_schema: &'a RawValue,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "auto")]
struct Choice {
    disable_parallel_tool_use: bool,
}

/// One message.
#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Content<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Text(&'a Text<'a>),
    Blocks(Vec<Block<'a>>),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text {
        text: &'a Text<'a>,
    },
    ToolUse {
        id: &'a str,
        name: Cow<'a, str>,
        input: &'a RawValue,
    },
    ToolResult {
        tool_use_id: &'a str,
        content: &'a Text<'a>,
        is_error: bool,
    },
    #[serde(untagged)]
    Kept(&'a Value),
}

/// The request. A retry may leave the thinking blocks out.
pub(super) fn request(step: &Step<'_>, remote: &Remote, how: Try) -> Result<Outgoing, Fault> {
    let tools = declared(step, Wire::Anthropic, |tool| Declared {
        name: &tool.name,
        description: &tool.description,
        input_schema: &tool.schema,
    })?;
    let body = Body {
        model: &remote.model,
        max_tokens: step.max_tokens,
        system: &step.instructions,
        messages: messages(step, how.with_meta),
        stream: how.streamed.then_some(true),
        tools,
        tool_choice: (!step.tools.is_empty()).then_some(Choice { disable_parallel_tool_use: true }),
    };
    Ok(Outgoing {
        url: remote.url("v1/messages"),
        key: remote.api_key.clone().map(|key| (HeaderName::from_static("x-api-key"), key)),
        headers: vec![
            (HeaderName::from_static("anthropic-version"), VERSION),
            (header::ACCEPT, "application/json"),
        ],
        body: written(step, &body)?,
    })
}

fn messages<'a>(step: &'a Step<'_>, with_meta: bool) -> Vec<Turn<'a>> {
    let mut out = Vec::with_capacity(2 * step.entries.len());
    let mut say = |role, content| out.push(Turn { role, content });
    for entry in &step.entries {
        match entry {
            Entry::User(text) => say("user", Content::Text(text)),
            Entry::Answer { text, meta } => {
                let mut blocks = thinking(*meta, with_meta);
                blocks.push(Block::Text { text });
                say("assistant", Content::Blocks(blocks));
            }
            Entry::Call(call) => {
                let mut blocks = thinking(call.meta, with_meta);
                blocks.extend(call.text.map(|text| Block::Text { text }));
                let (id, name) = (&*call.id, step.names.outer(call.name));
                blocks.push(Block::ToolUse { id, name, input: &call.arguments });
                say("assistant", Content::Blocks(blocks));
                say(
                    "user",
                    Content::Blocks(vec![Block::ToolResult {
                        tool_use_id: id,
                        content: &call.result,
                        is_error: call.is_error,
                    }]),
                );
            }
        }
    }
    out
}

fn thinking(meta: Option<&Value>, with_meta: bool) -> Vec<Block<'_>> {
    let blocks = meta.filter(|_| with_meta).and_then(|meta| meta.get("anthropic")?.as_array());
    blocks.into_iter().flatten().filter(|block| is_thinking(block)).map(Block::Kept).collect()
}

fn is_thinking(block: &Value) -> bool {
    matches!(block["type"].as_str(), Some("thinking" | "redacted_thinking"))
}

/// The reply of a 200.
pub(super) fn reply(names: &Names, mut body: Value) -> Read {
    match body["stop_reason"].as_str() {
        Some("max_tokens" | "model_context_window_exceeded") => return Err(Fault::Truncated),
        Some("refusal") => return Err(Fault::Refused),
        _ => {}
    }
    let Value::Array(blocks) = body.taken("content") else {
        return Err(Fault::BadReply("there is no content"));
    };
    let (mut text, mut call, mut kept) = (String::new(), None, Vec::new());
    for mut block in blocks {
        match block["type"].as_str() {
            Some("text") => text.push_str(block["text"].as_str().unwrap_or_default()),
            Some("tool_use") if call.is_none() => {
                let name = block["name"].as_str().unwrap_or_default().to_owned();
                let id = block["id"].as_str().map(str::to_owned);
                let arguments = arguments(Some(block.taken("input")))?;
                call = Some(Called { name, id, arguments });
            }
            _ if is_thinking(&block) => kept.push(block),
            // Other kinds may join at any time and are none of ours.
            _ => {}
        }
    }
    let meta = (!kept.is_empty()).then(|| json!({ "anthropic": kept }));
    let model = body["model"].as_str().map(str::to_owned);
    let usage = usage(&body["usage"]);
    Said { call, text, meta, model, usage }.reply(names)
}

fn usage(usage: &Value) -> Option<Usage> {
    let count = |key: &str| usage[key].as_u64().unwrap_or(0);
    let input = usage["input_tokens"].as_u64()?
        + count("cache_creation_input_tokens")
        + count("cache_read_input_tokens");
    Some(Usage { input, output: count("output_tokens") })
}

/// What an error means.
pub(super) fn fault(status: StatusCode, headers: &HeaderMap, body: &Bytes) -> Fault {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let message = body["error"]["message"].as_str().unwrap_or_default();
    let stale = ["bound to a different conversation", "Invalid `signature`", "cannot be modified"];
    if status == StatusCode::BAD_REQUEST && stale.iter().any(|text| message.contains(text)) {
        return Fault::StaleMeta;
    }
    Fault::of_status(status, headers)
}

//! Anthropic Messages, `POST /v1/messages`.
//!
//! Thinking blocks come back in `meta.anthropic` and are replayed verbatim before their text or
//! call; when the API says that they no longer fit the history, the step is tried once without
//! any. Sampling parameters are never sent: recent models refuse them.

mod stream;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, StatusCode, header};
use serde_json::{Value, json};

pub(super) use self::stream::Stream;
use super::loose::Loose as _;
use super::{Called, Fault, Outgoing, Read, Said, Step, Try, arguments};
use crate::config::Remote;
use crate::history::Entry;
use crate::names::Names;
use crate::protocol::Usage;

const VERSION: &str = "2023-06-01";

/// The request. A retry may leave the thinking blocks out.
pub(super) fn request(step: &Step<'_>, remote: &Remote, how: Try) -> Outgoing {
    let mut body = json!({
        "model": remote.model,
        "max_tokens": step.max_tokens,
        "system": step.instructions,
    });
    body["messages"] = messages(step, how.with_meta).into();
    if how.streamed {
        body["stream"] = true.into();
    }
    if !step.tools.is_empty() {
        body["tools"] = step.tools.iter().map(|tool| tool.declared("input_schema")).collect();
        body["tool_choice"] = json!({ "type": "auto", "disable_parallel_tool_use": true });
    }
    Outgoing {
        url: remote.url("v1/messages"),
        key: remote.api_key.clone().map(|key| (HeaderName::from_static("x-api-key"), key)),
        headers: vec![
            (HeaderName::from_static("anthropic-version"), VERSION),
            (header::ACCEPT, "application/json"),
        ],
        body,
    }
}

fn messages(step: &Step<'_>, with_meta: bool) -> Vec<Value> {
    let mut out = Vec::new();
    for entry in &step.entries {
        match entry {
            Entry::User(text) => out.push(json!({ "role": "user", "content": text })),
            Entry::Answer { text, meta } => {
                let mut content = thinking(*meta, with_meta);
                content.push(json!({ "type": "text", "text": text }));
                out.push(said(content));
            }
            Entry::Call(call) => {
                let mut content = thinking(call.meta, with_meta);
                if !call.text.is_empty() {
                    content.push(json!({ "type": "text", "text": call.text }));
                }
                content.push(json!({
                    "type": "tool_use", "id": call.id, "name": step.names.outer(call.name), "input": call.arguments,
                }));
                out.push(said(content));
                out.push(json!({ "role": "user", "content": [{
                    "type": "tool_result", "tool_use_id": call.id, "content": call.result, "is_error": call.is_error,
                }] }));
            }
        }
    }
    out
}

fn said(content: Vec<Value>) -> Value {
    let mut message = json!({ "role": "assistant" });
    message["content"] = content.into();
    message
}

fn thinking(meta: Option<&Value>, with_meta: bool) -> Vec<Value> {
    match meta.and_then(|meta| meta.get("anthropic")) {
        Some(Value::Array(blocks)) if with_meta => {
            blocks.iter().filter(|block| is_thinking(block)).cloned().collect()
        }
        _ => Vec::new(),
    }
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

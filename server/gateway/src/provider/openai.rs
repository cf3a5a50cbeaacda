//! OpenAI Chat Completions, and the many servers that speak it, `POST {base}/chat/completions`.
//!
//! The servers differ in what they refuse; what a model's errors teach is remembered as
//! [`Quirks`]. The array of calls counts, not the finish reason: some servers say `stop` with calls.

mod stream;

use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Value, json};

pub(super) use self::stream::Stream;
use super::{Called, Fault, Outgoing, Quirks, Read, Said, Step, Streams, Try, arguments};
use crate::config::{Provider, Remote};
use crate::history::Entry;
use crate::names::NameMap;
use crate::protocol::Usage;

/// The request.
pub(super) fn request(step: &Step<'_>, remote: &Remote, how: Try) -> Outgoing {
    let Try { quirks, streamed, .. } = how;
    let mut body = json!({ "model": remote.model, "messages": messages(step) });
    // OpenAI's newer models refuse `max_tokens`; most compatible servers know only that.
    let newer = (remote.provider == Provider::OpenAi) != quirks.other_token_limit;
    body[if newer { "max_completion_tokens" } else { "max_tokens" }] = step.max_tokens.into();
    if streamed && quirks.streams != Streams::Never {
        body["stream"] = true.into();
        if quirks.streams == Streams::WithUsage {
            body["stream_options"] = json!({ "include_usage": true });
        }
    }
    if !step.tools.is_empty() {
        body["tools"] = step
            .tools
            .iter()
            .map(|tool| {
                json!({ "type": "function", "function": {
                "name": tool.name, "description": tool.description, "parameters": tool.schema,
            } })
            })
            .collect();
        if !quirks.no_parallel_switch {
            body["parallel_tool_calls"] = false.into();
        }
        if quirks.effort_none {
            body["reasoning_effort"] = "none".into();
        }
    }
    let bearer = remote.api_key.as_ref().map(|key| {
        (header::AUTHORIZATION, SecretString::from(format!("Bearer {}", key.expose_secret())))
    });
    Outgoing {
        url: remote.url("chat/completions"),
        key: bearer,
        headers: vec![(header::ACCEPT, "application/json")],
        body,
    }
}

fn messages(step: &Step<'_>) -> Vec<Value> {
    let mut out = vec![json!({ "role": "system", "content": step.instructions })];
    for entry in &step.entries {
        match entry {
            Entry::User(text) => out.push(json!({ "role": "user", "content": text })),
            Entry::Answer { text, .. } => out.push(json!({ "role": "assistant", "content": text })),
            Entry::Call(call) => {
                out.push(json!({
                    "role": "assistant",
                    // Null, a missing key and "" are each refused somewhere; "" beside calls the least.
                    "content": call.text,
                    "tool_calls": [{ "id": call.id, "type": "function", "function": {
                        "name": step.names.outer(call.name), "arguments": call.arguments.get(),
                    } }],
                }));
                out.push(
                    json!({ "role": "tool", "tool_call_id": call.id, "content": call.result }),
                );
            }
        }
    }
    out
}

/// The reply of a 200.
pub(super) fn reply(names: &NameMap, mut body: Value) -> Read {
    let model = body["model"].as_str().map(str::to_owned);
    let usage = usage(&body["usage"]);
    let Some(mut choice) = body["choices"].get_mut(0).map(Value::take) else {
        return Err(Fault::BadReply("there are no choices"));
    };
    match choice["finish_reason"].as_str() {
        Some("length") => return Err(Fault::Truncated),
        Some("content_filter") => return Err(Fault::Refused),
        _ => {}
    }
    let mut message = choice["message"].take();
    if message["refusal"].as_str().is_some_and(|text| !text.is_empty()) {
        return Err(Fault::Refused);
    }
    let text = content(&message["content"]);
    let call = match message["tool_calls"].get_mut(0) {
        Some(call) => Some(Called {
            name: call["function"]["name"].as_str().unwrap_or_default().to_owned(),
            id: call["id"].as_str().filter(|id| !id.is_empty()).map(str::to_owned),
            arguments: arguments(Some(call["function"]["arguments"].take()))?,
        }),
        None => None,
    };
    Said { call, text, meta: None, model, usage }.reply(names)
}

/// Text, or an array of text parts as some servers send it.
fn content(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

fn usage(usage: &Value) -> Option<Usage> {
    Some(Usage {
        input: usage["prompt_tokens"].as_u64()?,
        output: usage["completion_tokens"].as_u64().unwrap_or(0),
    })
}

/// What an error means. `known` is what was sent.
pub(super) fn fault(status: StatusCode, headers: &HeaderMap, body: &Bytes, known: Quirks) -> Fault {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let message = body["error"]["message"].as_str().unwrap_or_default();
    let parameter = body["error"]["param"].as_str().unwrap_or_default();
    if status.is_client_error() && status != StatusCode::TOO_MANY_REQUESTS {
        let about =
            |name: &str| parameter == name || (parameter.is_empty() && message.contains(name));
        let mut learnt = known;
        if about("max_tokens") || about("max_completion_tokens") {
            learnt.other_token_limit = true;
        } else if about("reasoning_effort") {
            learnt.effort_none = true;
        } else if about("parallel_tool_calls") {
            learnt.no_parallel_switch = true;
        } else if about("stream_options") && known.streams == Streams::WithUsage {
            learnt.streams = Streams::Plainly;
        } else if parameter == "stream" {
            // By its name only: many an error has the word in it.
            learnt.streams = Streams::Never;
        }
        if learnt != known {
            return Fault::Learnt(learnt);
        }
    }
    // A spent quota is a 429 that no waiting mends.
    if body["error"]["code"] == "insufficient_quota" {
        return Fault::Upstream(status);
    }
    Fault::of_status(status, headers)
}

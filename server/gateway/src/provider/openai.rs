//! OpenAI Chat Completions, and the many servers that speak it, `POST {base}/chat/completions`.
//!
//! The servers differ in what they refuse; what a model's errors teach is remembered as
//! [`Quirks`], and so is that a model has its tools in [`super::responses`] only. The array of calls counts, not the finish reason: some servers say `stop` with calls.

mod plain;
mod stream;

use std::borrow::Cow;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, StatusCode, header};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

pub(super) use self::stream::Stream;
use super::loose::Loose as _;
use super::{
    Called, Fault, Outgoing, Quirks, Read, Said, Step, Streams, Tools, Try, Wire, arguments,
    declared, written,
};
use crate::config::{Provider, Remote};
use crate::history::Entry;
use crate::names::Names;
use crate::protocol::Usage;
use crate::text::Text;

/// The request's document.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Cow<'a, RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parallel_tool_calls: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'static str>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

/// A tool as it is declared.
#[derive(Serialize)]
#[serde(tag = "type", rename = "function")]
struct Declared<'a> {
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    description: &'a RawValue,
    parameters: &'a RawValue,
}

/// One message.
#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Text<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_calls: Option<[Call<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'a str>,
}

#[derive(Serialize)]
struct Call<'a> {
    id: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    function: Asked<'a>,
}

#[derive(Serialize)]
struct Asked<'a> {
    name: Cow<'a, str>,
    arguments: &'a str,
}

impl<'a> Turn<'a> {
    fn of(role: &'static str, content: &Text<'a>) -> Self {
        Self { role, content: content.clone(), tool_calls: None, tool_call_id: None }
    }
}

/// The request.
pub(super) fn request(step: &Step<'_>, remote: &Remote, how: Try) -> Result<Outgoing, Fault> {
    let Try { quirks, streamed, .. } = how;
    // OpenAI's newer models refuse `max_tokens`; most compatible servers know only that.
    let newer = (remote.provider == Provider::OpenAi) != quirks.other_token_limit;
    let streamed = streamed && quirks.streams != Streams::Never;
    let with_usage = streamed && quirks.streams == Streams::WithUsage;
    let has_tools = !step.tools.is_empty();
    let tools = declared(step, Wire::Chat, |tool| Declared {
        function: Function {
            name: &tool.name,
            description: &tool.description,
            parameters: &tool.schema,
        },
    })?;
    let body = Body {
        model: &remote.model,
        messages: messages(step),
        max_tokens: (!newer).then_some(step.max_tokens),
        max_completion_tokens: newer.then_some(step.max_tokens),
        stream: streamed.then_some(true),
        stream_options: with_usage.then_some(StreamOptions { include_usage: true }),
        tools,
        parallel_tool_calls: (has_tools && !quirks.no_parallel_switch).then_some(false),
        reasoning_effort: (has_tools && quirks.tools == Tools::WithoutEffort).then_some("none"),
    };
    Ok(Outgoing {
        url: remote.url("chat/completions"),
        key: bearer(remote),
        headers: vec![(header::ACCEPT, "application/json")],
        body: written(step, &body)?,
    })
}

/// The header with the key.
pub(super) fn bearer(remote: &Remote) -> Option<(HeaderName, SecretString)> {
    let key = remote.api_key.as_ref()?;
    Some((header::AUTHORIZATION, format!("Bearer {}", key.expose_secret()).into()))
}

fn messages<'a>(step: &'a Step<'_>) -> Vec<Turn<'a>> {
    let mut out = Vec::with_capacity(1 + 2 * step.entries.len());
    out.push(Turn::of("system", &Text::Written(&step.instructions)));
    for entry in &step.entries {
        match entry {
            Entry::User(text) => out.push(Turn::of("user", text)),
            Entry::Answer { text, .. } => out.push(Turn::of("assistant", text)),
            Entry::Call(call) => {
                let name = step.names.outer(call.name);
                out.push(Turn {
                    tool_calls: Some([Call {
                        id: &call.id,
                        kind: "function",
                        function: Asked { name, arguments: call.arguments.get() },
                    }]),
                    // Null, a missing key and "" are each refused somewhere; "" beside calls the least.
                    ..Turn::of("assistant", call.text.unwrap_or(&Text::default()))
                });
                let id = Some(&*call.id);
                out.push(Turn { tool_call_id: id, ..Turn::of("tool", &call.result) });
            }
        }
    }
    out
}

/// The reply that the body of a 200 holds.
pub(super) fn read(names: &Names, body: &[u8]) -> Read {
    plain::reply(names, body).unwrap_or_else(|| reply(names, super::tree(body)?))
}

/// The reply that a document holds.
pub(super) fn reply(names: &Names, mut body: Value) -> Read {
    let model = body["model"].as_str().map(str::to_owned);
    let usage = usage(&body["usage"]);
    let Some(mut choice) = body.slot("choices").get_mut(0).map(Value::take) else {
        return Err(Fault::BadReply("there are no choices"));
    };
    match choice["finish_reason"].as_str() {
        Some("length") => return Err(Fault::Truncated),
        Some("content_filter") => return Err(Fault::Refused),
        _ => {}
    }
    let mut message = choice.taken("message");
    if message["refusal"].as_str().is_some_and(|text| !text.is_empty()) {
        return Err(Fault::Refused);
    }
    let text = content(&message["content"]);
    let call = match message.slot("tool_calls").get_mut(0) {
        Some(call) => Some(Called {
            name: call["function"]["name"].as_str().unwrap_or_default().to_owned(),
            id: call["id"].as_str().filter(|id| !id.is_empty()).map(str::to_owned),
            arguments: arguments(Some(call.slot("function").taken("arguments")))?,
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
        let elsewhere = message.contains("v1/responses");
        if about("max_tokens") || about("max_completion_tokens") {
            learnt.other_token_limit = true;
        } else if about("reasoning_effort") && known.tools == Tools::InChat {
            // The cheaper of the two ways out: a step is short, and so is its token limit.
            learnt.tools = Tools::WithoutEffort;
        } else if elsewhere || about("reasoning_effort") {
            learnt.tools = Tools::InResponses;
        } else if about("parallel_tool_calls") {
            learnt.no_parallel_switch = true;
        } else if parameter == "include" || message.contains("Encrypted content is not supported") {
            learnt.no_sealed_reasoning = true;
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

/// An error in the middle of a stream, or in the place of a reply, has no status of its own, but
/// often a number for it.
pub(super) fn fault_within(error: &Value) -> Fault {
    let number = error["code"].as_u64().or_else(|| error["status"].as_u64());
    let status = number.and_then(|number| u16::try_from(number).ok());
    let busy = ["overloaded_error", "rate_limit_error", "rate_limit_exceeded", "server_overloaded"];
    let said = [&error["type"], &error["code"]];
    let named = said.iter().any(|word| word.as_str().is_some_and(|word| busy.contains(&word)));
    match status.and_then(|status| StatusCode::from_u16(status).ok()) {
        _ if named => Fault::Overloaded(None),
        Some(status) => Fault::of_status(status, &HeaderMap::new()),
        None => Fault::Upstream(StatusCode::INTERNAL_SERVER_ERROR),
    }
}

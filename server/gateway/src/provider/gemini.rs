//! Gemini, `POST {base}/v1beta/models/{model}:generateContent`.
//!
//! The key goes into a header, never into the URL, where logs and errors would show it. A call's
//! `thoughtSignature` comes back in `meta.gemini` and must return with its part; a history from
//! another model gets the documented placeholder instead.

mod stream;

use std::borrow::Cow;
use std::time::Duration;

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

/// Tells the API that a part's signature was lost (ai.google.dev, "Thought signatures").
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// Stands where the model never came to answer.
const BROKEN_OFF: &str = "(The answer was interrupted.)";

/// The request's document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    system_instruction: Parts<'a>,
    generation_config: Generation,
    contents: Vec<Turn<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<[Tools<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_config: Option<Value>,
}

#[derive(Serialize)]
struct Parts<'a> {
    parts: [Part<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Generation {
    max_output_tokens: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tools<'a> {
    function_declarations: Vec<Cow<'a, RawValue>>,
}

/// A tool as it is declared.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Declared<'a> {
    name: &'a str,
    description: &'a RawValue,
    parameters_json_schema: &'a RawValue,
}

/// What one side said.
#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    parts: Vec<Part<'a>>,
}

/// A part of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Part<'a> {
    #[serde(flatten)]
    what: What<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thought_signature: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum What<'a> {
    Text(Text<'a>),
    FunctionCall(Call<'a>),
    FunctionResponse(Done<'a>),
}

#[derive(Serialize)]
struct Call<'a> {
    name: Cow<'a, str>,
    args: &'a RawValue,
}

#[derive(Serialize)]
struct Done<'a> {
    name: Cow<'a, str>,
    response: Response<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Response<'a> {
    Output(&'a Text<'a>),
    Error(&'a Text<'a>),
}

impl<'a> Part<'a> {
    fn text(text: Text<'a>) -> Self {
        What::Text(text).into()
    }
}

impl<'a> From<What<'a>> for Part<'a> {
    fn from(what: What<'a>) -> Self {
        Self { what, thought_signature: None }
    }
}

/// The request. A retry may leave the signatures out.
pub(super) fn request(step: &Step<'_>, remote: &Remote, how: Try) -> Result<Outgoing, Fault> {
    let function_declarations = declared(step, Wire::Gemini, |tool| Declared {
        name: &tool.name,
        description: &tool.description,
        parameters_json_schema: &tool.schema,
    })?;
    let has_tools = !step.tools.is_empty();
    let body = Body {
        system_instruction: Parts { parts: [Part::text(Text::Written(&step.instructions))] },
        generation_config: Generation { max_output_tokens: step.max_tokens },
        contents: contents(step, how.with_meta),
        tools: has_tools.then_some([Tools { function_declarations }]),
        tool_config: has_tools.then(|| json!({ "functionCallingConfig": { "mode": "AUTO" } })),
    };
    // Without `alt`, a stream is one long JSON array.
    let method = if how.streamed { "streamGenerateContent?alt=sse" } else { "generateContent" };
    Ok(Outgoing {
        url: remote.url(&format!("v1beta/models/{}:{method}", model_path(&remote.model))),
        key: remote.api_key.clone().map(|key| (HeaderName::from_static("x-goog-api-key"), key)),
        headers: vec![(header::ACCEPT, "application/json")],
        body: written(step, &body)?,
    })
}

/// The model's id as one path segment, with or without the API's own prefix.
fn model_path(model: &str) -> String {
    url::form_urlencoded::byte_serialize(model.trim_start_matches("models/").as_bytes()).collect()
}

fn contents<'a>(step: &'a Step<'_>, with_meta: bool) -> Vec<Turn<'a>> {
    let mut out = Vec::new();
    for entry in &step.entries {
        match entry {
            Entry::User(text) => say(&mut out, "user", vec![Part::text(text.clone())]),
            Entry::Answer { text, meta } => {
                let thought_signature = signature(*meta).filter(|_| with_meta);
                let part = Part { thought_signature, ..Part::text((*text).clone()) };
                say(&mut out, "model", vec![part]);
            }
            Entry::Call(call) => {
                let name = step.names.outer(call.name);
                let mut parts: Vec<_> = call.text.cloned().map(Part::text).into_iter().collect();
                let signature = signature(call.meta).filter(|_| with_meta).unwrap_or(NO_SIGNATURE);
                parts.push(Part {
                    what: What::FunctionCall(Call { name: name.clone(), args: &call.arguments }),
                    thought_signature: Some(signature),
                });
                say(&mut out, "model", parts);
                let said = if call.is_error { Response::Error } else { Response::Output };
                let response = said(&call.result);
                say(&mut out, "user", vec![What::FunctionResponse(Done { name, response }).into()]);
            }
        }
    }
    out
}

/// Adds a turn. The API wants turns to alternate and a function's response to stand alone: what one
/// side said twice in a row becomes one turn, and where a run broke off after a response, the
/// model's part of it is filled in.
fn say<'a>(contents: &mut Vec<Turn<'a>>, role: &'static str, mut parts: Vec<Part<'a>>) {
    let responded = |turn: &Turn<'_>| {
        matches!(turn.parts[..], [Part { what: What::FunctionResponse(_), .. }, ..])
    };
    match contents.last_mut() {
        Some(last) if last.role == role && !responded(last) => {
            last.parts.append(&mut parts);
            return;
        }
        Some(last) if last.role == role => {
            contents.push(Turn { role: "model", parts: vec![Part::text(BROKEN_OFF.into())] });
        }
        _ => {}
    }
    contents.push(Turn { role, parts });
}

fn signature(meta: Option<&Value>) -> Option<&str> {
    meta?.get("gemini")?.get("thoughtSignature")?.as_str()
}

/// The reply of a 200.
pub(super) fn reply(names: &Names, mut body: Value) -> Read {
    if body["promptFeedback"]["blockReason"].is_string() {
        return Err(Fault::Refused);
    }
    let model = body["modelVersion"].as_str().map(str::to_owned);
    let usage = usage(&body["usageMetadata"]);
    let Some(mut candidate) = body.slot("candidates").get_mut(0).map(Value::take) else {
        return Err(Fault::BadReply("there are no candidates"));
    };
    match candidate["finishReason"].as_str() {
        Some("MAX_TOKENS") => return Err(Fault::Truncated),
        Some(
            "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE",
        ) => {
            return Err(Fault::Refused);
        }
        Some("MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "MALFORMED_RESPONSE") => {
            return Err(Fault::Malformed("the provider calls its own call malformed"));
        }
        Some("MISSING_THOUGHT_SIGNATURE") => return Err(Fault::StaleMeta),
        _ => {}
    }
    let (mut text, mut call, mut kept) = (String::new(), None, None);
    for part in candidate.slot("content").slot("parts").as_array_mut().into_iter().flatten() {
        if part["thought"] == true {
            continue;
        }
        if part["functionCall"].is_object() {
            if call.is_none() {
                let name = part["functionCall"]["name"].as_str().unwrap_or_default().to_owned();
                let arguments = arguments(Some(part.slot("functionCall").taken("args")))?;
                call = Some(Called { name, id: None, arguments });
                kept = part["thoughtSignature"].as_str().map(str::to_owned);
            }
        } else {
            text.push_str(part["text"].as_str().unwrap_or_default());
            if call.is_none() && part["thoughtSignature"].is_string() {
                kept = part["thoughtSignature"].as_str().map(str::to_owned);
            }
        }
    }
    let meta = kept.map(|signature| json!({ "gemini": { "thoughtSignature": signature } }));
    Said { call, text, meta, model, usage }.reply(names)
}

fn usage(usage: &Value) -> Option<Usage> {
    let count = |key: &str| usage[key].as_u64().unwrap_or(0);
    Some(Usage {
        input: usage["promptTokenCount"].as_u64()?,
        output: count("candidatesTokenCount") + count("thoughtsTokenCount"),
    })
}

/// What an error means; the time to wait stands in its body.
pub(super) fn fault(status: StatusCode, headers: &HeaderMap, body: &Bytes) -> Fault {
    let mut body: Value = serde_json::from_slice(body).unwrap_or_default();
    if let Some(first) = body.get_mut(0).map(Value::take) {
        body = first;
    }
    let message = body["error"]["message"].as_str().unwrap_or_default().to_lowercase();
    if status == StatusCode::BAD_REQUEST
        && message.contains("thought")
        && message.contains("signature")
    {
        return Fault::StaleMeta;
    }
    match Fault::of_status(status, headers) {
        Fault::Overloaded(None) => Fault::Overloaded(retry_delay(&body)),
        other => other,
    }
}

/// `"34.4s"` of the RetryInfo detail.
fn retry_delay(body: &Value) -> Option<Duration> {
    let details = body["error"]["details"].as_array()?;
    let text = details.iter().find_map(|detail| detail["retryDelay"].as_str())?;
    Duration::try_from_secs_f64(text.trim_end_matches('s').parse().ok()?).ok()
}

//! The providers: one file each, over one normalised step.
//!
//! A provider file says how its request looks, how its reply is read, and what its errors mean.
//! Sending, deadlines and the single retry are in [`crate::turn`].

pub(crate) mod anthropic;
pub(crate) mod gemini;
pub(crate) mod openai;
pub(crate) mod rules;

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, StatusCode};
use secrecy::SecretString;
use serde_json::{Map, Value};

use crate::history::Entry;
use crate::names::NameMap;
use crate::protocol::{Reply, Usage};

/// One step, ready for any provider.
pub(crate) struct Step<'a> {
    /// Built-in rules, the server's instructions, the browser's.
    pub(crate) instructions: String,
    pub(crate) entries: Vec<Entry<'a>>,
    pub(crate) tools: Vec<ToolOut<'a>>,
    pub(crate) names: NameMap,
    pub(crate) max_tokens: u32,
}

/// A tool with its provider name and adapted schema.
pub(crate) struct ToolOut<'a> {
    pub(crate) name: String,
    pub(crate) description: &'a str,
    pub(crate) schema: Value,
}

/// What a model turned out to refuse; learnt from its errors, once per model, in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quirks {
    /// `max_tokens` and `max_completion_tokens` are the other way round than expected.
    pub(crate) other_token_limit: bool,
    /// `reasoning_effort` must be `none` for tools to work.
    pub(crate) effort_none: bool,
    /// `parallel_tool_calls` is not known.
    pub(crate) no_parallel_switch: bool,
}

/// A request to a provider.
pub(crate) struct Outgoing {
    pub(crate) url: String,
    /// The header that carries the key, and its value.
    pub(crate) key: Option<(HeaderName, SecretString)>,
    pub(crate) headers: Vec<(HeaderName, &'static str)>,
    pub(crate) body: Value,
}

/// Why a step gave no reply.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Try again in that time, if it is known.
    Overloaded(Option<Duration>),
    /// An error that nothing here can mend.
    Upstream(StatusCode),
    /// Cut by the token limit.
    Truncated,
    /// Refused by the provider's own policy.
    Refused,
    /// Not usable; what is wrong with it, for the log.
    BadReply(&'static str),
    /// The provider made a malformed call: one more try is worth it.
    Malformed(&'static str),
    /// One more try with what was learnt.
    Learnt(Quirks),
    /// One more try without the `meta` of the history.
    StaleMeta,
}

/// `{…}` from a provider's arguments: absent, null and blank text are `{}`.
pub(crate) fn arguments(value: Option<Value>) -> Result<Map<String, Value>, Fault> {
    match value {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(map)) => Ok(map),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(Map::new()),
        Some(Value::String(text)) => match first_value(&text) {
            Some(Value::Object(map)) => Ok(map),
            Some(Value::Null) => Ok(Map::new()),
            _ => Err(Fault::Malformed("the arguments are not an object")),
        },
        Some(_) => Err(Fault::Malformed("the arguments are not an object")),
    }
}

/// The first JSON value of a text: some servers run two calls' arguments together.
fn first_value(text: &str) -> Option<Value> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let first = values.next()?.ok()?;
    // What follows must be JSON too, else the text was cut or broken.
    values.all(|rest| rest.is_ok()).then_some(first)
}

/// Seconds of a `retry-after` header.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: f64 =
        headers.get(http::header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// What a status means when its body says nothing more.
pub(crate) fn by_status(status: StatusCode, headers: &HeaderMap) -> Fault {
    match status.as_u16() {
        429 | 503 | 529 => Fault::Overloaded(retry_after(headers)),
        _ => Fault::Upstream(status),
    }
}

/// What a provider said, before it is judged as a reply.
pub(crate) struct Said {
    /// The first call; later ones of the same reply do not count.
    pub(crate) call: Option<Called>,
    pub(crate) text: String,
    pub(crate) meta: Option<Value>,
    pub(crate) model: Option<String>,
    pub(crate) usage: Option<Usage>,
}

/// A call under its provider name.
pub(crate) struct Called {
    pub(crate) name: String,
    pub(crate) id: Option<String>,
    pub(crate) arguments: Map<String, Value>,
}

impl Said {
    /// A call under the page's name, or an answer; nothing at all is malformed.
    pub(crate) fn reply(self, names: &NameMap) -> Read {
        let Self { call, text, meta, model, usage } = self;
        let silent = text.trim().is_empty();
        match call {
            Some(call) if call.name.is_empty() => Err(Fault::Malformed("a call without a name")),
            Some(Called { name, id, arguments }) => Ok(Reply::Tool {
                name: names.inner(&name),
                arguments,
                id,
                text: (!silent).then_some(text),
                meta,
                model,
                usage,
            }),
            None if silent => Err(Fault::Malformed("an empty reply")),
            None => Ok(Reply::Answer { text, meta, model, usage }),
        }
    }
}

/// A reply's body as JSON.
pub(crate) fn json(body: &Bytes) -> Result<Value, Fault> {
    serde_json::from_slice(body).map_err(|_| Fault::BadReply("the body is not JSON"))
}

/// A reply, once read.
pub(crate) type Read = Result<Reply, Fault>;

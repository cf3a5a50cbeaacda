//! The providers: one file each, over one normalised step.
//!
//! A provider file says how its request looks, how its reply is read, what its errors mean, and how
//! a reply that is streamed comes together. Sending is in [`crate::upstream`], the retries are in
//! [`crate::turn`].

mod anthropic;
mod fault;
mod gemini;
mod loose;
mod openai;
mod pieces;
pub(crate) mod refused;
mod responses;
pub(crate) mod rules;

use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, StatusCode};
use secrecy::SecretString;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use site_agent_core::protocol::MAX_VALUE_DEPTH;
use url::Url;

pub(crate) use fault::Fault;
pub(crate) use pieces::{Heard, Pieces};

use self::loose::Loose as _;
use crate::config::{Provider, Remote};
use crate::history::Entry;
use crate::names::Names;
use crate::protocol::{Reply, Usage};
use crate::toolbox::ToolOut;

/// One step, ready for any provider.
pub(crate) struct Step<'a> {
    /// Built-in rules, the server's instructions, the browser's.
    pub(crate) instructions: Arc<RawValue>,
    pub(crate) entries: Vec<Entry<'a>>,
    pub(crate) tools: Vec<Arc<ToolOut>>,
    pub(crate) names: Arc<Names>,
    pub(crate) max_tokens: u32,
    /// The bytes of the page's request; a provider's has about as many.
    pub(crate) size: usize,
}

/// What a model turned out to refuse; learnt from its errors, once per model, in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quirks {
    /// `max_tokens` and `max_completion_tokens` are the other way round than expected.
    pub(crate) other_token_limit: bool,
    pub(crate) tools: Tools,
    /// `parallel_tool_calls` is not known.
    pub(crate) no_parallel_switch: bool,
    /// It does not reason, or does not seal it.
    pub(crate) no_sealed_reasoning: bool,
    pub(crate) streams: Streams,
}

/// How an OpenAI model has tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tools {
    /// In Chat Completions.
    #[default]
    InChat,
    /// There too, but with `reasoning_effort` set to `none`.
    WithoutEffort,
    /// In Responses only.
    InResponses,
}

/// How a model streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Streams {
    /// With a last piece that tells the tokens.
    #[default]
    WithUsage,
    /// Without, since `stream_options` is not known.
    Plainly,
    /// Whole replies only.
    Never,
}

/// How one try differs from others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Try {
    pub(crate) quirks: Quirks,
    /// With what earlier replies wanted back.
    pub(crate) with_meta: bool,
    /// The reply in pieces.
    pub(crate) streamed: bool,
}

/// How a model is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    Anthropic,
    Chat,
    Responses,
    Gemini,
}

impl Wire {
    /// The wire of a model with these quirks.
    pub(crate) fn of(provider: Provider, quirks: Quirks) -> Self {
        match provider {
            Provider::Anthropic => Self::Anthropic,
            Provider::OpenAi | Provider::OpenAiCompatible if quirks.tools == Tools::InResponses => {
                Self::Responses
            }
            Provider::OpenAi | Provider::OpenAiCompatible => Self::Chat,
            Provider::Gemini => Self::Gemini,
        }
    }

    /// The request of a step.
    pub(crate) fn request(
        self,
        step: &Step<'_>,
        remote: &Remote,
        how: Try,
    ) -> Result<Outgoing, Fault> {
        match self {
            Self::Anthropic => anthropic::request(step, remote, how),
            Self::Chat => openai::request(step, remote, how),
            Self::Responses => responses::request(step, remote, how),
            Self::Gemini => gemini::request(step, remote, how),
        }
    }

    /// What an error means.
    pub(crate) fn fault(
        self,
        status: StatusCode,
        headers: &HeaderMap,
        body: &Bytes,
        how: Try,
    ) -> Fault {
        match self {
            Self::Anthropic => anthropic::fault(status, headers, body),
            Self::Chat => openai::fault(status, headers, body, how.quirks),
            Self::Responses => responses::fault(status, headers, body, how.quirks),
            Self::Gemini => gemini::fault(status, headers, body),
        }
    }

    /// The reply that the body of a 200 holds.
    pub(crate) fn read(self, names: &Names, body: &[u8]) -> Read {
        match self {
            Self::Chat => openai::read(names, body),
            _ => self.reply(names, tree(body)?),
        }
    }

    /// The reply that a document holds.
    pub(crate) fn reply(self, names: &Names, body: Value) -> Read {
        match self {
            Self::Anthropic => anthropic::reply(names, body),
            Self::Chat => openai::reply(names, body),
            Self::Responses => responses::reply(names, body),
            Self::Gemini => gemini::reply(names, body),
        }
    }

    /// Puts a streamed reply together.
    pub(crate) fn pieces(self) -> Box<dyn Pieces> {
        match self {
            Self::Anthropic => Box::<anthropic::Stream>::default(),
            Self::Chat => Box::<openai::Stream>::default(),
            Self::Responses => Box::<responses::Stream>::default(),
            Self::Gemini => Box::<gemini::Stream>::default(),
        }
    }
}

/// A request to a provider.
pub(crate) struct Outgoing {
    pub(crate) url: Url,
    /// The header that carries the key, and its value.
    pub(crate) key: Option<(HeaderName, SecretString)>,
    pub(crate) headers: Vec<(HeaderName, &'static str)>,
    pub(crate) body: Vec<u8>,
}

/// A step's request as JSON. It is written straight from where its parts stand, into one piece of
/// memory: it is the largest thing that a step makes.
fn written(step: &Step<'_>, body: &impl Serialize) -> Result<Vec<u8>, Fault> {
    let mut out = Vec::with_capacity(step.size + step.instructions.get().len() + 2_048);
    match serde_json::to_writer(&mut out, body) {
        Ok(()) => Ok(out),
        Err(_) => Err(Fault::BadReply("the request could not be written")),
    }
}

/// A body as a document.
fn tree(body: &[u8]) -> Result<Value, Fault> {
    serde_json::from_slice(body).map_err(|_| Fault::BadReply("the body is not JSON"))
}

/// A step's tools as they are declared over `wire`.
fn declared<'a, T: Serialize>(
    step: &'a Step<'_>,
    wire: Wire,
    form: impl Fn(&'a ToolOut) -> T,
) -> Result<Vec<Cow<'a, RawValue>>, Fault> {
    let tools = step.tools.iter().map(|tool| tool.declared(wire, &form));
    tools.collect::<Result<_, _>>().map_err(|_| Fault::BadReply("a tool could not be written"))
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
    pub(crate) fn reply(self, names: &Names) -> Read {
        let Self { call, text, meta, model, usage } = self;
        let silent = text.trim().is_empty();
        // What a page does not read is no reply of ours.
        let mut arguments = call.iter().flat_map(|call| call.arguments.values());
        let is_read = arguments.all(|value| value.is_within(MAX_VALUE_DEPTH - 1));
        if !is_read || meta.as_ref().is_some_and(|meta| !meta.is_within(MAX_VALUE_DEPTH)) {
            return Err(Fault::Malformed("it is nested too deeply"));
        }
        match call {
            // A page reads a blank name as none.
            Some(call) if call.name.trim().is_empty() => {
                Err(Fault::Malformed("a call without a name"))
            }
            Some(Called { name, id, arguments }) => Ok(Reply::Tool {
                name: names.inner(&name),
                arguments: names.inner_arguments(arguments),
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

/// A reply, once read.
pub(crate) type Read = Result<Reply, Fault>;

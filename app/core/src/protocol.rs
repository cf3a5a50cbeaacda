//! Protocol 1: what the session sends to a model and gets back.

use crate::json::{Object, Value};
use crate::message::Message;

/// A request to a model: `POST /api/agent`, or an adapter's `respond`.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The site's own extra only; the built-in rules are added by the server or the local adapter.
    pub instructions: String,
    /// The history, fitted to the caps.
    pub messages: Vec<Message>,
    /// The tools on offer.
    pub tools: Vec<ToolSpec>,
}

/// A tool as a model sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// The page's name for it.
    pub name: String,
    /// Folded to one line and capped; the title goes in front where there is one.
    pub description: String,
    /// Always an object schema.
    pub input_schema: Value,
}

/// A model's reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It wants a tool called.
    Call {
        /// The tool.
        name: String,
        /// The arguments.
        arguments: Object,
        /// What it said before the call.
        text: String,
        /// What the provider wants back verbatim.
        meta: Option<Value>,
        /// The model that answered, when the adapter says so.
        model: Option<String>,
        /// Tokens, when known: `{input, output}`.
        usage: Option<Value>,
    },
    /// It answers.
    Answer {
        /// The text.
        text: String,
        /// What the provider wants back verbatim.
        meta: Option<Value>,
        /// The model that answered, when the adapter says so.
        model: Option<String>,
        /// Tokens, when known: `{input, output}`.
        usage: Option<Value>,
    },
}

/// Why a run failed; the public `error` event.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFault {
    /// One of the public codes.
    pub code: Code,
    /// A sentence for a person.
    pub message: String,
    /// A proxy's own error.
    pub detail: Option<Detail>,
}

/// The public error codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// `aborted`
    Aborted,
    /// `busy`
    Busy,
    /// `max-steps`
    MaxSteps,
    /// `model-unavailable`
    ModelUnavailable,
    /// `model-download-required`
    ModelDownloadRequired,
    /// `model-error`
    ModelError,
    /// `bad-reply`
    BadReply,
    /// `no-tools`
    NoTools,
}

/// What a proxy said beside its error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// HTTP status.
    pub status: Option<u16>,
    /// The proxy's code, such as `rate-limited`.
    pub code: Option<String>,
    /// Seconds to wait.
    pub retry_after: Option<u32>,
    /// Meets the server's log line.
    pub request_id: Option<String>,
}

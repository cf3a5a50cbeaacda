//! An HTTP response of a proxy, read as a reply or as a failure that a person can act on.

use super::fault::{Code, Detail, RunFault};
use super::reply::Reply;
use super::stream;
use crate::config::Caps;
use crate::json::{self, Value};
use crate::text::{digits, one_line};

/// Code points of a proxy's sentence that a person reads.
const MAX_MESSAGE: usize = 300;

/// A model that could not answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelFailure {
    /// What the run ends with, unless it is tried again.
    pub fault: RunFault,
    /// How long a busy endpoint (429, 503) asks to wait, in milliseconds (rule 12).
    pub retry_ms: Option<u32>,
    /// They come with a proxy's 400 or 413 (rule 11).
    pub caps: Option<Caps>,
}

/// Reads a proxy's whole response: its status, its `retry-after` header, its body.
#[expect(clippy::result_large_err, reason = "once a model turn; callers take it apart at once")]
pub fn from_response(
    status: u16,
    retry_after: Option<&str>,
    body: &[u8],
) -> Result<Reply, ModelFailure> {
    let parsed = json::parse_bytes(body);
    if (200..300).contains(&status) {
        let value = parsed.map_err(|error| {
            let message = if is_page(body) {
                "The model's address answered with a web page instead of a reply.".to_owned()
            } else {
                ["The model's reply cannot be read: ", &error.words(), "."].concat()
            };
            ModelFailure::new(Code::BadReply, message, status)
        })?;
        return Reply::from_value(&value)
            .map_err(|error| ModelFailure::new(Code::BadReply, error.sentence(), status));
    }
    Err(failure(status, retry_after, parsed.ok().as_ref(), is_page(body)))
}

impl ModelFailure {
    fn new(code: Code, message: String, status: u16) -> Self {
        let detail = Detail { status: Some(status), ..Detail::default() };
        Self { fault: RunFault { code, message, detail: Some(detail) }, retry_ms: None, caps: None }
    }

    /// One of which there is nothing more to say.
    #[must_use]
    pub fn bare(code: Code, message: impl Into<String>) -> Self {
        Self { fault: RunFault::new(code, message), retry_ms: None, caps: None }
    }
}

pub(super) fn failure(
    status: u16,
    retry_after: Option<&str>,
    body: Option<&Value>,
    is_page: bool,
) -> ModelFailure {
    let busy = matches!(status, 429 | 503);
    // Only whole seconds: a date would need a clock, and none of ours sends one.
    let seconds = retry_after.and_then(|text| text.trim().parse::<u32>().ok());
    let error = body.and_then(|body| body.get("error"));
    let text = |key: &str| error?.get(key)?.as_str().map(|text| one_line(text, MAX_MESSAGE));
    let their_code = text("code").filter(|code| !code.is_empty());
    let bad_reply = their_code.as_deref() == Some(Code::BadReply.as_str());
    let code = if bad_reply || (is_page && !busy) { Code::BadReply } else { Code::ModelError };
    let message = text("message")
        .filter(|message| !message.is_empty())
        .unwrap_or_else(|| sentence(status, seconds, is_page));
    let detail = Detail {
        status: Some(status),
        code: their_code,
        retry_after: seconds,
        request_id: text("requestId"),
    };
    ModelFailure {
        fault: RunFault { code, message, detail: Some(detail) },
        retry_ms: seconds.filter(|_| busy).map(|seconds| seconds.saturating_mul(1000)),
        caps: error.filter(|_| matches!(status, 400 | 413)).and_then(caps_of),
    }
}

/// What we say when the proxy itself said nothing.
fn sentence(status: u16, seconds: Option<u32>, is_page: bool) -> String {
    match (status, seconds) {
        (429 | 503, Some(seconds)) => {
            ["The model is busy. Try again in ", &digits(seconds), " s."].concat()
        }
        (429 | 503, None) => "The model is busy. Try again in a moment.".to_owned(),
        // Told within a stream, whose head was fine.
        (200, _) => stream::cut_off().fault.message,
        _ if is_page => {
            let start = "The model's address answered with a web page instead of a reply (";
            [start, &digits(status), ")."].concat()
        }
        _ => ["The model's address answered with status ", &digits(status), "."].concat(),
    }
}

/// `caps: {messages, bytes, tools}`; one that is missing is the proxy's default.
fn caps_of(error: &Value) -> Option<Caps> {
    let caps = error.get("caps")?.as_object()?;
    let cap = |key: &str, default: usize| {
        let given = caps.get(key).and_then(Value::as_u64);
        given.map_or(default, |cap| usize::try_from(cap).unwrap_or(usize::MAX))
    };
    let default = Caps::default();
    Some(Caps {
        messages: cap("messages", default.messages),
        bytes: cap("bytes", default.bytes),
        tools: cap("tools", default.tools),
    })
}

/// Whether a body that should be JSON is a web page.
fn is_page(body: &[u8]) -> bool {
    body.trim_ascii_start().starts_with(b"<")
}

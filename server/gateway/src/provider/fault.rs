//! Why a step gave no reply, and what of it a client may read.

use std::time::Duration;

use http::{HeaderMap, HeaderValue, StatusCode};

use super::Quirks;
use crate::error::{ApiError, Code};

/// Why a step gave no reply.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Try again in that time, if it is known.
    Overloaded(Option<Duration>),
    /// An error that nothing here can mend.
    Upstream(StatusCode),
    /// No connection, or one that broke; how, for the log.
    Unreachable(&'static str),
    /// A stream that ended before its reply did.
    CutOff,
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
    /// One more try with less of that tool's schema.
    BadSchema(usize),
}

impl Fault {
    /// What a status means when its body says nothing more. Some providers say themselves whether
    /// another try makes sense (`x-should-retry`).
    pub(crate) fn of_status(status: StatusCode, headers: &HeaderMap) -> Self {
        let again = headers.get("x-should-retry").map(HeaderValue::as_bytes);
        match (status.as_u16(), again) {
            (_, Some(b"false")) => Self::Upstream(status),
            (_, Some(b"true")) => Self::Overloaded(Some(retry_after(headers).unwrap_or(SOON))),
            (429 | 503 | 529, _) => Self::Overloaded(retry_after(headers)),
            _ => Self::Upstream(status),
        }
    }

    /// As a client may read it; upstream text never passes.
    pub(crate) fn told(&self) -> ApiError {
        match *self {
            Self::Overloaded(wait) => {
                ApiError::new(Code::Overloaded, "the model is overloaded, try again shortly")
                    .retry_after(wait)
            }
            Self::Upstream(status) => ApiError::new(
                Code::Upstream,
                format!("the model's provider answered {}", status.as_u16()),
            )
            .of_provider(status),
            Self::Unreachable(why) => {
                ApiError::new(Code::Upstream, "the model's provider could not be reached")
                    .because(why)
            }
            Self::CutOff => ApiError::new(Code::Upstream, "the model's reply broke off"),
            Self::Truncated => {
                ApiError::new(Code::Truncated, "the model's reply was cut off by its length limit")
            }
            Self::Refused => ApiError::new(Code::Refused, "the model refused to answer"),
            Self::BadReply(why) | Self::Malformed(why) => {
                ApiError::new(Code::BadReply, "the model's reply was not usable").because(why)
            }
            Self::Learnt(_) | Self::StaleMeta | Self::BadSchema(_) => {
                ApiError::new(Code::Upstream, "the model's provider refused the request")
                    .because("a retry did not help")
            }
        }
    }
}

/// The wait of a provider that says "again" and not when.
const SOON: Duration = Duration::from_millis(500);

/// The time of a `retry-after-ms` or `retry-after` header.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
    let milliseconds = number("retry-after-ms").map(|number| number / 1000.0);
    Duration::try_from_secs_f64(milliseconds.or_else(|| number("retry-after"))?).ok()
}

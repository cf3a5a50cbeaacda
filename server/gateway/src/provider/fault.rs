//! Why a step gave no reply, and what of it a client may read.

use std::time::Duration;

use http::{HeaderMap, StatusCode};

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
}

impl Fault {
    /// What a status means when its body says nothing more.
    pub(crate) fn of_status(status: StatusCode, headers: &HeaderMap) -> Self {
        match status.as_u16() {
            429 | 503 | 529 => Self::Overloaded(retry_after(headers)),
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
            ),
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
            Self::Learnt(_) | Self::StaleMeta => {
                ApiError::new(Code::Upstream, "the model's provider refused the request")
                    .because("a retry did not help")
            }
        }
    }
}

/// Seconds of a `retry-after` header.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: f64 =
        headers.get(http::header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

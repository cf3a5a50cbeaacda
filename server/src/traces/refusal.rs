//! Why a run is not kept, as the page that sent it is told.

use std::borrow::Cow;

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::{ALLOW, RETRY_AFTER};
use http::{HeaderValue, StatusCode};
use serde_json::json;
use site_agent_gateway::request_id;
use thiserror::Error;

/// Seconds after which a full queue has room again.
const A_MOMENT: u32 = 2;

/// The codes of `/api/traces`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// No JSON, or not of the expected form.
    BadRequest,
    /// Not version 1 of the trace.
    UnsupportedVersion,
    /// The trace says what no run can say.
    InvalidTrace,
    /// The page's origin is not on the widget's list.
    OriginNotAllowed,
    /// The widget stores nothing.
    TracesOff,
    /// The widget stores less than that.
    LevelNotAllowed,
    /// No widget has this key.
    UnknownWidget,
    /// No run has this id and this token.
    UnknownTrace,
    /// No replay waits for this ticket or token.
    UnknownReplay,
    /// Neither a POST nor a DELETE of one run.
    MethodNotAllowed,
    /// Not JSON by its content type.
    UnsupportedMediaType,
    /// The body did not arrive in time.
    TooSlow,
    /// Over the size of a request.
    TooLarge,
    /// More runs wait to be written than there is room for.
    Overloaded,
    /// Ours.
    Internal,
}

impl Code {
    /// The word on the wire, the status, and what a person is told.
    fn told(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Self::BadRequest => {
                ("bad-request", StatusCode::BAD_REQUEST, "this is not a run to be stored")
            }
            Self::UnsupportedVersion => (
                "unsupported-version",
                StatusCode::BAD_REQUEST,
                "traces of version 1 are stored, and no others",
            ),
            Self::InvalidTrace => {
                ("invalid-trace", StatusCode::BAD_REQUEST, "this is not a whole trace")
            }
            Self::OriginNotAllowed => (
                "origin-not-allowed",
                StatusCode::FORBIDDEN,
                "this page may not use this agent; its owner can allow the origin",
            ),
            Self::TracesOff => ("traces-off", StatusCode::FORBIDDEN, "this widget stores no runs"),
            Self::LevelNotAllowed => (
                "level-not-allowed",
                StatusCode::FORBIDDEN,
                "this widget stores less of a run than that",
            ),
            Self::UnknownWidget => {
                ("unknown-widget", StatusCode::NOT_FOUND, "no widget has this key")
            }
            Self::UnknownTrace => {
                ("unknown-trace", StatusCode::NOT_FOUND, "there is no run that this token deletes")
            }
            Self::UnknownReplay => (
                "unknown-replay",
                StatusCode::NOT_FOUND,
                "this ticket was used, is too old, or is for another page",
            ),
            Self::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "send a POST with a run, or a DELETE of one",
            ),
            Self::UnsupportedMediaType => (
                "unsupported-media-type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "send application/json",
            ),
            Self::TooSlow => {
                ("too-slow", StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time")
            }
            Self::TooLarge => {
                ("too-large", StatusCode::PAYLOAD_TOO_LARGE, "a run has at most 262144 bytes")
            }
            Self::Overloaded => (
                "overloaded",
                StatusCode::SERVICE_UNAVAILABLE,
                "too many runs are being stored, try again shortly",
            ),
            Self::Internal => {
                ("internal", StatusCode::INTERNAL_SERVER_ERROR, "something went wrong")
            }
        }
    }
}

/// A run that is not kept.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct Refusal {
    code: Code,
    message: Cow<'static, str>,
}

impl Refusal {
    /// With the code's own sentence.
    pub fn new(code: Code) -> Self {
        Self { code, message: code.told().2.into() }
    }

    /// With a sentence that says where.
    pub fn saying(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into().into() }
    }

    /// Its code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What a person is told.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (code, status, _) = self.code.told();
        tracing::debug!(request_id = %request_id::current(), code, "{}", self.message);
        let error = json!({ "error": {
            "code": code,
            "message": self.message,
            "requestId": request_id::current(),
        }});
        let mut response = (status, Json(error)).into_response();
        let headers = response.headers_mut();
        match self.code {
            Code::Overloaded => drop(headers.insert(RETRY_AFTER, A_MOMENT.into())),
            Code::MethodNotAllowed => {
                headers.insert(ALLOW, HeaderValue::from_static("POST, DELETE, OPTIONS"));
            }
            _ => {}
        }
        response
    }
}

//! What goes wrong, once for the client and once for the log.

use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};
use serde_json::{Map, Value, json};

use crate::config::Caps;
use crate::edge::request_id;

/// The codes of protocol 1's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// Not this protocol; too many messages or tools.
    BadRequest,
    /// Another protocol version.
    UnsupportedVersion,
    /// The Origin is not on the widget's list, or absent.
    OriginNotAllowed,
    /// No widget has that key.
    UnknownWidget,
    /// Not a POST.
    MethodNotAllowed,
    /// Not JSON by its content type.
    UnsupportedMediaType,
    /// The body did not arrive in time.
    TooSlow,
    /// Over the body cap.
    TooLarge,
    /// Too many requests of one client.
    RateLimited,
    /// The widget's budget for the day is spent.
    BudgetSpent,
    /// The provider failed.
    Upstream,
    /// The reply was cut by the token limit.
    Truncated,
    /// The provider refused.
    Refused,
    /// The reply is not usable.
    BadReply,
    /// Too many in flight, or the provider is overloaded.
    Overloaded,
    /// No model is configured.
    NotConfigured,
    /// The total deadline passed.
    UpstreamTimeout,
    /// Ours.
    Internal,
}

impl Code {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::BadRequest,
        Self::UnsupportedVersion,
        Self::OriginNotAllowed,
        Self::UnknownWidget,
        Self::MethodNotAllowed,
        Self::UnsupportedMediaType,
        Self::TooSlow,
        Self::TooLarge,
        Self::RateLimited,
        Self::BudgetSpent,
        Self::Upstream,
        Self::Truncated,
        Self::Refused,
        Self::BadReply,
        Self::Overloaded,
        Self::NotConfigured,
        Self::UpstreamTimeout,
        Self::Internal,
    ];

    /// As it stands on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BadRequest => "bad-request",
            Self::UnsupportedVersion => "unsupported-version",
            Self::OriginNotAllowed => "origin-not-allowed",
            Self::UnknownWidget => "unknown-widget",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::UnsupportedMediaType => "unsupported-media-type",
            Self::TooSlow => "too-slow",
            Self::TooLarge => "too-large",
            Self::RateLimited => "rate-limited",
            Self::BudgetSpent => "budget-spent",
            Self::Upstream => "upstream",
            Self::Truncated => "truncated",
            Self::Refused => "refused",
            Self::BadReply => "bad-reply",
            Self::Overloaded => "overloaded",
            Self::NotConfigured => "not-configured",
            Self::UpstreamTimeout => "upstream-timeout",
            Self::Internal => "internal",
        }
    }

    /// Its HTTP status.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Self::BadRequest | Self::UnsupportedVersion => StatusCode::BAD_REQUEST,
            Self::OriginNotAllowed => StatusCode::FORBIDDEN,
            Self::UnknownWidget => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::RateLimited | Self::BudgetSpent => StatusCode::TOO_MANY_REQUESTS,
            Self::Upstream | Self::Truncated | Self::Refused | Self::BadReply => {
                StatusCode::BAD_GATEWAY
            }
            Self::Overloaded | Self::NotConfigured => StatusCode::SERVICE_UNAVAILABLE,
            Self::UpstreamTimeout => StatusCode::GATEWAY_TIMEOUT,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// An error on its way to the client. `internal` goes to the log and never further.
#[derive(Clone, Debug)]
pub struct ApiError {
    code: Code,
    public: String,
    internal: Option<String>,
    retry_after: Option<Duration>,
    provider_status: Option<StatusCode>,
    caps: Option<Caps>,
}

impl ApiError {
    /// An error with the sentence that the client reads.
    pub fn new(code: Code, public: impl Into<String>) -> Self {
        Self {
            code,
            public: public.into(),
            internal: None,
            retry_after: None,
            provider_status: None,
            caps: None,
        }
    }

    /// A fault of ours, of which only the log says more.
    pub(crate) fn of_ours(internal: &(impl ToString + ?Sized)) -> Self {
        Self::new(Code::Internal, "something went wrong").because(internal.to_string())
    }

    /// Adds what the log may say.
    #[must_use]
    pub fn because(mut self, internal: impl Into<String>) -> Self {
        self.internal = Some(internal.into());
        self
    }

    /// Adds when a retry makes sense; sent in whole seconds, rounded up.
    #[must_use]
    pub fn retry_after(mut self, wait: Option<Duration>) -> Self {
        self.retry_after = wait;
        self
    }

    /// Adds the caps, so that the caller can fit its history.
    #[must_use]
    pub fn with_caps(mut self, caps: Caps) -> Self {
        self.caps = Some(caps);
        self
    }

    /// Adds with which status the provider failed.
    #[must_use]
    pub fn of_provider(mut self, status: StatusCode) -> Self {
        self.provider_status = Some(status);
        self
    }

    /// The status with which the provider failed, if it came to that.
    #[must_use]
    pub fn provider_status(&self) -> Option<StatusCode> {
        self.provider_status
    }

    /// What the log says: more than a client may read, and never a provider's own words.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.internal.as_deref().unwrap_or(&self.public)
    }

    /// Its code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Whole seconds of `retry-after`, at least 1.
    #[must_use]
    pub fn retry_after_seconds(&self) -> Option<u64> {
        self.retry_after
            .map(|wait| wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
            .map(|s| s.max(1))
    }

    /// The `{"error": …}` document.
    #[must_use]
    pub fn body(&self) -> Vec<u8> {
        let mut error = Map::new();
        error.insert("code".into(), self.code.as_str().into());
        error.insert("message".into(), self.public.as_str().into());
        error.insert("requestId".into(), request_id::current().into());
        if let Some(caps) = &self.caps {
            error.insert(
                "caps".into(),
                json!({ "messages": caps.messages, "bytes": caps.body_bytes, "tools": caps.tools }),
            );
        }
        Value::Object([("error".to_owned(), Value::Object(error))].into_iter().collect())
            .to_string()
            .into_bytes()
    }

    /// Writes the line for the owner. Called once, where the error leaves.
    pub fn log(&self) {
        let (code, why) = (self.code.as_str(), self.reason());
        let id = request_id::current();
        if self.code.status().is_server_error() {
            tracing::warn!(request_id = %id, code, "{why}");
        } else {
            tracing::debug!(request_id = %id, code, "{why}");
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let mut response = Response::new(Body::from(self.body()));
        *response.status_mut() = self.code.status();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(seconds) = self.retry_after_seconds() {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.code == Code::MethodNotAllowed {
            headers.insert(ALLOW, HeaderValue::from_static("POST, OPTIONS"));
        }
        response
    }
}

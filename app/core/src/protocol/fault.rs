//! Why a run failed: the public `error` event.

use crate::wire;

wire! {
    /// Why a run failed; the public `error` event.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RunFault {
        /// One of the public codes.
        pub code: Code,
        /// A sentence for a person.
        pub message: String,
        /// A proxy's own error.
        pub detail: Option<Detail>,
    }
}

wire! {
    /// The public error codes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
}

wire! {
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
}

impl RunFault {
    /// A fault that no proxy said anything about.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), detail: None }
    }
}

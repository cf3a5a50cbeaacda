//! Why a form about runs was not answered.

use serde::{Deserialize, Serialize};
use server_fn::codec::JsonEncoding;
use server_fn::error::{FromServerFnError, ServerFnErrorErr};

use crate::fault;

/// What went wrong, as far as a browser is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunFault {
    /// The form names no runs, or in words that cannot be read.
    BadInput,
    /// The database did not answer.
    Store,
}

impl std::fmt::Display for RunFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::BadInput => "The form names no runs.",
            Self::Store => "The database did not answer. Try again in a minute.",
        })
    }
}

impl FromServerFnError for RunFault {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        if fault::is_unreadable(&error) { Self::BadInput } else { Self::Store }
    }

    #[cfg(feature = "ssr")]
    fn ser(&self) -> bytes::Bytes {
        use http::StatusCode;

        let status = match self {
            Self::BadInput => StatusCode::BAD_REQUEST,
            Self::Store => StatusCode::SERVICE_UNAVAILABLE,
        };
        fault::set_status(status, None);
        let error = serde_json::json!({ "code": self, "message": self.to_string() });
        serde_json::json!({ "error": error }).to_string().into()
    }
}

#[cfg(feature = "ssr")]
impl From<crate::ports::StoreError> for RunFault {
    fn from(_: crate::ports::StoreError) -> Self {
        Self::Store
    }
}

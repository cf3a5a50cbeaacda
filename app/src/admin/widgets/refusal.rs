//! Why a widget stayed as it was: a sentence for a person, a status and JSON for a script.

use serde::{Deserialize, Serialize};
use server_fn::codec::JsonEncoding;
use server_fn::error::{FromServerFnError, ServerFnErrorErr};
use thiserror::Error;

use crate::fault;
use crate::ports::StoreError;

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Its name.
    pub field: String,
    /// What is wrong and what to write instead: the rest of a sentence that begins with the field.
    pub words: String,
}

/// Why it was not done.
#[derive(Clone, Debug, Error, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// There is no such widget.
    #[error("There is no such widget any more. Look at the list again.")]
    Missing,
    /// It is the configuration's.
    #[error("This widget is set by the configuration. Change it there and start again.")]
    OfFile,
    /// Fields are wrong.
    #[error("Nothing was changed. Look at what is wrong:")]
    Fields(Vec<Fault>),
    /// There are as many as there can be.
    #[error("There are {most} widgets, and no more can be kept. Remove one first.")]
    TooMany {
        /// How many.
        most: usize,
    },
    /// The form was not one of ours.
    #[error("The form could not be read. Fill it in again.")]
    Form,
    /// The store failed.
    #[error("The program cannot do that at the moment. Try again in a minute.")]
    Store,
}

impl Refusal {
    fn code(&self) -> (&'static str, http::StatusCode) {
        use http::StatusCode;

        match self {
            Self::Missing => ("unknown-widget", StatusCode::NOT_FOUND),
            Self::OfFile => ("set-by-configuration", StatusCode::CONFLICT),
            Self::Fields(_) => ("bad-fields", StatusCode::BAD_REQUEST),
            Self::TooMany { .. } => ("too-many", StatusCode::CONFLICT),
            Self::Form => ("bad-request", StatusCode::BAD_REQUEST),
            Self::Store => ("overloaded", StatusCode::SERVICE_UNAVAILABLE),
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(_: StoreError) -> Self {
        Self::Store
    }
}

impl FromServerFnError for Refusal {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(_: ServerFnErrorErr) -> Self {
        Self::Form
    }

    fn ser(&self) -> server_fn::Bytes {
        let (code, status) = self.code();
        fault::set_status(status, None);
        let fields = match self {
            Self::Fields(faults) => faults.as_slice(),
            _ => &[],
        };
        let error = serde_json::json!({
            "code": code, "message": self.to_string(), "fields": fields,
        });
        serde_json::json!({ "error": error }).to_string().into_bytes().into()
    }
}

//! How a server function fails: with a status, and in the form it chose.

#[cfg(feature = "ssr")]
use http::StatusCode;
use server_fn::error::ServerFnErrorErr;

/// Whether what was sent could not be read.
pub fn is_unreadable(error: &ServerFnErrorErr) -> bool {
    matches!(
        error,
        ServerFnErrorErr::Args(_)
            | ServerFnErrorErr::MissingArg(_)
            | ServerFnErrorErr::Deserialization(_)
    )
}

/// Sets the status of the reply. Every error passes through its `ser` within its request, so that is
/// the one place to call this from.
#[cfg(feature = "ssr")]
pub fn set_status(status: StatusCode, retry_after: Option<u64>) {
    let Some(response) = leptos::prelude::use_context::<leptos_axum::ResponseOptions>() else {
        return;
    };
    response.set_status(status);
    if let Some(seconds) = retry_after {
        response.insert_header(http::header::RETRY_AFTER, seconds.into());
    }
}

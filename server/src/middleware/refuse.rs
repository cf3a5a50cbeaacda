//! How a layer refuses: with a sentence for somebody who reads it, with typed JSON for a script.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::ACCEPT;
use http::{HeaderMap, StatusCode};
use serde_json::json;

/// Answers a request with these headers.
pub(crate) fn refuse(
    headers: &HeaderMap,
    status: StatusCode,
    code: &str,
    message: &str,
) -> Response {
    if accepts_pages(headers) {
        return (status, format!("{message}\n")).into_response();
    }
    (status, Json(json!({ "error": { "code": code, "message": message } }))).into_response()
}

/// Whether a browser asks for something to be read, and not a script for data.
pub(crate) fn accepts_pages(headers: &HeaderMap) -> bool {
    headers
        .get(ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"))
}

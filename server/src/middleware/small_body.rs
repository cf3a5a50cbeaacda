//! The bodies of the site's own functions are small and come at once; anything else is not one of its forms.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::StatusCode;

const MOST: usize = 64 * 1024;
const TIME: Duration = Duration::from_secs(10);

/// Reads the whole body within the bounds and hands it on.
pub(super) async fn bound(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match tokio::time::timeout(TIME, to_bytes(body, MOST)).await {
        Ok(Ok(body)) => next.run(Request::from_parts(parts, Body::from(body))).await,
        Ok(Err(_)) => (StatusCode::PAYLOAD_TOO_LARGE, "The form is too large.\n").into_response(),
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "The form came too slowly.\n").into_response(),
    }
}

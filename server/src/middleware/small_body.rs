//! The bodies of the site's own functions are small and come at once; anything else is not one of
//! its forms.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::StatusCode;

use super::refuse;

const MOST: usize = 64 * 1024;
const TIME: Duration = Duration::from_secs(10);

type Refusal = (StatusCode, &'static str, &'static str);

/// Reads the whole body within the bounds and hands it on.
pub(super) async fn bound(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match read(body, TIME).await {
        Ok(body) => next.run(Request::from_parts(parts, Body::from(body))).await,
        Err((status, code, message)) => refuse(&parts.headers, status, code, message),
    }
}

async fn read(body: Body, time: Duration) -> Result<Bytes, Refusal> {
    tokio::time::timeout(time, to_bytes(body, MOST))
        .await
        .map_err(|_| (StatusCode::REQUEST_TIMEOUT, "too-slow", "The form came too slowly."))?
        .map_err(|_| (StatusCode::PAYLOAD_TOO_LARGE, "too-large", "The form is too large."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_form_that_never_arrives_is_given_up() {
        let never = Body::from_stream(futures::stream::pending::<Result<String, std::io::Error>>());
        let refusal = read(never, Duration::from_millis(10)).await.expect_err("given up");
        assert_eq!(refusal.0, StatusCode::REQUEST_TIMEOUT);
    }
}

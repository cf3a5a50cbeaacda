//! An id for every request: in the log, in the reply, and where code needs it without passing it
//! along.
//!
//! The proxy's own layer hands it on and keeps it at hand
//! (`site_agent_gateway::request_id::current`); here it is chosen, and what became of the request
//! is logged.

use std::time::Instant;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderValue;
use site_agent_gateway::{RequestId, request_id};
use tracing::Instrument as _;
use uuid::Uuid;

const X_REQUEST_ID: &str = "x-request-id";

/// Gives the request its id, logs how it went, and sends the id back.
pub(super) async fn give(mut request: Request, next: Next) -> Response {
    let id = choose(&request);
    if let Ok(value) = HeaderValue::from_str(&id) {
        request.headers_mut().insert(X_REQUEST_ID, value);
    }
    request.extensions_mut().insert(RequestId(id.clone()));
    // The path only: a query can hold what a visitor typed.
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let start = Instant::now();
    async {
        let response = request_id::assign(request, next).await;
        let (status, ms) = (response.status().as_u16(), start.elapsed().as_millis());
        if path.ends_with("/healthz") || path.ends_with("/readyz") {
            tracing::debug!(%method, path, status, ms, "answered");
        } else {
            tracing::info!(%method, path, status, ms, "answered");
        }
        response
    }
    .instrument(tracing::info_span!("request", id))
    .await
}

/// A proxy's own id where it sent a plain one, else a new one.
fn choose(request: &Request) -> String {
    let given = request.headers().get(X_REQUEST_ID).and_then(|id| id.to_str().ok());
    match given {
        Some(id) if is_plain(id) => id.to_owned(),
        _ => Uuid::now_v7().simple().to_string(),
    }
}

/// Letters, digits, dashes, dots and underscores, at most 64: nothing that could forge a log line.
fn is_plain(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn an_id_that_could_forge_a_log_line_is_not_taken_over() {
        assert!(is_plain("01J-abc_D.9"));
        for forged in ["a b", "a\"b", "", "id=1", &"x".repeat(65)] {
            assert!(!is_plain(forged), "{forged}");
        }
    }
}

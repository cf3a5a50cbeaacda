//! An id for every request: in the log, in the reply, and where code needs it without passing it along.

use std::time::Instant;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderName, HeaderValue};
use tracing::Instrument as _;
use uuid::Uuid;

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: RequestId;
}

/// A request's id: a proxy's own where it sent a plain one, else made here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        // Only visible ASCII is let in below.
        self.0.to_str().unwrap_or_default()
    }

    fn of(request: &Request) -> Self {
        request.headers().get(X_REQUEST_ID).filter(|id| is_plain(id)).cloned().map_or_else(
            || {
                let id = Uuid::now_v7().simple().to_string();
                Self(HeaderValue::try_from(id).unwrap_or(HeaderValue::from_static("none")))
            },
            Self,
        )
    }
}

/// The id of the request that this task answers, if it answers one.
pub fn current_request_id() -> Option<RequestId> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Gives the request its id, logs how it went, and sends the id back.
pub(super) async fn give(mut request: Request, next: Next) -> Response {
    let id = RequestId::of(&request);
    request.headers_mut().insert(X_REQUEST_ID, id.0.clone());
    // The path only: a query can hold what a visitor typed.
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let span = tracing::info_span!("request", id = id.as_str());
    let start = Instant::now();
    let mut response = CURRENT
        .scope(id.clone(), async {
            let response = next.run(request).await;
            let (status, ms) = (response.status().as_u16(), start.elapsed().as_millis());
            if matches!(path.as_str(), "/healthz" | "/readyz") {
                tracing::debug!(%method, path, status, ms, "answered");
            } else {
                tracing::info!(%method, path, status, ms, "answered");
            }
            response
        })
        .instrument(span)
        .await;
    response.headers_mut().insert(X_REQUEST_ID, id.0);
    response
}

/// Letters, digits, dashes, dots and underscores, at most 64: nothing that could forge a log line.
fn is_plain(id: &HeaderValue) -> bool {
    let bytes = id.as_bytes();
    (1..=64).contains(&bytes.len())
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_could_forge_a_log_line_is_not_taken_over() {
        assert!(is_plain(&HeaderValue::from_static("01J-abc_D.9")));
        for forged in ["a b", "a\"b", "", "id=1"] {
            assert!(!is_plain(&HeaderValue::from_static(forged)), "{forged}");
        }
        assert!(!is_plain(&HeaderValue::try_from("x".repeat(65)).expect("plain text")));
    }
}

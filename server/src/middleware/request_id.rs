//! An id for every request: in the log, in the reply, and where code needs it without passing it
//! along.
//!
//! The proxy's own layer hands it on and keeps it at hand
//! (`site_agent_gateway::request_id::current`); here it is chosen, and what became of the request
//! is logged.

use std::hash::{BuildHasher as _, RandomState};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::extract::Request;
use axum::response::Response;
use http::HeaderValue;
use site_agent_gateway::{RequestId, request_id};
use tracing::Instrument as _;

const X_REQUEST_ID: &str = "x-request-id";

/// Gives the request its id, logs how it went, and sends the id back.
pub(super) async fn give<F: Future<Output = Response>>(
    mut request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
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
        _ => fresh(),
    }
}

/// A new one, in the order of time. It is to be unique and no secret, so its random half comes from
/// the keys that std drew once for this thread: asking the system is a hundredth of a step.
fn fresh() -> String {
    let ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let state = RandomState::new();
    let mut random = [0; 10];
    random[..8].copy_from_slice(&state.hash_one(0).to_ne_bytes());
    random[8..].copy_from_slice(&state.hash_one(1).to_ne_bytes()[..2]);
    let ms = u64::try_from(ms).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(ms, &random).into_uuid().simple().to_string()
}

/// Letters, digits, dashes, dots and underscores, at most 64: nothing that could forge a log line.
fn is_plain(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{fresh, is_plain};

    #[test]
    fn a_new_id_is_plain_and_nobody_elses() {
        let some = || (0..1_000).map(|_| fresh()).collect::<Vec<_>>();
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(some)).collect();
        let ids: Vec<_> =
            threads.into_iter().flat_map(|thread| thread.join().expect("ids")).collect();
        assert!(ids.iter().all(|id| is_plain(id) && id.len() == 32 && id.as_bytes()[12] == b'7'));
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 4_000);
    }

    #[test]
    fn an_id_that_could_forge_a_log_line_is_not_taken_over() {
        assert!(is_plain("01J-abc_D.9"));
        for forged in ["a b", "a\"b", "", "id=1", &"x".repeat(65)] {
            assert!(!is_plain(forged), "{forged}");
        }
    }
}

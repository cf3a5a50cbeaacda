//! Names each request, so that a client's error and the owner's log line meet.

use axum::extract::Request;
use axum::response::Response;
use http::HeaderValue;

/// The id of the request at work; also an extension of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(pub String);

tokio::task_local! {
    static CURRENT: String;
}

/// The id of the request that this task answers; empty outside of one.
#[must_use]
pub fn current() -> String {
    CURRENT.try_with(Clone::clone).unwrap_or_default()
}

/// Does something under an id that was kept: a streamed body outlives the task that began it.
pub(crate) fn within<T>(id: String, act: impl FnOnce() -> T) -> T {
    CURRENT.sync_scope(id, act)
}

/// Gives the request an id, unless an outer layer did, and answers with it in `x-request-id`.
pub async fn assign<F: Future<Output = Response>>(
    mut request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let id = match request.extensions().get::<RequestId>() {
        Some(RequestId(id)) => id.clone(),
        None => format!("req_{}", uuid::Uuid::now_v7().simple()),
    };
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = CURRENT.scope(id.clone(), next(request)).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

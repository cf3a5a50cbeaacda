//! What a request must look like before anybody reads it: method, type, size, time.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use bytes::BytesMut;
use futures::StreamExt as _;
use http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, Method};

use crate::error::{ApiError, Code};
use crate::turn::Gateway;

/// Hands on a whole body of at most the cap.
pub(super) async fn check(
    State(gateway): State<Arc<Gateway>>,
    request: Request,
    next: Next,
) -> Response {
    match admit(&gateway, request).await {
        Ok(request) => next.run(request).await,
        Err(error) => gateway.refuse(error),
    }
}

async fn admit(gateway: &Gateway, request: Request) -> Result<Request, ApiError> {
    if request.method() != Method::POST {
        return Err(ApiError::new(Code::MethodNotAllowed, "send a POST"));
    }
    let (mut parts, body) = request.into_parts();
    if !is_json(&parts.headers) {
        return Err(ApiError::new(Code::UnsupportedMediaType, "send application/json"));
    }
    let cap = gateway.config.caps.body_bytes;
    let too_large = || {
        ApiError::new(Code::TooLarge, format!("the request is over {cap} bytes"))
            .with_caps(gateway.config.caps)
    };
    let promised = parts
        .headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if promised.is_some_and(|length| length > cap as u64) {
        return Err(too_large());
    }
    // Leptos would answer an Accept of text/html with a redirect to the Referer.
    if parts
        .headers
        .get_all(ACCEPT)
        .iter()
        .any(|value| value.to_str().is_ok_and(|text| text.contains("text/html")))
    {
        parts.headers.remove(ACCEPT);
    }
    let body = tokio::time::timeout(gateway.config.body_timeout, read(body, cap))
        .await
        .map_err(|_| ApiError::new(Code::TooSlow, "the request did not arrive in time"))?
        .map_err(|broken| match broken {
            Broken::TooLarge => too_large(),
            Broken::Connection => ApiError::new(Code::BadRequest, "the request broke off"),
        })?;
    Ok(Request::from_parts(parts, Body::from(body)))
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|text| {
        text.split(';')
            .next()
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
    })
}

enum Broken {
    TooLarge,
    Connection,
}

/// The body, its cap counted on the bytes that came and not on what the header promised.
async fn read(body: Body, cap: usize) -> Result<Bytes, Broken> {
    let mut out = BytesMut::new();
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Broken::Connection)?;
        if out.len() + chunk.len() > cap {
            return Err(Broken::TooLarge);
        }
        out.extend_from_slice(&chunk);
    }
    Ok(out.freeze())
}

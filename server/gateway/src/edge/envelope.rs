//! What a request must look like before anybody reads it: method, type, size, time.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use bytes::BytesMut;
use http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, Method};
use http_body_util::BodyExt as _;

use crate::error::{ApiError, Code};
use crate::turn::Gateway;

/// The request with a whole body of at most the cap.
pub(super) async fn admit(gateway: &Gateway, request: Request) -> Result<Request, ApiError> {
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
    let body = tokio::time::timeout(gateway.config.body_timeout, read(body, promised, cap))
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

/// The body, its cap counted on the bytes that came and not on what the header promised. What came
/// in one piece is not copied.
async fn read(mut body: Body, promised: Option<u64>, cap: usize) -> Result<Bytes, Broken> {
    let mut first = Bytes::new();
    let mut whole: Option<BytesMut> = None;
    while let Some(frame) = body.frame().await {
        // Trailers are nobody's.
        let Ok(chunk) = frame.map_err(|_| Broken::Connection)?.into_data() else { continue };
        let before = whole.as_ref().map_or(first.len(), BytesMut::len);
        if before + chunk.len() > cap {
            return Err(Broken::TooLarge);
        }
        if before == 0 {
            first = chunk;
            continue;
        }
        let promised = promised.and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
        let whole = whole.get_or_insert_with(|| {
            let mut whole = BytesMut::with_capacity(promised.min(cap));
            whole.extend_from_slice(&std::mem::take(&mut first));
            whole
        });
        whole.extend_from_slice(&chunk);
    }
    Ok(whole.map_or(first, BytesMut::freeze))
}

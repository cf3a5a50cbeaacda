//! `POST /api/traces` and `DELETE /api/traces/{id}`: a visitor's page hands over its run, and takes
//! it back.
//!
//! The same pages may do so as may ask the model, and no others; every reply can be read by the
//! page that asked. A run is answered with 201 when it is on disk.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Extension, Path, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Json, Router};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, AUTHORIZATION, CACHE_CONTROL,
    CONTENT_LENGTH, CONTENT_TYPE, ORIGIN, VARY,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use site_agent_app::admin::trace::TraceId;
use site_agent_gateway::{RateLimit, limited};

use super::agent::widget;
use crate::program::Program;
use crate::traces::{Code, LARGEST, Refusal};
use crate::widgets::Live;

/// Of one client: a run is a message with all that followed, so nobody has many a minute.
pub(super) const LIMIT: RateLimit = RateLimit { window: Duration::from_mins(1), max: 60 };
/// For a body to arrive.
const BODY: Duration = Duration::from_secs(10);

/// The routes with what stands in front of them, from outside: origin and CORS → per-client limit.
pub(crate) fn router(program: &Arc<Program>) -> Router {
    let routes = Router::new()
        .route("/api/traces", any(keep))
        .route("/api/traces/{id}", any(delete))
        .with_state(Arc::clone(program));
    let gateway = program.widgets.default().gateway();
    // Whoever turned the proxy's limit off has a limit elsewhere.
    let routes = match gateway.config().rate_limit {
        Some(_) => limited(routes, gateway, LIMIT),
        None => routes,
    };
    routes.layer(from_fn_with_state(Arc::clone(program), admit))
}

/// Lets pages of the widget's list in, and lets them read the answer.
async fn admit(State(program): State<Arc<Program>>, mut request: Request, next: Next) -> Response {
    let origin = request.headers().get(ORIGIN).cloned();
    let is_preflight = request.method() == Method::OPTIONS;
    let named = program.widgets.named(widget(request.uri().query()).as_deref());
    let mut response = match named {
        _ if is_preflight => StatusCode::NO_CONTENT.into_response(),
        None => Refusal::new(Code::UnknownWidget).into_response(),
        Some(live) if may_call(&live, origin.as_ref()) => {
            request.extensions_mut().insert(live);
            next.run(request).await
        }
        Some(live) => {
            if let Some(origin) = origin.as_ref().and_then(|origin| origin.to_str().ok()) {
                program.widgets.refused(live.key(), origin);
            }
            Refusal::new(Code::OriginNotAllowed).into_response()
        }
    };
    readable(&mut response, origin, is_preflight);
    response
}

/// Lets the page that asked read the answer.
pub(super) fn readable(response: &mut Response, origin: Option<HeaderValue>, is_preflight: bool) {
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("origin"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let Some(origin) = origin else { return };
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    for (name, value) in [
        (ACCESS_CONTROL_EXPOSE_HEADERS, "retry-after, x-request-id"),
        (ACCESS_CONTROL_ALLOW_METHODS, "POST, DELETE"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "content-type, authorization"),
        (ACCESS_CONTROL_MAX_AGE, "600"),
    ] {
        if is_preflight || name == ACCESS_CONTROL_EXPOSE_HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}

pub(super) fn may_call(live: &Live, origin: Option<&HeaderValue>) -> bool {
    match origin {
        Some(origin) => {
            live.origins().iter().any(|own| own.as_str().as_bytes() == origin.as_bytes())
        }
        None => live.settings().clients.allow_missing_origin,
    }
}

async fn keep(
    State(program): State<Arc<Program>>,
    Extension(live): Extension<Arc<Live>>,
    request: Request,
) -> Response {
    match try_keep(&program, &live, request).await {
        Ok(kept) => kept,
        Err(refusal) => refusal.into_response(),
    }
}

async fn try_keep(program: &Program, live: &Live, request: Request) -> Result<Response, Refusal> {
    if request.method() != Method::POST {
        return Err(Refusal::new(Code::MethodNotAllowed));
    }
    let most = live.settings().traces.ok_or_else(|| Refusal::new(Code::TracesOff))?;
    if !is_json(request.headers()) {
        return Err(Refusal::new(Code::UnsupportedMediaType));
    }
    let body = body(request).await?;
    let kept = program.traces.keep(live.key(), most, body).await?;
    Ok((StatusCode::CREATED, Json(kept)).into_response())
}

async fn delete(
    State(program): State<Arc<Program>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    if request.method() != Method::DELETE {
        return Refusal::new(Code::MethodNotAllowed).into_response();
    }
    let (Some(id), Some(token)) = (TraceId::parse(&id), bearer(request.headers())) else {
        return Refusal::new(Code::UnknownTrace).into_response();
    };
    match program.traces.delete(&id, token).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

/// The token that a request comes with.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

/// The body, its size counted on what came.
pub(super) async fn body(request: Request) -> Result<Bytes, Refusal> {
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if length.and_then(|length| length.parse::<usize>().ok()).is_some_and(|n| n > LARGEST) {
        return Err(Refusal::new(Code::TooLarge));
    }
    let read = axum::body::to_bytes(request.into_body(), LARGEST);
    match tokio::time::timeout(BODY, read).await {
        Ok(Ok(body)) => Ok(body),
        // Too large, or broken off: who broke off reads no answer.
        Ok(Err(_)) => Err(Refusal::new(Code::TooLarge)),
        Err(_) => Err(Refusal::new(Code::TooSlow)),
    }
}

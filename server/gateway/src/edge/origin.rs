//! Who may call: the widget, its origins, and the CORS headers that let the page read the answer.
//!
//! A preflight is answered to anybody without work: CORS is no access control. The POST itself is
//! refused before any work when its Origin is not on the list, and every reply echoes the origin,
//! since a page that cannot read an error cannot tell its visitor why.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL, CONTENT_TYPE, ORIGIN,
    VARY,
};
use http::{HeaderValue, Method, StatusCode};

use crate::error::{ApiError, Code};
use crate::turn::Gateway;

const EVENTS: &[u8] = b"text/event-stream";

/// Lets on to `next` who may call, and puts the headers on what is answered.
pub(super) async fn check<F: Future<Output = Response>>(
    gateway: &Gateway,
    request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let origin = request.headers().get(ORIGIN).cloned();
    let preflight = request.method() == Method::OPTIONS;
    let mut response = if preflight {
        StatusCode::NO_CONTENT.into_response()
    } else {
        match refusal(gateway, &request, origin.as_ref()) {
            Some(error) => gateway.refuse(error),
            None => next(request).await,
        }
    };
    let headers = response.headers_mut();
    // Leptos marks errors of server functions with a header that is none of the contract.
    headers.remove("serverfnerror");
    headers.insert(VARY, HeaderValue::from_static("origin"));
    if headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(EVENTS)) {
        // Nobody on the way may keep the pieces back, to compress them or otherwise.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store, no-transform"));
        headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    } else {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let Some(origin) = origin else {
        return response;
    };
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(
        ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("retry-after, x-request-id"),
    );
    if preflight {
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("POST"));
        headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        let mut names = String::from("content-type");
        for name in &gateway.config.allow_headers {
            names.push_str(", ");
            names.push_str(name.as_str());
        }
        if let Ok(value) = HeaderValue::from_str(&names) {
            headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, value);
        }
    }
    response
}

fn refusal(gateway: &Gateway, request: &Request, origin: Option<&HeaderValue>) -> Option<ApiError> {
    let config = &gateway.config;
    let named = widget(request.uri().query().unwrap_or_default());
    if named.is_some_and(|key| key != config.widget) {
        return Some(ApiError::new(Code::UnknownWidget, "no widget has this key"));
    }
    let allowed = match origin {
        Some(origin) => {
            config.allowed_origins.iter().any(|own| own.as_str().as_bytes() == origin.as_bytes())
        }
        None => config.allow_missing_origin,
    };
    (!allowed).then(|| {
        ApiError::new(
            Code::OriginNotAllowed,
            "this page may not use this agent; its owner can allow the origin",
        )
        .because(match origin {
            Some(origin) => format!(
                "refused origin {}",
                String::from_utf8_lossy(origin.as_bytes()).escape_debug()
            ),
            None => "refused a request without an origin".to_owned(),
        })
    })
}

/// The value of `widget` in the query.
fn widget(query: &str) -> Option<String> {
    url::form_urlencoded::parse(query.as_bytes())
        .find(|(key, _)| key == "widget")
        .map(|(_, value)| value.into_owned())
}

//! What stands in front of a step, from outside: request id → origin and CORS → per-client limit →
//! envelope → the route.

mod client;
mod envelope;
mod limit;
mod origin;
pub mod request_id;

pub use client::Trust;

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use futures::StreamExt as _;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue};

use crate::config::{ConfigError, GatewayConfig, RateLimit};
use crate::error::{ApiError, Code};
use crate::turn::{Answered, Gateway};

pub(crate) use limit::{Clients, same_limit};

/// Puts the layers in front of every route of `routes`, which then calls [`Gateway::turn`].
pub fn protect(routes: Router, gateway: &Arc<Gateway>) -> Router {
    // Made now and not with the first request: its sweeper begins with it.
    gateway.clients.prepare(&gateway.config);
    routes.layer(from_fn_with_state(Arc::clone(gateway), pass))
}

/// All of them as one layer: a layer by itself costs more than what most of these do.
async fn pass(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    let gateway = &gateway;
    let limited = |request| async move {
        let admitted = match gateway.clients.admit(&gateway.config, &request) {
            Ok(()) => envelope::admit(gateway, request).await,
            Err(error) => Err(error),
        };
        match admitted {
            Ok(request) => next.run(request).await,
            Err(error) => gateway.refuse(error),
        }
    };
    request_id::assign(request, |request| origin::check(gateway, request, limited)).await
}

/// Puts a limit per client in front of other routes: clients are told apart as the gateway does.
pub fn limited(routes: Router, gateway: &Gateway, limit: RateLimit) -> Router {
    let config = GatewayConfig { rate_limit: Some(limit), ..gateway.config.clone() };
    limit::layer(routes, &Clients::default(), &config)
}

/// The whole proxy as a router with one route, `POST /api/agent`.
///
/// Serve it with `into_make_service_with_connect_info::<SocketAddr>()`, so that clients can be told apart.
///
/// # Errors
/// As [`Gateway::new`].
pub fn router(config: GatewayConfig) -> Result<Router, ConfigError> {
    let gateway = Arc::new(Gateway::new(config)?);
    let routes = Router::new().route("/api/agent", any(turn)).with_state(Arc::clone(&gateway));
    Ok(protect(routes, &gateway))
}

async fn turn(State(gateway): State<Arc<Gateway>>, request: Request) -> Response {
    let events = wants_events(request.headers());
    let cap = gateway.config.caps.body_bytes;
    let Ok(body) = axum::body::to_bytes(request.into_body(), cap).await else {
        return ApiError::new(Code::TooLarge, "the request is too large").into_response();
    };
    match gateway.turn(body, events).await {
        Ok(Answered::Whole(reply)) => with_type("application/json", Body::from(reply)),
        Ok(Answered::Events(events)) => {
            with_type("text/event-stream", Body::from_stream(events.map(Ok::<_, Infallible>)))
        }
        Err(error) => error.into_response(),
    }
}

fn with_type(kind: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Whether a caller reads an event stream.
fn wants_events(headers: &HeaderMap) -> bool {
    let accepts = headers.get_all(ACCEPT).iter();
    accepts.filter_map(|value| value.to_str().ok()).any(|text| text.contains("text/event-stream"))
}

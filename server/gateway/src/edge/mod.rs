//! What stands in front of a step, from outside: request id → origin and CORS → per-client limit →
//! envelope → the route.

mod client;
mod envelope;
mod limit;
mod origin;
pub mod request_id;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, header};

use crate::config::{ConfigError, GatewayConfig};
use crate::error::{ApiError, Code};
use crate::turn::Gateway;

/// Puts the layers in front of every route of `routes`, which then calls [`Gateway::turn`].
pub fn protect(routes: Router, gateway: &Arc<Gateway>) -> Router {
    let routes = routes.layer(from_fn_with_state(Arc::clone(gateway), envelope::check));
    limit::layer(routes, &gateway.config)
        .layer(from_fn_with_state(Arc::clone(gateway), origin::check))
        .layer(from_fn(request_id::assign))
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
    let cap = gateway.config.caps.body_bytes;
    let Ok(body) = axum::body::to_bytes(request.into_body(), cap).await else {
        return ApiError::new(Code::TooLarge, "the request is too large").into_response();
    };
    match gateway.turn(body).await {
        Ok(reply) => {
            let mut response = reply.into_response();
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Err(error) => error.into_response(),
    }
}

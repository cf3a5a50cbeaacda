//! What every request passes, from outside in. The order is the point, so it stands in one place.
//!
//! Layers of the model proxy are the gateway's own; here is what holds for the whole program.

mod base_path;
mod catch_panic;
mod request_id;
mod same_origin;
mod security_headers;
mod small_body;

use axum::Router;
use axum::middleware::from_fn;

pub use base_path::BasePath;
pub use request_id::{RequestId, current_request_id};
pub use same_origin::SameOrigin;
pub use security_headers::CspNonce;

/// Puts everything that holds for all routes around `routes`, which know nothing of the `base`.
pub fn around_everything(routes: Router, base: &str) -> Router {
    // The base path goes before routing, so it wraps the router instead of being a layer in it.
    let routes = Router::new().fallback_service(BasePath::new(base, routes));
    // From the innermost to the outermost: axum runs the last one first.
    routes
        .layer(from_fn(security_headers::add))
        .layer(catch_panic::layer())
        .layer(from_fn(request_id::give))
}

/// What stands in front of the site's own server functions: calls from its own pages only, and small ones.
pub fn around_functions(routes: Router, own: SameOrigin) -> Router {
    routes
        .layer(from_fn(small_body::bound))
        .layer(axum::middleware::from_fn_with_state(own, same_origin::require))
}

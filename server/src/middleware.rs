//! What every request passes, from outside in. The order is the point, so it stands in one place.
//!
//! Layers of the model proxy are the gateway's own; here is what holds for the whole program.

mod base_path;
mod catch_panic;
mod only_https;
mod refuse;
mod request_id;
mod same_origin;
mod security_headers;
mod small_body;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use tower::Layer as _;

pub use base_path::BasePath;
pub(crate) use refuse::{accepts_pages, refuse};
pub use same_origin::{SameOrigin, Sender};
pub use security_headers::CspNonce;

use crate::config::PublicUrl;

/// Puts everything that holds for all routes around `routes`, which know nothing of the public
/// address and its path.
pub fn around_everything(routes: Router, public: Option<&PublicUrl>) -> Router {
    let base = public.map_or("", PublicUrl::base);
    // The base path goes before routing, so it wraps the router instead of being a layer in it.
    let routes = catch_panic::layer().layer(BasePath::new(base, routes));
    let pass = from_fn_with_state(only_https::insists(public), pass);
    Router::new().fallback_service(routes).layer(pass)
}

/// All of it as one layer: a layer by itself costs more than what these do.
async fn pass(State(insists): State<bool>, request: Request, next: Next) -> Response {
    let inner = |request| async move {
        let mut response = security_headers::add(request, |request| next.run(request)).await;
        only_https::say(insists, &mut response);
        response
    };
    request_id::give(request, inner).await
}

/// What stands in front of the site's own server functions: calls from its own pages only, and
/// small ones.
pub fn around_functions(routes: Router, own: SameOrigin) -> Router {
    routes.layer(from_fn(small_body::bound)).layer(from_fn_with_state(own, same_origin::require))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::routing::post;
    use http::StatusCode;
    use site_agent_gateway::Origin;
    use tower::ServiceExt as _;

    async fn post_to(app: Router, body: Body, origin: Option<&str>) -> Response {
        let mut request = Request::post("/api/fn/act");
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        app.oneshot(request.body(body).expect("a request")).await.expect("infallible")
    }

    fn functions(routes: Router) -> Router {
        let own = [Origin::parse("https://shop.example").expect("an origin")];
        around_everything(around_functions(routes, SameOrigin::new(&own, true)), None)
    }

    fn act() -> Router {
        functions(Router::new().route("/api/fn/act", post(async |body: String| body)))
    }

    #[tokio::test]
    async fn a_function_acts_for_the_sites_own_pages_only() {
        let own = post_to(act(), Body::from("x"), Some("https://shop.example")).await;
        assert_eq!(own.status(), StatusCode::OK);
        let foreign = post_to(act(), Body::from("x"), Some("https://evil.example")).await;
        assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    }

    #[tokio::test]
    async fn a_form_that_is_too_large_is_refused_before_anybody_reads_it() {
        let most = post_to(act(), Body::from("x".repeat(64 * 1024)), None).await;
        assert_eq!(most.status(), StatusCode::OK);
        let more = post_to(act(), Body::from("x".repeat(64 * 1024 + 1)), None).await;
        assert_eq!(more.status(), StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[tokio::test]
    async fn a_panic_costs_one_request_and_tells_only_its_id() {
        let broken = post(async || -> &'static str { panic!("the secret reason") });
        let app = functions(Router::new().route("/api/fn/act", broken));
        let response = post_to(app, Body::empty(), None).await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        let id = response.headers()["x-request-id"].to_str().expect("text").to_owned();
        let body = axum::body::to_bytes(response.into_body(), 1_000).await.expect("a body");
        let text = String::from_utf8_lossy(&body);
        assert!(text.contains(&id) && !text.contains("secret"), "{text}");
    }
}

//! The path in front of everything, when the program lives below one: taken off before routing, so
//! that no route knows of it. What is not below it is not ours.

use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures::future::{Either, Ready, ready};
use http::uri::{PathAndQuery, Uri};
use http::{HeaderValue, StatusCode, header::CONTENT_TYPE};
use tower::Service;

/// Routes below a path.
#[derive(Clone)]
pub struct BasePath {
    base: Arc<str>,
    routes: Router,
}

impl BasePath {
    /// `base` is empty or like `/agent`.
    pub fn new(base: &str, routes: Router) -> Self {
        Self { base: base.into(), routes }
    }
}

impl Service<Request> for BasePath {
    type Response = Response;
    type Error = Infallible;
    type Future = Either<<Router as Service<Request>>::Future, Ready<Result<Response, Infallible>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Service::<Request>::poll_ready(&mut self.routes, context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        match without(&self.base, request.uri()) {
            Some(uri) => {
                *request.uri_mut() = uri;
                Either::Left(self.routes.call(request))
            }
            None => Either::Right(ready(Ok(nothing_here()))),
        }
    }
}

/// The address below `base`: `/agent/shop?q` becomes `/shop?q`, and `/agent` becomes `/`.
fn without(base: &str, uri: &Uri) -> Option<Uri> {
    if base.is_empty() {
        return Some(uri.clone());
    }
    let whole = uri.path_and_query().map_or("/", PathAndQuery::as_str);
    // Probes come straight to the port, past the proxy that knows the path.
    if matches!(whole, "/healthz" | "/readyz") {
        return Some(uri.clone());
    }
    let rest = whole.strip_prefix(base)?;
    let rest = match rest.chars().next() {
        None => "/".to_owned(),
        Some('/') => rest.to_owned(),
        Some('?') => format!("/{rest}"),
        Some(_) => return None,
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(rest.parse().ok()?);
    Uri::from_parts(parts).ok()
}

fn nothing_here() -> Response {
    let mut response = (StatusCode::NOT_FOUND, "nothing is served at this path\n").into_response();
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, plain);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_below_the_base_is_routed() {
        let below =
            |path: &str| without("/agent", &path.parse().expect(path)).map(|uri| uri.to_string());
        assert_eq!(below("/agent").as_deref(), Some("/"));
        assert_eq!(below("/agent/").as_deref(), Some("/"));
        assert_eq!(below("/agent?a=1").as_deref(), Some("/?a=1"));
        assert_eq!(below("/agent/shop?q=mug").as_deref(), Some("/shop?q=mug"));
        assert_eq!(below("/healthz").as_deref(), Some("/healthz"));
        assert_eq!(below("/agents"), None);
        assert_eq!(below("/shop"), None);
        assert_eq!(below("/"), None);
    }
}

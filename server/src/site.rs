//! The Leptos site, mounted: its pages, its server functions, and the context both render in.
//!
//! Leptos would mount every server function by itself, past whatever layers stand in front of the
//! path it was meant for. So all of them are excluded there and mounted here by their own paths,
//! each behind the layers of its group.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use http::header::LOCATION;
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode, Uri};
use leptos::nonce::Nonce;
use leptos::prelude::{LeptosOptions, provide_context, with_context};
use leptos::server_fn::ServerFn as _;
use leptos::server_fn::axum::server_fn_paths;
use leptos_axum::{LeptosRoutes as _, generate_route_list_with_exclusions};
use site_agent_app::admin::Refused;
use site_agent_app::api::agent_turn::AgentTurn;
use site_agent_app::ports::Ports;
use site_agent_app::site::Assets;
use site_agent_app::{App, shell};

use crate::middleware::CspNonce;
use crate::program::Program;
use crate::store::shop::ShopStore;

/// Where the site's own functions live; the model proxy and later contracts have paths of their
/// own.
const FUNCTIONS: &str = "/api/fn/";

/// What the site renders in.
#[derive(Clone)]
pub struct Site {
    place: site_agent_app::site::Site,
    ports: Ports,
}

impl Site {
    /// The site of a program.
    pub fn new(program: &Program) -> Self {
        let manifest = program.files.manifest();
        Self {
            place: site_agent_app::site::Site {
                base: program.config.base().to_owned(),
                public_url: program.public_url(),
                assets: Assets {
                    css: manifest.css.clone(),
                    js: manifest.js.clone(),
                    wasm: manifest.wasm.clone(),
                    embed: manifest.embed.clone(),
                },
                model: program.config.widget.upstream.shown(),
            },
            ports: ports(program),
        }
    }

    /// What every page and function finds around it. Runs once for each request, in its reactive
    /// owner.
    fn provide(&self) {
        provide_context(self.place.clone());
        provide_context(self.ports.clone());
        let nonce = with_context(|parts: &Parts| parts.extensions.get::<CspNonce>().cloned());
        // After the framework's own, which no header names.
        if let Some(nonce) = nonce.flatten().as_ref().and_then(CspNonce::get) {
            provide_context(Nonce::from_value(nonce.to_owned()));
        }
    }

    /// The pages.
    pub fn pages(&self) -> Router {
        let functions = function_paths().map(str::to_owned).collect();
        let pages = generate_route_list_with_exclusions(App, Some(functions));
        let options = LeptosOptions::builder().output_name("site").build();
        let site = self.clone();
        Router::new()
            .leptos_routes_with_context(&options, pages, move || site.provide(), shell)
            .with_state(options)
    }

    /// The site's own functions.
    pub fn functions(&self) -> Router {
        function_paths()
            .filter(|path| path.starts_with(FUNCTIONS))
            .fold(Router::new(), |router, path| router.route(path, self.function()))
    }

    /// The model proxy's function, without the layers that belong in front of it. It is the one that
    /// is called most, by pages that are not the site's, and finds around it what it needs.
    pub fn agent(&self) -> Router {
        // A handler is copied some times for each request, and all who answer count in one place.
        let ports = Arc::new(self.ports.clone());
        let function = post(move |request: Request| {
            let ports = Arc::clone(&ports);
            let provide = move || provide_context(Ports::clone(&ports));
            leptos_axum::handle_server_fns_with_context(provide, request)
        });
        Router::new().route(AgentTurn::PATH, function)
    }

    fn function(&self) -> axum::routing::MethodRouter {
        // A handler is copied for each request.
        let site = Arc::new(self.clone());
        post(move |request: Request| {
            let (site, within_site) = (Arc::clone(&site), Arc::clone(&site));
            async move {
                let provide = move || site.provide();
                let reply = leptos_axum::handle_server_fns_with_context(provide, request).await;
                within(&within_site.place.base, reply.into_response())
            }
        })
    }

    /// The page of an address with something beside what every page has, whatever the method.
    pub async fn page_with<T>(&self, mut request: Request, what: T) -> Response
    where
        T: Clone + Send + Sync + 'static,
    {
        *request.method_mut() = Method::GET;
        let site = self.clone();
        let page = leptos_axum::render_app_async_with_context(
            move || {
                site.provide();
                provide_context(what.clone());
            },
            shell,
        );
        page(request).await.into_response()
    }

    /// The page in the place of something that the dashboard refused: it has no address either.
    pub async fn refused(&self, mut request: Request, refused: Refused) -> Response {
        *request.uri_mut() = Uri::from_static("/-");
        self.page_with(request, refused).await
    }

    /// Where it is.
    pub fn place(&self) -> &site_agent_app::site::Site {
        &self.place
    }

    /// The site's own page for an address that leads nowhere. The page is rendered as if for `/-`:
    /// the pages' router reads addresses more loosely than the program's, and would find pages
    /// past the layers in front of them.
    pub async fn not_found(&self, mut request: Request) -> Response {
        *request.uri_mut() = Uri::from_static("/-");
        let site = self.clone();
        let page = leptos_axum::render_app_async_with_context(move || site.provide(), shell);
        let mut response = page(request).await.into_response();
        if response.status() == StatusCode::OK {
            *response.status_mut() = StatusCode::NOT_FOUND;
        }
        response
    }
}

/// A form whose page the browser does not name is sent to `/`, which is ours only where there is no
/// base.
fn within(base: &str, mut reply: Response) -> Response {
    let leads_to_root = reply.headers().get(LOCATION).is_some_and(|to| to == "/");
    if leads_to_root && let Ok(front) = HeaderValue::from_str(&format!("{base}/")) {
        reply.headers_mut().insert(LOCATION, front);
    }
    reply
}

/// What stands behind the site's ports.
fn ports(program: &Program) -> Ports {
    let shop = Arc::new(ShopStore::new(program.store.site.clone()));
    Ports {
        catalogue: shop.clone(),
        carts: shop.clone(),
        orders: shop.clone(),
        newsletter: shop,
        agent: program.widgets.clone(),
        traces: Arc::new(program.traces.store().clone()),
        keeping: program.traces.keeper(),
        replays: program.replays.clone(),
        accounts: program.gatekeeper.clone(),
        widgets: program.widgets.clone(),
        own_account: program.gatekeeper.clone(),
        people: program.gatekeeper.clone(),
        audit: program.gatekeeper.clone(),
    }
}

/// The paths of all server functions that are linked in.
fn function_paths() -> impl Iterator<Item = &'static str> {
    server_fn_paths().map(|(path, _)| path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::Method;

    #[test]
    fn every_server_function_is_mounted_behind_the_layers_of_its_group() {
        for (path, method) in server_fn_paths() {
            let is_grouped = path.starts_with(FUNCTIONS) || path == AgentTurn::PATH;
            assert!(is_grouped, "{path} is under no group: nothing would mount it");
            assert_eq!(method, Method::POST, "{path}: a GET can be sent by any page");
            let hashed = path.bytes().rev().take_while(u8::is_ascii_digit).count() > 10;
            assert!(!hashed, "{path} changes with the checkout: give it an endpoint");
        }
    }
}

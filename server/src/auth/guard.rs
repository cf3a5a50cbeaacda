//! The layer in front of the dashboard: finds out who asks, sends strangers to the login page, and
//! refuses what does not come from the dashboard's own pages.
//!
//! It goes by the path as the router sees it, and what the router does not know renders no page of
//! the dashboard ([`crate::site::Site::not_found`]); so no other way of writing an address leads
//! past it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, COOKIE, LOCATION, REFERER, USER_AGENT};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use site_agent_app::admin::account::{Caller, Refusal, SignedIn, cookie, way_back};
use site_agent_gateway::Trust;
use url::Url;

use super::Gatekeeper;
use super::need::Need;
use super::refused::Reader;
use crate::middleware::{SameOrigin, Sender, accepts_pages, refuse};
use crate::site::Site;
use crate::store::accounts::Found;

/// The longest name of a browser that is kept.
const LONGEST_BROWSER: usize = 200;

/// What the layer needs.
pub(crate) struct Guard {
    pub(crate) gatekeeper: Arc<Gatekeeper>,
    pub(crate) site: Site,
    /// The program's own origins.
    pub(crate) own: SameOrigin,
    /// Whose word on a client's address is believed.
    pub(crate) trust: Trust,
}

/// Lets through who may pass, with a [`Caller`] and, where there is one, a [`SignedIn`] or a
/// `HalfIn` on the request. Whoever reads pages is refused by a page, whoever it is that refuses.
pub(crate) async fn guard(
    State(guard): State<Arc<Guard>>,
    mut request: Request,
    next: Next,
) -> Response {
    let Some(need) = Need::of(request.uri().path()) else { return next.run(request).await };
    let verdict = guard.judge(need, &mut request).await;
    let reader = Reader::of(&request, guard.page_of_form(request.headers()));
    let mut response = match verdict {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal,
    };
    if let Some(reader) = reader {
        response = reader.shown(&guard.site, response).await;
    }
    // What is shown to somebody signed in is in no cache, also not behind the back button.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

impl Guard {
    /// Whether the request may pass; if so, and also if not, it is told who sends it.
    async fn judge(&self, need: Need, request: &mut Request) -> Result<(), Response> {
        let is_safe = request.method().is_safe();
        // Stricter than for the shop: a request that does not say where it comes from is refused.
        if !is_safe && self.own.sender(request.headers()) != Sender::Own {
            tracing::warn!("refused: not from the dashboard's own pages");
            return Err(refuse(
                request.headers(),
                StatusCode::FORBIDDEN,
                "foreign-origin",
                "This can only be done from the dashboard's own pages.",
            ));
        }
        let caller = self.caller(request);
        let token = session(request.headers(), cookie::name(self.site.place())).map(str::to_owned);
        let found = match token {
            Some(token) => self.gatekeeper.found(&token, &caller.address).await,
            None => Ok(None),
        };
        let Ok(found) = found else { return Err(told(request, Refusal::Store)) };
        request.extensions_mut().insert(caller);
        let is_owner = match found {
            Some(Found::Whole(who)) => {
                let is_owner = who.is_owner();
                request.extensions_mut().insert::<SignedIn>(who);
                Some(is_owner)
            }
            Some(Found::Half(half)) => {
                request.extensions_mut().insert(half);
                None
            }
            None => None,
        };
        match (need, is_owner) {
            (Need::Nothing, Some(_)) if is_login(request) => Err(self.send_on(request)),
            (Need::Nothing, _) | (Need::Viewer, Some(_)) | (Need::Owner, Some(true)) => Ok(()),
            (Need::Owner, Some(false)) => Err(told(request, Refusal::OwnersOnly)),
            (Need::Viewer | Need::Owner, None) => Err(self.to_login(request)),
        }
    }

    fn caller(&self, request: &Request) -> Caller {
        let address = self.trust.client(request);
        let browser = request.headers().get(USER_AGENT).and_then(|name| name.to_str().ok());
        Caller {
            address: address.map(|address| address.to_string()).unwrap_or_default(),
            browser: browser.unwrap_or_default().chars().take(LONGEST_BROWSER).collect(),
        }
    }

    /// Strangers: a page leads to the login page and back, a form to the login page with a word on
    /// why; what is no page is told so.
    fn to_login(&self, request: &Request) -> Response {
        let path = request.uri().path();
        let is_page = !path.starts_with("/api/") && !path.starts_with("/admin/files/");
        let reads_pages = accepts_pages(request.headers());
        if is_page && request.method().is_safe() || reads_pages && path.starts_with("/admin/files/")
        {
            let to = request.uri().path_and_query().map_or(path, |to| to.as_str());
            return self.redirect(request, &format!("/admin/login?to={}", way_back::encode(to)));
        }
        if reads_pages {
            let to = self.page_of_form(request.headers()).unwrap_or_default();
            let to = way_back::encode(&to);
            return self.redirect(request, &format!("/admin/login?refused=expired&to={to}"));
        }
        told(request, Refusal::Expired)
    }

    /// The page of ours that a form was sent from, if the browser names it.
    fn page_of_form(&self, headers: &HeaderMap) -> Option<String> {
        let page = Url::parse(headers.get(REFERER)?.to_str().ok()?).ok()?;
        let path = page.path().strip_prefix(&self.site.place().base)?;
        let query = page.query().map(|query| format!("?{query}")).unwrap_or_default();
        Some(format!("{path}{query}"))
    }

    /// Somebody signed in has nothing to do on the login page.
    fn send_on(&self, request: &Request) -> Response {
        let query = request.uri().query().unwrap_or_default();
        let to = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "to");
        let to = to.map(|(_, to)| to.into_owned()).unwrap_or_default();
        self.redirect(request, way_back::within(&to).unwrap_or(way_back::HOME))
    }

    fn redirect(&self, request: &Request, path: &str) -> Response {
        let Ok(location) = HeaderValue::from_str(&self.site.place().href(path)) else {
            return told(request, Refusal::Form);
        };
        (StatusCode::SEE_OTHER, [(LOCATION, location)]).into_response()
    }
}

fn is_login(request: &Request) -> bool {
    request.method() == Method::GET && request.uri().path() == "/admin/login"
}

/// The token in the cookie of that name.
fn session<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

fn told(request: &Request, refusal: Refusal) -> Response {
    refuse(request.headers(), refusal.status(), &refusal.word(), &refusal.to_string())
}

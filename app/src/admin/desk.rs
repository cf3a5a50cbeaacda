//! One look at the dashboard: what the address says, and what the server gave to answer it.
//!
//! Every state of a page is in its address. The time zone goes along from page to page and is
//! remembered beside that, so that a link given to somebody shows them the same.

use std::future::Future;
use std::time::{SystemTime, UNIX_EPOCH};

use http::StatusCode;
use http::header::ACCEPT;
use http::request::Parts;
use leptos::prelude::*;
use leptos_axum::ResponseOptions;

use super::account::SignedIn;
use super::frame::{AdminFrame, Section};
use super::zone::{NoSuchZone, REMEMBERED, Zone};
use crate::ports::{Ports, StoreError};
use crate::shop::cookies;
use crate::site::Site;

const ZONE: &str = "tz";

/// A request and what there is to answer it with.
#[derive(Clone)]
pub struct Desk {
    /// What the server can do.
    pub ports: Ports,
    /// The zone of all times.
    pub zone: Zone,
    /// The address named another one that is none.
    pub no_such_zone: Option<NoSuchZone>,
    site: Site,
    query: Vec<(String, String)>,
    response: ResponseOptions,
    is_owner: bool,
    wants_page: bool,
}

/// A page inside the frame.
pub struct Sheet {
    /// The heading.
    pub title: String,
    /// The page itself.
    pub body: AnyView,
}

/// Why there is no page.
pub enum Fault {
    /// There is nothing at this address; what to say about it.
    Missing(&'static str),
    /// The store failed.
    Store,
}

impl From<StoreError> for Fault {
    fn from(_: StoreError) -> Self {
        Self::Store
    }
}

impl Desk {
    /// This request's; `None` outside of one.
    pub fn here() -> Option<Self> {
        let parts: Parts = use_context()?;
        let site = Site::here();
        let response: ResponseOptions = use_context()?;
        let query = parts.uri.query().unwrap_or_default();
        let query: Vec<(String, String)> =
            form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let asked = query.iter().find(|(name, _)| name == ZONE).map(|(_, zone)| zone.as_str());
        let (zone, no_such_zone) = match asked.map(Zone::parse) {
            Some(Ok(zone)) => {
                let name =
                    form_urlencoded::byte_serialize(zone.name().as_bytes()).collect::<String>();
                cookies::keep(&response, &site, ZONE, &name, REMEMBERED);
                (zone, None)
            }
            Some(Err(none)) => (Zone::default(), Some(none)),
            None => (remembered(&parts).unwrap_or_default(), None),
        };
        let is_owner = parts.extensions.get::<SignedIn>().is_some_and(SignedIn::is_owner);
        let accept = parts.headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
        let wants_page = accept.is_some_and(|accept| accept.contains("text/html"));
        Some(Self {
            ports: use_context()?,
            zone,
            no_such_zone,
            site,
            query,
            response,
            is_owner,
            wants_page,
        })
    }

    /// A value of the address; empty ones are as if they were not there.
    pub fn asked(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// All values of that name.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.query.iter().filter(move |(known, _)| known == name);
        named.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }

    /// All that the address says.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.query
    }

    /// A whole number of the address.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.asked(name)?.parse().ok()
    }

    /// The address of a page of ours with a query.
    pub fn link(&self, path: &str, query: &[(&str, &str)]) -> String {
        let mut pairs = form_urlencoded::Serializer::new(String::new());
        pairs.extend_pairs(query.iter().filter(|(_, value)| !value.is_empty()));
        if !self.zone.is_utc() {
            pairs.append_pair(ZONE, self.zone.name());
        }
        let query = pairs.finish();
        let mark = if query.is_empty() { "" } else { "?" };
        self.site.href(&format!("{path}{mark}{query}"))
    }

    /// The address of a path of ours as it is.
    pub fn href(&self, path: &str) -> String {
        self.site.href(path)
    }

    /// The zone as a hidden field, for forms whose answer is an address.
    pub fn zone_field(&self) -> Option<impl IntoView + use<>> {
        let name = (!self.zone.is_utc()).then(|| self.zone.name().to_owned());
        name.map(|name| view! { <input type="hidden" name=ZONE value=name/> })
    }

    /// Whether what only owners may do is shown.
    pub fn is_owner(&self) -> bool {
        self.is_owner
    }

    /// Sends a plain form's browser to an address.
    pub fn go_to(&self, address: &str) {
        if self.wants_page {
            leptos_axum::redirect(address);
        }
    }

    /// Sets the status of the page.
    pub fn set_status(&self, status: StatusCode) {
        self.response.set_status(status);
    }
}

fn remembered(parts: &Parts) -> Option<Zone> {
    let name = cookies::read(parts, ZONE)?;
    let (name, _) = form_urlencoded::parse(name.as_bytes()).next()?;
    Zone::parse(&name).ok()
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Renders a page of a section; a missing one or a failed store becomes a page that says so, with
/// its status.
pub fn serve<R, F>(section: Section, render: R) -> impl IntoView
where
    R: FnOnce(Desk) -> F,
    F: Future<Output = Result<Sheet, Fault>> + Send + 'static,
{
    // Outside of a request the routes are only being listed.
    let Some(desk) = Desk::here() else { return ().into_any() };
    let sheet = render(desk.clone());
    Suspend::new(async move {
        let sheet = sheet.await.unwrap_or_else(|fault| apology(&desk, &fault));
        view! {
            <AdminFrame title=sheet.title current=section>
                {sheet.body}
            </AdminFrame>
        }
    })
    .into_any()
}

fn apology(desk: &Desk, fault: &Fault) -> Sheet {
    let (status, title, words) = match fault {
        Fault::Missing(words) => (StatusCode::NOT_FOUND, "Not here", *words),
        Fault::Store => (
            StatusCode::SERVICE_UNAVAILABLE,
            "Not now",
            "The database did not answer. The log of the program says why; try again in a minute.",
        ),
    };
    desk.set_status(status);
    let list = desk.link("/admin/traces", &[]);
    Sheet {
        title: title.to_owned(),
        body: view! {
            <div class="blank">
                <p>{words}</p>
                <p>
                    <a class="button" href=list>
                        "See all traces"
                    </a>
                </p>
            </div>
        }
        .into_any(),
    }
}

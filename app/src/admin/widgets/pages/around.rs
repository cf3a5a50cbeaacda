//! The one door through which pages about widgets are rendered.

use std::future::Future;

use http::StatusCode;
use http::request::Parts;
use leptos::prelude::*;
use leptos_axum::ResponseOptions;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::told::Told;
use crate::admin::account::SignedIn;
use crate::admin::widgets::{Answer, Sheet};
use crate::admin::{AdminFrame, Section};
use crate::ports::{Ports, StoreError};
use crate::site::href;

/// A look at a page about widgets.
#[derive(Clone)]
pub(super) struct Look {
    pub(super) ports: Ports,
    /// Whether buttons are shown that only owners may press.
    pub(super) is_owner: bool,
    /// What the last form was answered with.
    pub(super) answer: Option<Answer>,
    /// The widget that the address names.
    pub(super) key: String,
}

/// A page inside the frame.
pub(super) struct Page {
    pub(super) title: String,
    pub(super) body: AnyView,
}

/// Why there is no page.
pub(super) enum NoPage {
    /// No widget has the key.
    Missing,
    /// The store failed.
    Store,
}

impl From<StoreError> for NoPage {
    fn from(_: StoreError) -> Self {
        Self::Store
    }
}

impl Look {
    fn here() -> Option<Self> {
        let ports: Ports = use_context()?;
        let is_owner = SignedIn::here()?.is_owner();
        let said = use_query_map().with_untracked(|query| query.get("said"));
        let answer = said.and_then(|id| ports.widgets.answer(&id));
        // What the framework itself could not read.
        let unreadable = || {
            let request: Parts = use_context()?;
            let is_fault = request.uri.query().is_some_and(|query| query.contains("__err="));
            is_fault.then(|| Answer {
                words: "The form could not be read. Fill it in again.".to_owned(),
                is_refusal: true,
                ..Answer::default()
            })
        };
        let answer = answer.or_else(unreadable);
        let key = use_params_map().with_untracked(|params| params.get("key")).unwrap_or_default();
        Some(Self { ports, is_owner, answer, key })
    }

    /// The widget that the address names.
    pub(super) async fn sheet(&self) -> Result<Sheet, NoPage> {
        self.ports.widgets.sheet(&self.key).await?.ok_or(NoPage::Missing)
    }
}

/// Renders a page; a missing widget or a failed store becomes a page that says so, with its status.
pub(super) fn serve<R, F>(render: R) -> impl IntoView
where
    R: FnOnce(Look) -> F,
    F: Future<Output = Result<Page, NoPage>> + Send + 'static,
{
    // Outside of a request the routes are only being listed.
    let Some(look) = Look::here() else { return ().into_any() };
    let response = use_context::<ResponseOptions>();
    let answer = look.answer.clone();
    let page = render(look);
    Suspend::new(async move {
        let page = page.await.unwrap_or_else(|none| {
            let (status, page) = none.page();
            if let Some(response) = response {
                response.set_status(status);
            }
            page
        });
        view! {
            <AdminFrame title=page.title current=Section::Widgets>
                <Told answer/>
                {page.body}
            </AdminFrame>
        }
    })
    .into_any()
}

impl NoPage {
    fn page(&self) -> (StatusCode, Page) {
        let (status, title, words) = match self {
            Self::Missing => (
                StatusCode::NOT_FOUND,
                "Not here",
                "No widget has this key. It may have been removed.",
            ),
            Self::Store => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Not at the moment",
                "The program cannot look that up at the moment. Try again in a minute.",
            ),
        };
        let body = view! {
            <div class="blank">
                <p>{words}</p>
                <p>
                    <a class="button" href=href("/admin/widgets")>
                        "All widgets"
                    </a>
                </p>
            </div>
        };
        (status, Page { title: title.to_owned(), body: body.into_any() })
    }
}

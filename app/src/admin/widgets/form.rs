//! A form about a widget that came in, and how it is answered: a plain form's browser is sent on to
//! a page that says what came of it, a script gets a status and JSON.

use http::request::Parts;
use leptos::prelude::use_context;

use super::answer::{Answer, Fields};
use super::refusal::Refusal;
use crate::admin::account::SignedIn;
use crate::ports::{Ports, Widgets};
use crate::site::Site;

/// A form and what there is to answer it with.
pub(super) struct Form {
    who: SignedIn,
    ports: Ports,
    site: Site,
    parts: Parts,
}

impl Form {
    /// The form of this request. The server lets only owners reach one; if it ever did otherwise,
    /// this refuses.
    pub(super) fn here() -> Result<Self, Refusal> {
        let who = SignedIn::here().filter(SignedIn::is_owner).ok_or(Refusal::Form)?;
        let site = Site::here();
        let form = || Some(Self { who, site, ports: use_context()?, parts: use_context()? });
        form().ok_or(Refusal::Store)
    }

    /// What looks after widgets.
    pub(super) fn widgets(&self) -> &dyn Widgets {
        self.ports.widgets.as_ref()
    }

    /// Puts a line into the audit log, if it was done.
    pub(super) async fn noted<T>(
        &self,
        done: Result<T, Refusal>,
        what: &str,
        about: &str,
    ) -> Result<T, Refusal> {
        if done.is_ok() {
            self.ports.widgets.note(&self.who, what, about).await;
        }
        done
    }

    /// Answers with a page: with what was done, or with why it was not.
    pub(super) fn answer<T>(
        &self,
        page: &str,
        done: Result<T, Refusal>,
        typed: Option<Fields>,
        words: impl FnOnce(T) -> Answer,
    ) -> Result<(), Refusal> {
        let answer = match done {
            Ok(done) => words(done),
            Err(refusal) if self.wants_page() => Answer::refused(&refusal, typed),
            Err(refusal) => return Err(refusal),
        };
        if self.wants_page() {
            let said = self.ports.widgets.keep_answer(answer);
            let said = said.map(|id| format!("?said={id}")).unwrap_or_default();
            leptos_axum::redirect(&self.site.href(&format!("{page}{said}")));
        }
        Ok(())
    }

    fn wants_page(&self) -> bool {
        let accept = self.parts.headers.get(http::header::ACCEPT);
        accept.is_some_and(|accept| accept.to_str().is_ok_and(|a| a.contains("text/html")))
    }
}

/// The address of a widget's page. A key is letters and digits; anything else leads to the list.
pub(super) fn page_of(key: &str) -> String {
    let is_key = key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if is_key && !key.is_empty() { format!("/admin/widgets/{key}") } else { LIST.to_owned() }
}

/// The address of the list.
pub(super) const LIST: &str = "/admin/widgets";

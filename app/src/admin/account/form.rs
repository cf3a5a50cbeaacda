//! A form about an account that came in: who sent it, and how it is answered.
//!
//! A plain form's browser is sent on to a page, whose address says in a word what was done or why
//! it was not; a script gets a status and JSON.

use http::HeaderValue;
use http::header::SET_COOKIE;
use http::request::Parts;
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;

use super::caller::{Caller, HalfIn, SignedIn};
use super::cookie;
use super::done::Done;
use super::refusal::Refusal;
use crate::ports::Ports;
use crate::site::Site;

/// A form and what there is to answer it with.
#[derive(Clone)]
pub(super) struct Form {
    /// What the server can do.
    pub ports: Ports,
    site: Site,
    parts: Parts,
    response: ResponseOptions,
    /// Where it comes from.
    pub caller: Caller,
}

impl Form {
    /// The form of this request.
    pub fn here() -> Result<Self, Refusal> {
        let form = || {
            Some(Self {
                ports: use_context()?,
                site: Site::here(),
                parts: use_context()?,
                response: use_context()?,
                caller: Caller::here()?,
            })
        };
        form().ok_or(Refusal::Store)
    }

    /// Who sent it. The server lets nobody else reach such a form; if it ever did, this refuses.
    pub fn signed_in(&self) -> Result<SignedIn, Refusal> {
        self.parts.extensions.get().cloned().ok_or(Refusal::Expired)
    }

    /// The same for what only owners may do.
    pub fn owner(&self) -> Result<SignedIn, Refusal> {
        let who = self.signed_in()?;
        if who.is_owner() { Ok(who) } else { Err(Refusal::OwnersOnly) }
    }

    /// Who is half-way in.
    pub fn half_in(&self) -> Result<HalfIn, Refusal> {
        self.parts.extensions.get().cloned().ok_or(Refusal::Expired)
    }

    /// Gives the browser a session.
    pub fn keep_session(&self, token: &str) {
        self.cookie(cookie::keep(&self.site, token));
    }

    /// Takes it away.
    pub fn drop_session(&self) {
        self.cookie(cookie::drop(&self.site));
    }

    /// Answers with a page of ours.
    pub fn go_to(&self, path: &str) {
        if self.wants_page() {
            leptos_axum::redirect(&self.site.href(path));
        }
    }

    /// Answers with a page that says what was done.
    pub fn done(&self, page: &str, done: Done) {
        self.go_to(&with(page, "done", done.word()));
    }

    /// Answers with a page that says the one or the other.
    pub fn answer(&self, page: &str, done: Result<Done, Refusal>) -> Result<(), Refusal> {
        match done {
            Ok(done) => {
                self.done(page, done);
                Ok(())
            }
            Err(refusal) => self.refused(page, refusal),
        }
    }

    /// Answers with a page that says why it was not done, or with that alone.
    pub fn refused(&self, page: &str, refusal: Refusal) -> Result<(), Refusal> {
        if !self.wants_page() {
            return Err(refusal);
        }
        self.go_to(&with(page, "refused", &refusal.word()));
        Ok(())
    }

    fn cookie(&self, header: Option<HeaderValue>) {
        if let Some(header) = header {
            self.response.append_header(SET_COOKIE, header);
        }
    }

    fn wants_page(&self) -> bool {
        let accept = self.parts.headers.get(http::header::ACCEPT);
        accept.is_some_and(|accept| accept.to_str().is_ok_and(|a| a.contains("text/html")))
    }
}

/// A page with one more word in its query, in front of its fragment.
fn with(page: &str, name: &str, word: &str) -> String {
    let (page, fragment) = page.split_once('#').map_or((page, None), |(p, f)| (p, Some(f)));
    let mark = if page.contains('?') { '&' } else { '?' };
    let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    format!("{page}{mark}{name}={word}{fragment}")
}

#[cfg(test)]
mod tests {
    use super::with;

    #[test]
    fn a_word_joins_the_query_in_front_of_the_fragment() {
        assert_eq!(with("/admin/login", "done", "x"), "/admin/login?done=x");
        assert_eq!(with("/admin/login?to=y", "done", "x"), "/admin/login?to=y&done=x");
        assert_eq!(with("/admin/settings#people", "done", "x"), "/admin/settings?done=x#people");
    }
}

//! What the dashboard refuses somebody who reads pages, as a page: in the dashboard's frame for
//! whoever is signed in, with the reason and a way back. A script gets the refusal as it is.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::Response;
use http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use http::{Extensions, HeaderName, HeaderValue};
use site_agent_app::admin::account::{SignedIn, way_back};
use site_agent_app::admin::{Refused, Section};

use crate::middleware::{CspNonce, accepts_pages};
use crate::site::Site;

/// The longest reason that is read.
const LONGEST: usize = 4 * 1024;

/// Headers of a refusal that are not its page's.
const OF_THE_BODY: [HeaderName; 4] = [
    CONTENT_TYPE,
    CONTENT_LENGTH,
    LOCATION,
    // The framework's, for its own client.
    HeaderName::from_static("serverfnerror"),
];

/// Somebody who reads pages, as far as one for them needs to know.
#[derive(Debug)]
pub(super) struct Reader {
    extensions: Extensions,
    /// The page of the dashboard that they come from.
    from: Option<String>,
    /// The place that the address belongs to.
    section: Section,
    /// Whether something was to be changed.
    is_form: bool,
}

impl Reader {
    /// Who sends this request; `None` if it is a script. `from` is their page.
    pub(super) fn of(request: &Request, from: Option<String>) -> Option<Self> {
        if !accepts_pages(request.headers()) {
            return None;
        }
        let mut extensions = Extensions::new();
        if let Some(nonce) = request.extensions().get::<CspNonce>() {
            extensions.insert(nonce.clone());
        }
        if let Some(who) = request.extensions().get::<SignedIn>() {
            extensions.insert(who.clone());
        }
        let from = from.filter(|from| way_back::within(from).is_some());
        let is_form = !request.method().is_safe();
        let section = Section::of(from.as_deref().unwrap_or_else(|| request.uri().path()));
        Some(Self { extensions, from, section, is_form })
    }

    /// The reply, with a page in the place of a refusal that is none.
    pub(super) async fn shown(self, site: &Site, reply: Response) -> Response {
        let status = reply.status();
        if !(status.is_client_error() || status.is_server_error()) || is_page_or_file(&reply) {
            return reply;
        }
        let (mut refusal, body) = reply.into_parts();
        let body = to_bytes(body, LONGEST).await.unwrap_or_default();
        let mut request = Request::new(Body::empty());
        *request.extensions_mut() = self.extensions;
        let refused = Refused {
            status,
            why: why(&body),
            from: self.from,
            section: self.section,
            is_form: self.is_form,
        };
        let (page, body) = site.refused(request, refused).await.into_parts();
        for name in OF_THE_BODY {
            refusal.headers.remove(name);
        }
        refusal.headers.extend(page.headers);
        Response::from_parts(refusal, body)
    }
}

fn is_page_or_file(reply: &Response) -> bool {
    let is_page = |kind: &HeaderValue| kind.as_bytes().starts_with(b"text/html");
    reply.headers().get(CONTENT_TYPE).is_some_and(is_page)
        || reply.headers().contains_key(CONTENT_DISPOSITION)
}

/// The sentence of a refusal: the message of typed JSON, or a plain text.
fn why(body: &[u8]) -> Option<String> {
    let message = match serde_json::from_slice::<serde_json::Value>(body) {
        Ok(json) => json["error"]["message"].as_str()?.to_owned(),
        Err(_) => std::str::from_utf8(body).ok()?.trim().to_owned(),
    };
    (!message.is_empty()).then_some(message)
}

#[cfg(test)]
mod tests {
    use super::why;

    #[test]
    fn a_refusal_says_why_in_json_or_in_plain_words() {
        let json = br#"{"error":{"code":"owners-only","message":"Only an owner may do this."}}"#;
        assert_eq!(why(json).as_deref(), Some("Only an owner may do this."));
        assert_eq!(why(b"There is no such run.\n").as_deref(), Some("There is no such run."));
        for nothing in [&b""[..], b"{}", b"\"store\"", b"\xff\xfe"] {
            assert_eq!(why(nothing), None, "{nothing:?}");
        }
    }
}

//! Only the site's own pages may change anything through the site's functions.
//!
//! A browser says where a request comes from: in `Sec-Fetch-Site` where it can, in `Origin` with
//! every POST. A request with neither comes from no browser, and no browser's cookie is with it.
//! Cookies are `SameSite=Lax` besides, but that lets sibling subdomains in, and this does not.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{HOST, ORIGIN};
use http::{HeaderMap, StatusCode};

use site_agent_gateway::Origin;

use super::refuse;

/// The program's own origins.
#[derive(Clone, Debug)]
pub struct SameOrigin {
    own: Arc<[Origin]>,
    /// Whether they are all there are, because the owner named the public address.
    is_certain: bool,
}

impl SameOrigin {
    /// `is_certain`: no other origin can be ours. Else one that equals the request's `Host` is
    /// ours, too.
    pub fn new(own: &[Origin], is_certain: bool) -> Self {
        Self { own: own.into(), is_certain }
    }

    /// What the headers say of the sender.
    pub fn sender(&self, headers: &HeaderMap) -> Sender {
        match headers.get("sec-fetch-site").map(http::HeaderValue::as_bytes) {
            Some(b"same-origin" | b"none") => return Sender::Own,
            Some(_) => return Sender::Foreign,
            None => {}
        }
        let Some(origin) = headers.get(ORIGIN) else { return Sender::Unsaid };
        let is_own = origin.to_str().is_ok_and(|origin| {
            self.own.iter().any(|own| own.as_str() == origin)
                || (!self.is_certain && is_host(origin, headers))
        });
        if is_own { Sender::Own } else { Sender::Foreign }
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// One of our own pages, or the visitor's own hand.
    Own,
    /// A page of somebody else's.
    Foreign,
    /// It does not say, so it comes from no browser of today.
    Unsaid,
}

fn is_host(origin: &str, headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    host.is_some() && host == authority
}

/// Refuses what comes from another site. Safe methods pass: no function of ours changes anything on
/// GET.
pub(super) async fn require(
    State(own): State<SameOrigin>,
    request: Request,
    next: Next,
) -> Response {
    if request.method().is_safe() || own.sender(request.headers()) != Sender::Foreign {
        return next.run(request).await;
    }
    tracing::warn!("refused: the request came from another site");
    refuse(
        request.headers(),
        StatusCode::FORBIDDEN,
        "foreign-origin",
        "This can only be done from the site's own pages.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sender(own: &SameOrigin, headers: &[(&str, &str)]) -> Sender {
        let headers = headers.iter().map(|(name, value)| {
            (name.parse::<http::HeaderName>().expect(name), value.parse().expect(value))
        });
        own.sender(&headers.collect())
    }

    #[test]
    fn what_the_browser_says_of_the_sender_decides() {
        let certain =
            SameOrigin::new(&[Origin::parse("https://shop.example").expect("an origin")], true);
        for (headers, sender_is) in [
            (&[("sec-fetch-site", "same-origin")][..], Sender::Own),
            (&[("sec-fetch-site", "none")], Sender::Own),
            (&[("sec-fetch-site", "same-site")], Sender::Foreign),
            (
                &[("sec-fetch-site", "cross-site"), ("origin", "https://shop.example")],
                Sender::Foreign,
            ),
            (&[("origin", "https://shop.example")], Sender::Own),
            (&[("origin", "https://evil.example")], Sender::Foreign),
            (&[("origin", "null")], Sender::Foreign),
            (&[("origin", "https://evil.example"), ("host", "evil.example")], Sender::Foreign),
            (&[], Sender::Unsaid),
        ] {
            assert_eq!(sender(&certain, headers), sender_is, "{headers:?}");
        }
    }

    #[test]
    fn without_a_public_address_the_host_header_counts() {
        let guessed = SameOrigin::new(&[], false);
        let same = [("origin", "http://192.168.1.5:3000"), ("host", "192.168.1.5:3000")];
        let other = [("origin", "http://evil.example"), ("host", "192.168.1.5:3000")];
        assert_eq!(sender(&guessed, &same), Sender::Own);
        assert_eq!(sender(&guessed, &other), Sender::Foreign);
    }
}

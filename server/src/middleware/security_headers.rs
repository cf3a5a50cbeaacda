//! The headers that keep the site's own pages to themselves: a content security policy with a fresh
//! nonce for each reply and without `unsafe-inline`, no framing by others, no guessing of types.

use std::sync::{Arc, OnceLock};

use axum::extract::Request;
use axum::response::Response;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::hex::hex;
use crate::random::random;

/// The nonce of one reply, as a request extension for whoever renders the page. It is drawn when
/// somebody asks for it: most replies are no pages.
#[derive(Clone, Debug, Default)]
pub struct CspNonce(Arc<OnceLock<Option<String>>>);

impl CspNonce {
    /// 128 random bits in hex. Without randomness there is no nonce, and then no inline script
    /// runs.
    pub fn get(&self) -> Option<&str> {
        self.0.get_or_init(|| Some(hex(&random::<16>().ok()?))).as_deref()
    }

    /// `'wasm-unsafe-eval'` allows WebAssembly and nothing else of what its name suggests.
    fn policy(&self) -> Option<HeaderValue> {
        let nonce = self.get().map(|nonce| format!(" 'nonce-{nonce}'")).unwrap_or_default();
        HeaderValue::try_from(format!(
            "default-src 'self'; script-src 'self'{nonce} 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'"
        ))
        .ok()
    }
}

/// Puts a nonce on the request, and the headers on the reply.
pub(super) async fn add<F: Future<Output = Response>>(
    mut request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let nonce = CspNonce::default();
    request.extensions_mut().insert(nonce.clone());
    let mut response = next(request).await;
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // The full address to ourselves, which plain forms need to come back to; nothing to others.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    // What brings a policy of its own is no page of the site.
    if is_page(headers) && !headers.contains_key(CONTENT_SECURITY_POLICY) {
        if let Some(policy) = nonce.policy() {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
        let same_origin = HeaderValue::from_static("same-origin");
        headers.insert(HeaderName::from_static("cross-origin-opener-policy"), same_origin);
        // A page shows a visitor's own cart. Not `no-store`: that would cost the back button its
        // speed.
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-cache"));
    }
    response
}

fn is_page(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

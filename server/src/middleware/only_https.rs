//! Browsers that came over https once come over https from then on (HSTS), where that is ours to
//! decide.
//!
//! The promise holds for a host with all its ports and paths. So it is made only where the public
//! address is a whole host at the port of https; below a path or at another port somebody else
//! serves that host, too, and whoever does may make it in front. It says nothing of subdomains and
//! asks for no place on browsers' own lists: neither could be taken back by this program.

use axum::response::Response;
use http::HeaderValue;
use http::header::STRICT_TRANSPORT_SECURITY;

use crate::config::PublicUrl;

/// A year, the least that counts as a lasting promise.
const A_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Whether every reply says so.
pub(super) fn insists(public: Option<&PublicUrl>) -> bool {
    public.is_some_and(|public| public.is_https() && public.is_whole_host())
}

/// Says so.
pub(super) fn say(insists: bool, response: &mut Response) {
    if insists {
        response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, A_YEAR);
    }
}

//! The shop's cookies: all http-only, `SameSite=Lax`, `Secure` where the site is.

use http::HeaderValue;
use http::header::{COOKIE, SET_COOKIE};
use http::request::Parts;
use leptos_axum::ResponseOptions;

use crate::site::Site;

/// The value of a cookie of the request.
pub fn read<'a>(parts: &'a Parts, name: &str) -> Option<&'a str> {
    parts
        .headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Asks the browser to keep a cookie for some seconds; 0 takes it away. A value that does not fit
/// a header is not sent.
pub fn keep(response: &ResponseOptions, site: &Site, name: &str, value: &str, seconds: u32) {
    let path = if site.base.is_empty() { "/" } else { &site.base };
    let secure = if site.is_secure() { "; Secure" } else { "" };
    let cookie =
        format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.append_header(SET_COOKIE, cookie);
    }
}

#[cfg(test)]
mod tests {
    use http::Request;

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let (parts, ()) = Request::builder()
            .header("cookie", "cart2=b; cart=a; demo=rules")
            .body(())
            .unwrap()
            .into_parts();
        assert_eq!(super::read(&parts, "cart"), Some("a"));
        assert_eq!(super::read(&parts, "demo"), Some("rules"));
        assert_eq!(super::read(&parts, "notice"), None);
    }
}

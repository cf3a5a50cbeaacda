//! The cookie of a session. Its name and its `Secure` follow from `public_url` and from nothing
//! else, so that they cannot contradict each other.

use http::HeaderValue;

use crate::site::Site;

/// Days until a browser forgets it by itself; the server may forget it sooner.
const SECONDS: u32 = 30 * 24 * 60 * 60;

/// Under https the name makes browsers insist that it is secure and no other host's.
pub fn name(site: &Site) -> &'static str {
    if site.is_secure() { "__Host-sid" } else { "sid" }
}

/// The header that keeps a session.
pub fn keep(site: &Site, token: &str) -> Option<HeaderValue> {
    header(site, token, SECONDS)
}

/// The header that ends it.
pub fn drop(site: &Site) -> Option<HeaderValue> {
    header(site, "", 0)
}

fn header(site: &Site, token: &str, seconds: u32) -> Option<HeaderValue> {
    let secure = if site.is_secure() { "; Secure" } else { "" };
    // `/` also below a path: the prefix of the name asks for it.
    let text = format!(
        "{}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
        name(site)
    );
    let mut header = HeaderValue::from_str(&text).ok()?;
    header.set_sensitive(true);
    Some(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(public_url: &str) -> Site {
        Site { public_url: public_url.to_owned(), ..Site::default() }
    }

    #[test]
    fn the_public_address_decides_name_and_secure_together() {
        let text = |url| keep(&site(url), "abc").unwrap().to_str().unwrap().to_owned();
        assert_eq!(
            text("https://shop.example/agent"),
            "__Host-sid=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure"
        );
        assert_eq!(
            text("http://192.168.1.5:3000"),
            "sid=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"
        );
    }

    #[test]
    fn a_token_that_does_not_fit_a_header_is_not_sent() {
        assert_eq!(keep(&site("http://a.example"), "a\r\nb: c"), None);
    }
}

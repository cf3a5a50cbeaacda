//! Which page a trace is replayed on.

use site_agent_core::trace::{Page, Trace};
use thiserror::Error;
use url::Url;

/// Where the site under test is: `--url`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A whole site, in place of the origin that was recorded; the path ends with a slash.
    Site(Url),
    /// This one page, whatever was recorded.
    Page(Url),
}

/// Why there is no page.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AddressError {
    /// No address of a page.
    #[error("{0} is no http or https address")]
    NotHttp(String),
    /// The trace does not say where it was made.
    #[error("the trace names no page; give the page's full address as --url")]
    NoPage,
}

impl Address {
    /// An address that ends with a slash, or has no path, is a site; any other is a page.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = url.ok_or_else(|| AddressError::NotHttp(text.to_owned()))?;
        let is_site = url.path().ends_with('/') && url.query().is_none();
        Ok(if is_site { Self::Site(url) } else { Self::Page(url) })
    }

    /// The page that a trace begins on.
    pub(crate) fn of(&self, trace: &Trace) -> Result<Url, AddressError> {
        match (self, &trace.page) {
            (Self::Page(url), _) => Ok(url.clone()),
            (Self::Site(site), Some(page)) => Ok(below(site, &page.path)),
            (Self::Site(_), None) => Err(AddressError::NoPage),
        }
    }

    /// A later page of a run that began on `first`, where its address is known: another origin's
    /// is not, and beside a single page there is no other.
    pub(crate) fn later(&self, first: &Page, page: &Page) -> Option<Url> {
        match self {
            Self::Site(site) if page.origin == first.origin => Some(below(site, &page.path)),
            _ => None,
        }
    }
}

/// The recorded path put behind the site's own; it can lead nowhere else.
fn below(site: &Url, path: &str) -> Url {
    let mut url = site.clone();
    url.set_fragment(None);
    url.set_path(&format!("{}{}", site.path(), path.trim_start_matches(['/', '\\'])));
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(path: &str) -> Trace {
        use site_agent_core::wire::Wire;
        let page = format!(r#"{{"origin":"https://shop.example","path":"{path}"}}"#);
        Trace::from_text(&format!(
            r#"{{"version":1,"startedAt":1,"endedAt":2,"page":{page},"steps":[]}}"#
        ))
        .unwrap()
    }

    fn opened(url: &str, path: &str) -> String {
        Address::parse(url).unwrap().of(&trace(path)).unwrap().to_string()
    }

    #[test]
    fn a_site_takes_the_origins_place_and_a_page_is_used_as_it_is() {
        assert_eq!(opened("http://localhost:3000", "/shop"), "http://localhost:3000/shop");
        assert_eq!(
            opened("http://localhost:3000/", "/shop/cart"),
            "http://localhost:3000/shop/cart"
        );
        assert_eq!(opened("https://x.example/preview/", "/shop"), "https://x.example/preview/shop");
        assert_eq!(opened("https://x.example/a/page?q=1", "/shop"), "https://x.example/a/page?q=1");
        assert_eq!(opened("https://x.example/?q=1", "/shop"), "https://x.example/?q=1");
        assert_eq!(opened("http://localhost:3000", ""), "http://localhost:3000/");
    }

    #[test]
    fn a_recorded_path_leads_nowhere_else() {
        for path in ["//evil.example/x", "/\\\\\\\\evil.example", "https://evil.example/", "/a?b#c"]
        {
            let url = Url::parse(&opened("http://localhost:3000", path)).unwrap();
            assert_eq!((url.host_str(), url.port()), (Some("localhost"), Some(3000)), "{path}");
            assert_eq!((url.query(), url.fragment()), (None, None), "{path}");
        }
    }

    #[test]
    fn what_is_no_web_address_is_refused() {
        for text in ["", "localhost:3000", "file:///etc/passwd", "javascript:1", "shop"] {
            assert_eq!(Address::parse(text), Err(AddressError::NotHttp(text.to_owned())));
        }
    }

    #[test]
    fn a_later_page_is_known_on_the_same_origin_only() {
        let site = Address::parse("http://localhost:3000").unwrap();
        let page = |origin: &str| Page { origin: origin.to_owned(), path: "/shop/cart".to_owned() };
        let (first, other) = (page("https://shop.example"), page("https://pay.example"));
        let later = site.later(&first, &first).unwrap();
        assert_eq!(later.as_str(), "http://localhost:3000/shop/cart");
        assert_eq!(site.later(&first, &other), None);
        let single = Address::parse("http://localhost:3000/shop").unwrap();
        assert_eq!(single.later(&first, &first), None);
    }
}

//! The address visitors use: an origin and, behind a proxy, a path in front of everything.

use site_agent_gateway::Origin;
use url::Url;

use super::problem::Problems;
use super::settings::Settings;

/// Like `https://shop.example/agent`; with or without a trailing slash when written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    origin: Origin,
    base: String,
}

impl PublicUrl {
    pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Option<Self> {
        let text = settings.text("public_url")?;
        let parsed = Self::parse(text);
        if parsed.is_none() {
            problems.add(
                settings.place("public_url"),
                format!(
                    "\"{text}\" is not a public address; write one like \"https://shop.example\" or \
                     \"https://shop.example/agent\", without query or fragment"
                ),
            );
        }
        parsed
    }

    fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let plain = url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        let base = url.path().trim_end_matches('/').to_owned();
        let web = matches!(url.scheme(), "http" | "https") && url.has_host();
        (web && plain && !base.contains("//")).then(|| Self { origin: Origin::of(&url), base })
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Empty, or a path that starts with a slash and does not end with one.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Whether visitors come over https.
    pub fn is_https(&self) -> bool {
        self.origin.as_str().starts_with("https:")
    }

    /// Whether nothing else is served at its host: it names neither a port nor a path, and is not
    /// this machine's own name, which every program on it shares.
    pub fn is_whole_host(&self) -> bool {
        let host = self.origin.as_str().split_once("://").map_or("", |(_, host)| host);
        let has_port = host.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with(':');
        let is_local = host == "localhost" || host.ends_with(".localhost");
        self.base.is_empty() && !has_port && !is_local
    }
}

impl std::fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.origin, self.base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trailing_slash_makes_no_difference() {
        for text in ["https://a.example/agent", "https://a.example/agent/"] {
            let url = PublicUrl::parse(text).expect(text);
            assert_eq!((url.origin().as_str(), url.base()), ("https://a.example", "/agent"));
        }
        assert_eq!(PublicUrl::parse("http://a.example/").expect("root").base(), "");
    }

    #[test]
    fn a_port_a_path_or_this_machine_is_no_whole_host() {
        for (text, is_whole) in [
            ("https://a.example", true),
            ("https://a.example:443/", true),
            ("https://a.example/agent", false),
            ("https://a.example:8443", false),
            ("https://localhost", false),
            ("https://desk.localhost", false),
            ("https://[2001:db8::1]", true),
            ("https://[2001:db8::1]:8443", false),
        ] {
            assert_eq!(PublicUrl::parse(text).expect(text).is_whole_host(), is_whole, "{text}");
        }
    }

    #[test]
    fn what_is_not_an_address_is_refused() {
        for text in
            ["a.example", "ftp://a.example", "https://a.example/?q", "https://u:p@a.example"]
        {
            assert_eq!(PublicUrl::parse(text), None, "{text}");
        }
    }
}

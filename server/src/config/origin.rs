//! A web origin, exactly as a browser writes it into the `Origin` header.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use url::Url;

/// `scheme://host[:port]`, lower case, without the scheme's default port.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin(String);

impl Origin {
    /// As a browser writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The origin of `url`, which must be http or https.
    pub(super) fn of(url: &Url) -> Option<Self> {
        let web = matches!(url.scheme(), "http" | "https") && url.has_host();
        web.then(|| Self(url.origin().ascii_serialization()))
    }

    /// The names under which a program listening on `ip` is reached from its own machine, and at that address.
    pub(super) fn local(ip: IpAddr, port: u16) -> Vec<Self> {
        let mut hosts = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()];
        if !ip.is_loopback() && !ip.is_unspecified() {
            hosts = vec![if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() }];
        }
        // Through `Url`, so that port 80 vanishes as it does in a browser.
        hosts
            .iter()
            .filter_map(|host| Self::of(&Url::parse(&format!("http://{host}:{port}")).ok()?))
            .collect()
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Origin {
    /// What is wrong with the entry and what to write instead.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains('*') {
            return Err(format!(
                "\"{text}\" has a *; name each site, like \"https://shop.example\""
            ));
        }
        let parsed = Url::parse(text).ok().and_then(|url| Some((Self::of(&url)?, url)));
        let Some((origin, url)) = parsed else {
            return Err(format!(
                "\"{text}\" is not an origin; write scheme and host, like \"https://shop.example\""
            ));
        };
        if origin.0 == text {
            return Ok(origin);
        }
        let why = if url.path() != "/" {
            "has a path"
        } else if text.ends_with('/') {
            "ends with a slash"
        } else {
            "is not written as a browser sends it"
        };
        Err(format!("\"{text}\" {why}; write \"{origin}\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_taken_only_as_a_browser_sends_it() {
        assert!("https://shop.example".parse::<Origin>().is_ok());
        assert!("http://localhost:3000".parse::<Origin>().is_ok());
        for (entry, said) in [
            ("*", "has a *"),
            ("https://*.shop.example", "has a *"),
            ("https://shop.example/", "ends with a slash; write \"https://shop.example\""),
            ("https://shop.example/cart", "has a path; write \"https://shop.example\""),
            ("https://Shop.example", "write \"https://shop.example\""),
            ("https://shop.example:443", "write \"https://shop.example\""),
            ("https://user@shop.example", "write \"https://shop.example\""),
            ("shop.example", "is not an origin"),
            ("null", "is not an origin"),
            ("file:///tmp", "is not an origin"),
        ] {
            let error = entry.parse::<Origin>().expect_err(entry);
            assert!(error.contains(said), "{entry}: {error}");
        }
    }

    #[test]
    fn a_loopback_address_is_reached_by_every_local_name() {
        let names = Origin::local([127, 0, 0, 1].into(), 3000);
        assert!(names.contains(&Origin("http://localhost:3000".into())));
        assert!(names.contains(&Origin("http://127.0.0.1:3000".into())));
        assert_eq!(Origin::local([0, 0, 0, 0].into(), 80)[0].as_str(), "http://localhost");
    }
}

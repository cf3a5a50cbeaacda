//! A web origin, parsed once.

use std::fmt;

use thiserror::Error;
use url::Url;

/// `scheme://host[:port]`, as a browser writes it into the `Origin` header.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin(String);

/// Why a text is no origin. The message names the text and says what to write instead.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{text}` is not an origin: {why}")]
pub struct OriginError {
    text: String,
    why: String,
}

impl Origin {
    /// Parses an exact origin: `https://shop.example`, `http://localhost:8080`.
    ///
    /// # Errors
    /// For `*`, a path, a trailing slash, credentials, another scheme than http(s), a default port that is spelled out.
    pub fn parse(text: &str) -> Result<Self, OriginError> {
        let fail = |why: &str| Err(OriginError { text: text.to_owned(), why: why.to_owned() });
        if text.contains('*') {
            return fail("wildcards are not supported, list each origin");
        }
        let Ok(url) = Url::parse(text) else {
            return fail("write scheme://host or scheme://host:port");
        };
        if !matches!(url.scheme(), "http" | "https") {
            return fail("only http and https pages can call this");
        }
        let exact = url.origin().ascii_serialization();
        if exact != text {
            return fail(&format!("write `{exact}`"));
        }
        Ok(Self(exact))
    }

    /// The origin of a URL.
    #[must_use]
    pub fn of(url: &Url) -> Self {
        Self(url.origin().ascii_serialization())
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Origin;

    #[test]
    fn only_an_exact_origin_is_one() {
        for good in [
            "https://shop.example",
            "http://localhost:8080",
            "http://127.0.0.1:3000",
            "http://[::1]:3000",
        ] {
            assert_eq!(Origin::parse(good).map(|origin| origin.to_string()), Ok(good.to_owned()));
        }
        for bad in [
            "*",
            "https://*.example",
            "https://shop.example/",
            "https://shop.example/path",
            "shop.example",
            "https://user@shop.example",
            "ftp://shop.example",
            "https://SHOP.example",
            "https://shop.example:443",
            "null",
            "",
            "https://",
            "https://shop.example?x",
            "javascript:alert(1)",
        ] {
            let error = Origin::parse(bad).expect_err(bad).to_string();
            assert!(error.contains(&format!("`{bad}`")), "{error}");
        }
    }
}

//! A session as its owner sees it.

/// Somewhere somebody is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: i64,
    /// When it began, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, to some minutes.
    pub seen_at: i64,
    /// From where.
    pub address: String,
    /// What the browser said it is.
    pub browser: String,
}

impl Session {
    /// The browser and its system in a few words, as far as they can be told.
    pub fn browser_in_words(&self) -> String {
        // Each calls itself what others are called too, so the order matters.
        const BROWSERS: [(&str, &str); 6] = [
            ("Edg/", "Edge"),
            ("OPR/", "Opera"),
            ("Firefox/", "Firefox"),
            ("Chrome/", "Chrome"),
            ("Safari/", "Safari"),
            ("curl/", "curl"),
        ];
        const SYSTEMS: [(&str, &str); 6] = [
            ("Android", "Android"),
            ("iPhone", "iPhone"),
            ("iPad", "iPad"),
            ("Windows", "Windows"),
            ("Mac OS X", "macOS"),
            ("Linux", "Linux"),
        ];
        let find = |names: &[(&str, &'static str)]| {
            names.iter().find(|(part, _)| self.browser.contains(part)).map(|(_, name)| *name)
        };
        match (find(&BROWSERS), find(&SYSTEMS)) {
            (Some(browser), Some(system)) => format!("{browser} on {system}"),
            (Some(name), None) | (None, Some(name)) => name.to_owned(),
            (None, None) => "An unknown browser".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Session;

    #[test]
    fn a_browser_is_told_in_words() {
        for (browser, words) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, \
                 like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            ("curl/8.14.1", "curl"),
            ("", "An unknown browser"),
        ] {
            let session = Session {
                id: 1,
                created_at: 0,
                seen_at: 0,
                address: String::new(),
                browser: browser.into(),
            };
            assert_eq!(session.browser_in_words(), words);
        }
    }
}

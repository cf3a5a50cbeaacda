//! How a visitor set up the demo: which model answers, and what it may do without asking.

use serde::{Deserialize, Serialize};

/// The name of the cookie that holds the choices.
pub const COOKIE: &str = "demo";

/// Who answers the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// The keyword matcher in the page.
    Rules,
    /// The model behind this server's `/api/agent`.
    Proxy,
    /// The browser's own.
    Chrome,
}

impl Model {
    /// Its name in the element's `models` attribute and in the cookie.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Proxy => "proxy",
            Self::Chrome => "chrome",
        }
    }

    /// Reads its name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Rules, Self::Proxy, Self::Chrome].into_iter().find(|model| model.name() == name)
    }
}

/// A visitor's choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demo {
    /// Who answers.
    pub model: Model,
    /// Names of tools that run without asking, as far as the rules of the agent let them.
    pub pre_approved: Vec<String>,
}

impl Demo {
    /// The choices as a cookie value: `proxy`, or `rules+add_to_cart`.
    pub fn to_cookie(&self) -> String {
        let names = self.pre_approved.iter().map(String::as_str);
        std::iter::once(self.model.name()).chain(names).collect::<Vec<_>>().join("+")
    }

    /// Reads the cookie's value; what is not a choice is left out.
    pub fn from_cookie(value: &str, usual: Model) -> Self {
        let mut parts = value.split('+');
        let model = parts.next().and_then(Model::from_name).unwrap_or(usual);
        Self { model, pre_approved: names(parts) }
    }

    /// True when the tool was pre-approved.
    pub fn allows(&self, tool: &str) -> bool {
        self.pre_approved.iter().any(|name| name == tool)
    }
}

/// Names that can be tools of this shop: at most eight, lower case and underscores.
fn names<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let fits = |name: &&str| {
        (1..=32).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
    };
    texts.map(str::trim).filter(fits).take(8).map(str::to_owned).collect()
}

#[cfg(feature = "ssr")]
impl Demo {
    /// The choices of a request: its cookie, and `?pre=add_to_cart,place_order` for this page alone.
    pub fn of(parts: &http::request::Parts, site: &crate::site::Site) -> Self {
        let usual = if site.model.is_some() { Model::Proxy } else { Model::Rules };
        let cookie = super::cookies::read(parts, COOKIE).unwrap_or_default();
        let mut demo = Self::from_cookie(cookie, usual);
        let query = parts.uri.query().unwrap_or_default();
        if let Some(list) = query.split('&').find_map(|pair| pair.strip_prefix("pre=")) {
            demo.pre_approved = names(list.replace("%2C", ",").split(','));
        }
        demo
    }
}

#[cfg(test)]
mod tests {
    use super::{Demo, Model};

    #[test]
    fn choices_come_back_from_their_cookie() {
        let demo = Demo { model: Model::Chrome, pre_approved: vec!["add_to_cart".to_owned()] };
        assert_eq!(demo.to_cookie(), "chrome+add_to_cart");
        assert_eq!(Demo::from_cookie(&demo.to_cookie(), Model::Rules), demo);
    }

    #[test]
    fn a_cookie_of_nonsense_is_the_usual_demo() {
        let usual = Demo { model: Model::Proxy, pre_approved: Vec::new() };
        assert_eq!(Demo::from_cookie("gpt+<script>+", Model::Proxy), usual);
        assert_eq!(Demo::from_cookie("", Model::Proxy), usual);
    }
}

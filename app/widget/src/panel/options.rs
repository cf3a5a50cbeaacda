//! What an owner sets on the element and the panel shows. Comes from the loader as JSON.

use site_agent_core::json::{self, Value};

use super::dom;
use super::face::Face;
use crate::strings::{self, Strings};

/// The panel's settings; each has a default, so that `{}` is a panel too.
#[derive(Clone, Debug)]
pub struct PanelOptions {
    /// The panel's words.
    pub strings: &'static Strings,
    /// The heading, or empty for the language's own.
    pub heading: String,
    /// The composer's placeholder, or empty for the language's own.
    pub placeholder: String,
    /// Things to ask, shown before anything was said; empty: made from the tools' titles.
    pub suggestions: Vec<String>,
    /// `light`, `dark`, or anything else for the visitor's preference.
    pub theme: String,
    /// The model that will answer, by its adapter's name: `rules`, `proxy`, `chrome-built-in` …
    pub model: String,
    /// The page's origin where it is not the panel's own, as in a frame; else empty.
    pub origin: String,
    /// The page's tools as they were offered last; not the owner's to set.
    pub(crate) tools: Vec<Face>,
    /// What stood in the composer on the page before.
    pub draft: String,
}

impl PanelOptions {
    /// Reads `{words, heading, placeholder, suggestions, theme, model, origin, draft}`. What is
    /// missing or of another type is left at its default: a typing mistake of an owner must not
    /// cost the visitor the panel. The words are a table's text, as [`strings::table`] reads it.
    #[must_use]
    pub fn from_json(text: &str) -> Self {
        let given = json::parse(text).unwrap_or(Value::Null);
        let word = |key| given.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        Self {
            strings: strings::table(&word("words")),
            heading: word("heading"),
            placeholder: word("placeholder"),
            suggestions: given.get("suggestions").map(words).unwrap_or_default(),
            theme: word("theme"),
            model: word("model"),
            origin: word("origin"),
            tools: Vec::new(),
            draft: word("draft"),
        }
    }

    /// The heading to show.
    #[must_use]
    pub fn heading(&self) -> String {
        or(&self.heading, self.strings.heading())
    }

    /// The composer's name.
    #[must_use]
    pub fn placeholder(&self) -> String {
        or(&self.placeholder, self.strings.placeholder())
    }

    /// The origin of the page that the visitor is on.
    #[must_use]
    pub(crate) fn origin(&self) -> String {
        if self.origin.is_empty() { dom::origin() } else { self.origin.clone() }
    }
}

/// The strings of an array; what is none is left out.
fn words(given: &Value) -> Vec<String> {
    let each = given.as_array().unwrap_or_default().iter();
    each.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn or(given: &str, own: &str) -> String {
    let given = given.trim();
    if given.is_empty() { own } else { given }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings::tests::english;

    #[test]
    fn a_setting_of_the_wrong_type_is_left_at_its_default() {
        let words = Value::from(english()).to_text();
        let given = r#"{"words":WORDS,"heading":7,"suggestions":["a",1,"b"]}"#;
        let options = PanelOptions::from_json(&given.replace("WORDS", &words));
        assert_eq!(options.heading(), "Ask this site");
        assert_eq!(options.suggestions, ["a", "b"]);
        assert_eq!(PanelOptions::from_json("not json").heading(), "");
    }
}

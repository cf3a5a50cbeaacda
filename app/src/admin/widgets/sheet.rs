//! A widget as the dashboard sees it.

use super::answer::Fields;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The public key.
    pub key: String,
    /// What the owner calls it.
    pub name: String,
    /// Whether the configuration describes it: then nothing is changed here.
    pub is_of_file: bool,
    /// Whether it answers.
    pub is_on: bool,
    /// Why it cannot answer, though it is switched on.
    pub fault: Option<String>,
    /// Who answers: a model and its provider, or the rules.
    pub model: String,
    /// Origins on its list.
    pub origins: usize,
    /// When a page last loaded its tag, in milliseconds since 1970.
    pub last_seen: Option<i64>,
}

/// Everything about one widget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// As in the list.
    pub summary: Summary,
    /// The settings as the fields of the form.
    pub fields: Fields,
    /// What the configuration sets of its widget: the key, its value, what it is for.
    pub of_file: Vec<(&'static str, String, &'static str)>,
    /// Listed origins.
    pub origins: Vec<String>,
    /// The last characters of the provider's key, if one is kept; empty for a very short one.
    pub provider_key: Option<String>,
    /// Origins that were refused, the newest first.
    pub refused: Vec<Met>,
    /// Pages that loaded the tag, the newest first.
    pub seen: Vec<Met>,
    /// The tools of its pages, the newest site first.
    pub tools: Vec<SiteTools>,
}

/// The tools that the pages of a site offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteTools {
    /// The site's origin.
    pub origin: String,
    /// Their names.
    pub tools: Vec<String>,
    /// The last time, in milliseconds since 1970.
    pub last: i64,
}

/// A page or an origin, and when it was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Its address.
    pub place: String,
    /// How often.
    pub count: i64,
    /// The first time, in milliseconds since 1970.
    pub first: i64,
    /// The last time.
    pub last: i64,
}

/// What a test of the provider came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tested {
    /// Whether it answered.
    pub answers: bool,
    /// In words, with what to do if it did not.
    pub words: String,
}

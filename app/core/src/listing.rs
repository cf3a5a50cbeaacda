//! One look at the page's tools.

use crate::tool::Tool;

/// The tools that a source listed, names unique, and those that were left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// Tools that may be called, in the source's order.
    pub tools: Vec<Tool>,
    /// Tools that were left out, each with its reason.
    pub dropped: Vec<Dropped>,
}

/// A tool that was left out of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Its name, folded to one line.
    pub name: String,
    /// Why, in words: `debugging`, `same name in the top document`, `over the tool cap`.
    pub reason: String,
}

impl Listing {
    /// The tool of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

//! One look at the page's tools.
//!
//! The shell hands over what a source listed, as it came; [`Listing::from_value`] makes of it
//! tools with unique names that may be called, and says of each tool that it left out why.

mod nearness;
mod offer;
mod raw;

pub use offer::Offer;

use crate::tool::Tool;
use crate::wire;

/// The tools that a source listed, names unique, and those that were left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// Tools that may be called, in the source's order.
    pub tools: Vec<Tool>,
    /// Tools that were left out, each with its reason.
    pub dropped: Vec<Dropped>,
}

wire! {
    /// A tool that was left out of a listing.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Dropped {
        /// Its name, folded to one line.
        pub name: String,
        /// Why, in words: `debugging`, `same name in the top document`, `over the tool cap`.
        pub reason: String,
    }
}

impl Listing {
    /// The tool of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Whether another listing says the same, whatever handles the shell gave out.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        let same = |(one, other): (&Tool, &Tool)| {
            one.hash == other.hash && one.origin == other.origin && one.framed == other.framed
        };
        self.tools.len() == other.tools.len()
            && self.tools.iter().zip(&other.tools).all(same)
            && self.dropped == other.dropped
    }
}

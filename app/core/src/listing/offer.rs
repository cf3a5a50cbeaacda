//! Which tools a model is offered, when the page has more than its endpoint takes.

use super::nearness::nearest_first;
use super::{Dropped, Listing};
use crate::config::Caps;
use crate::protocol::ToolSpec;
use crate::text::one_line;
use crate::wire::text_of;

/// Code points of a dropped tool's name.
const NAME_CHARS: usize = 128;

/// What a model is offered of a listing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// The tools on offer, and all that were left out.
    pub listing: Listing,
    /// The same tools as a model sees them.
    pub specs: Vec<ToolSpec>,
    /// How much of a request they take.
    pub bytes: usize,
}

impl Listing {
    /// The part of the listing that is offered for a question: all of it while it fits the caps,
    /// else the tools nearest to it, in their own order. Tools take at most half of a request's
    /// bytes, so that there is room for what they are to be used on.
    #[must_use]
    pub fn offer(&self, question: &str, caps: &Caps) -> Offer {
        let specs: Vec<ToolSpec> = self.tools.iter().map(ToolSpec::from_tool).collect();
        let sizes: Vec<usize> = specs.iter().map(|spec| text_of(spec).len() + 1).collect();
        let room = caps.bytes / 2;
        let all_fit = specs.len() <= caps.tools && sizes.iter().sum::<usize>() <= room;
        let order =
            if all_fit { (0..specs.len()).collect() } else { nearest_first(question, &specs) };
        let mut reasons = vec![Some("over the tool cap"); specs.len()];
        let mut offer = Offer::default();
        let mut free = caps.tools;
        for at in order {
            if free == 0 {
                break;
            }
            if offer.bytes + sizes[at] > room {
                reasons[at] = Some("over the size cap");
                continue;
            }
            reasons[at] = None;
            free -= 1;
            offer.bytes += sizes[at];
        }
        offer.listing.dropped.clone_from(&self.dropped);
        for ((tool, spec), reason) in self.tools.iter().zip(specs).zip(reasons) {
            if let Some(reason) = reason {
                let name = one_line(&tool.name, NAME_CHARS);
                offer.listing.dropped.push(Dropped { name, reason: reason.to_owned() });
            } else {
                offer.listing.tools.push(tool.clone());
                offer.specs.push(spec);
            }
        }
        offer
    }
}

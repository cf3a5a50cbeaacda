//! Which tools a model is offered, when the page has more than its endpoint takes.

use super::Listing;
use super::nearness::nearest_first;
use crate::config::Caps;
use crate::protocol::ToolSpec;
use crate::wire::text_of;

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
        let (mut free, mut bytes) = (caps.tools, 0);
        for at in order {
            if free == 0 {
                break;
            }
            if bytes + sizes[at] > room {
                reasons[at] = Some("over the size cap");
                continue;
            }
            reasons[at] = None;
            free -= 1;
            bytes += sizes[at];
        }
        let listing = Listing { tools: Vec::new(), dropped: self.dropped.clone() };
        let mut offer = Offer { listing, specs: Vec::new(), bytes };
        for (at, spec) in specs.into_iter().enumerate() {
            if let Some(reason) = reasons[at] {
                offer.listing.drop_tool(&self.tools[at].name, reason);
            } else {
                offer.listing.tools.push(self.tools[at].clone());
                offer.specs.push(spec);
            }
        }
        offer
    }
}

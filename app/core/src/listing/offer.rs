//! Which tools a model is offered, when the page has more than its endpoint takes.

use super::{Dropped, Listing};
use crate::config::Caps;
use crate::protocol::ToolSpec;
use crate::rules;
use crate::text::one_line;
use crate::wire::Wire;

/// Code points of a dropped tool's name.
const NAME_CHARS: usize = 128;

impl Listing {
    /// The part of the listing that is offered for a question: all of it while it fits the cap,
    /// else the tools that the rule matcher finds nearest, in their own order. Tools take at most
    /// half of a request's bytes, so that there is room for what they are to be used on.
    #[must_use]
    pub fn offered(&self, question: &str, caps: &Caps) -> Self {
        let specs: Vec<ToolSpec> = self.tools.iter().map(ToolSpec::from_tool).collect();
        let sizes: Vec<usize> = specs.iter().map(|spec| spec.to_text().len() + 1).collect();
        let room = caps.bytes / 2;
        if specs.len() <= caps.tools && sizes.iter().sum::<usize>() <= room {
            return self.clone();
        }
        let mut reasons = vec![Some("over the tool cap"); specs.len()];
        let (mut count, mut bytes) = (0, 0);
        for at in rules::rank(question, &specs) {
            if count == caps.tools {
                break;
            }
            if bytes + sizes[at] > room {
                reasons[at] = Some("over the size cap");
                continue;
            }
            reasons[at] = None;
            count += 1;
            bytes += sizes[at];
        }
        let mut offered = Self { tools: Vec::new(), dropped: self.dropped.clone() };
        for (tool, reason) in self.tools.iter().zip(reasons) {
            match reason {
                None => offered.tools.push(tool.clone()),
                Some(reason) => offered.dropped.push(Dropped {
                    name: one_line(&tool.name, NAME_CHARS),
                    reason: reason.to_owned(),
                }),
            }
        }
        offered
    }
}

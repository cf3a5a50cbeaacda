//! Rules that a test may take away, to prove that the fuzz would notice. Outside of the crate's
//! own tests every rule stands, and what is below compiles to `false`.

use std::borrow::Cow;

use super::Session;
use crate::tool::Tool;

/// A rule that can be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// An outcome must carry the ticket that is waited for.
    Tickets,
    /// A yes holds for the definition that was shown.
    Definition,
    /// Untrusted words taint the conversation.
    Taint,
    /// What cannot be taken back always asks.
    Consequential,
}

/// The rules that were taken away.
#[cfg(test)]
pub(super) type Faults = Vec<Rule>;

impl Session {
    /// Whether a rule was taken away.
    #[cfg_attr(
        not(test),
        expect(clippy::unused_self, reason = "the answer depends on a field of tests")
    )]
    pub(super) fn lacks(&self, rule: Rule) -> bool {
        #[cfg(test)]
        return self.faults.contains(&rule);
        #[cfg(not(test))]
        {
            let _ = rule;
            false
        }
    }

    /// The tool as the policy sees it.
    pub(super) fn judged<'a>(&self, tool: &'a Tool) -> Cow<'a, Tool> {
        let mut tool = Cow::Borrowed(tool);
        if self.lacks(Rule::Consequential)
            && let Some(hints) = &mut tool.to_mut().hints
        {
            hints.consequential = Some(false);
        }
        tool
    }
}

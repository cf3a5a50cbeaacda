//! Decides whether a call runs, asks or is denied. The only place that makes an [`Approval`].
//!
//! [`judge`] is a pure function of four things: the call, the tool as it is declared now, whether
//! untrusted words have reached the model, and the owner's settings. Its invariant is the product's:
//! a call that may change something reaches the page only with an [`Approval`], and an approval
//! comes either from here, or from [`Question::allow`] after a visitor's yes.
//!
//! **What unknown means.** A hint is `Some(true)`, `Some(false)` or not known, and not known is
//! never read as the permissive answer. Browsers that do not know a hint drop it although the page
//! declared it, so that an absent `consequentialHint` says nothing. Therefore:
//!
//! | not known | is treated as |
//! |---|---|
//! | all annotations | asks, `annotations-unknown`; its results are untrusted |
//! | `readOnlyHint` | not read-only |
//! | `consequentialHint` | pre-approval does not count: asks, `annotations-unknown`. A tool that is *declared* read-only still runs, since that is a statement on its effects |
//! | `untrustedContentHint` | untrusted: its results taint the conversation |

use crate::call::Call;
use crate::config::Config;
use crate::tool::{DefinitionHash, Tool};
use crate::wire;

wire! {
    /// Why a call must be asked for; the first that applies (rule 5).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Reason {
        /// The tool came without annotations, or without the one that its pre-approval hangs on.
        AnnotationsUnknown,
        /// The tool says that its call cannot be taken back.
        Consequential,
        /// Words of third parties have reached the model.
        AfterUntrusted,
        /// The call may change something.
        NotReadOnly,
    }
}

wire! {
    /// Who decided.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum By {
        /// The tool's own read-only hint.
        ReadOnly,
        /// The owner's list.
        PreApproved,
        /// The visitor, or the owner's confirm function.
        Visitor,
        /// Nobody could be asked (rule 4).
        NoConfirm,
        /// The run was stopped while the question was open.
        Aborted,
    }
}

wire! {
    /// What was decided of a valid call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Decision {
        /// Whether it may run.
        pub allowed: bool,
        /// Who decided.
        pub by: By,
        /// Why it had to be asked for; `None` when it did not.
        pub reason: Option<Reason>,
    }
}

/// A call that may run: this tool as it was defined, these arguments. Nothing outside this module
/// can build one, and [`crate::Effect::CallTool`] cannot be built without one.
///
/// ```compile_fail,E0451
/// # fn forge(call: site_agent_core::Call, from: site_agent_core::policy::Approval) {
/// let approval = site_agent_core::policy::Approval { call, ..from };
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Approval {
    call: Call,
    seal: Seal,
    decision: Decision,
}

/// What consent is bound to beside the call: the definition, and which document declared it.
#[derive(Clone, Debug, PartialEq)]
struct Seal {
    hash: DefinitionHash,
    origin: String,
    framed: bool,
}

impl Seal {
    fn of(tool: &Tool) -> Self {
        Self { hash: tool.hash, origin: tool.origin.clone(), framed: tool.framed }
    }
}

impl Approval {
    /// The call, exact.
    pub fn call(&self) -> &Call {
        &self.call
    }

    /// The definition that was judged.
    pub fn definition(&self) -> DefinitionHash {
        self.seal.hash
    }

    /// How it came about.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// Whether the approval holds for this tool as it is declared now (rule 8).
    #[must_use]
    pub fn covers(&self, tool: &Tool) -> bool {
        tool.name == self.call.name && self.seal == Seal::of(tool)
    }
}

/// A call that waits for the visitor's yes. [`Question::allow`] is the only way from it to an
/// [`Approval`], and it takes the question with it: one yes, one call.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    call: Call,
    tool: Tool,
    reason: Reason,
}

impl Question {
    /// The call, exact.
    pub fn call(&self) -> &Call {
        &self.call
    }

    /// The tool as it is shown.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// Why it asks.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The visitor said yes.
    #[must_use]
    pub fn allow(self) -> Approval {
        let decision = Decision { allowed: true, by: By::Visitor, reason: Some(self.reason) };
        Approval { seal: Seal::of(&self.tool), call: self.call, decision }
    }

    /// What to record when there was no yes.
    #[must_use]
    pub fn refused(&self, by: By) -> Decision {
        Decision { allowed: false, by, reason: Some(self.reason) }
    }
}

/// What becomes of a valid call.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It runs.
    Run(Approval),
    /// The visitor is asked.
    Ask(Question),
    /// It does not run, since nobody can be asked.
    Deny(Call, Decision),
}

/// Judges a call whose tool is listed and whose arguments fit. `tainted`: untrusted words have
/// reached the model in this conversation.
#[must_use]
pub fn judge(call: Call, tool: &Tool, tainted: bool, config: &Config) -> Verdict {
    let pre_approved = !tool.framed && config.pre_approved.contains(&tool.name);
    let unasked = |call, by| {
        let decision = Decision { allowed: true, by, reason: None };
        Verdict::Run(Approval { call, seal: Seal::of(tool), decision })
    };
    let reason = match tool.hints {
        None => Reason::AnnotationsUnknown,
        Some(hints) if hints.consequential == Some(true) => Reason::Consequential,
        Some(hints) if hints.read_only == Some(true) => return unasked(call, By::ReadOnly),
        Some(_) if tainted => Reason::AfterUntrusted,
        Some(_) if !pre_approved => Reason::NotReadOnly,
        Some(hints) if hints.consequential.is_none() => Reason::AnnotationsUnknown,
        Some(_) => return unasked(call, By::PreApproved),
    };
    let question = Question { call, tool: tool.clone(), reason };
    if config.confirm {
        return Verdict::Ask(question);
    }
    let decision = question.refused(By::NoConfirm);
    Verdict::Deny(question.call, decision)
}

/// Whether what this tool returns counts as untrusted (rules 5 and 6).
#[must_use]
pub fn is_untrusted(tool: &Tool) -> bool {
    tool.hints.is_none_or(|hints| hints.untrusted != Some(false))
}

/// Whether the tool is known to change nothing, so that a call without a result has simply failed
/// (rule 9).
#[must_use]
pub fn changes_nothing(tool: &Tool) -> bool {
    tool.hints.is_some_and(|hints| hints.read_only == Some(true))
}

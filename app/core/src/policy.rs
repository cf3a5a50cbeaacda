//! Decides whether a call runs, asks or is denied. The only place that makes an [`Approval`].

use crate::call::Call;
use crate::tool::DefinitionHash;

/// Why a call must be asked for; the first that applies (rule 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `annotations-unknown`
    AnnotationsUnknown,
    /// `consequential`
    Consequential,
    /// `after-untrusted`
    AfterUntrusted,
    /// `not-read-only`
    NotReadOnly,
}

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// `read-only`
    ReadOnly,
    /// `pre-approved`
    PreApproved,
    /// `visitor`
    Visitor,
    /// `no-confirm`
    NoConfirm,
    /// `aborted`
    Aborted,
}

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

/// A call that may run: this tool as it was defined, these arguments. Nothing outside this module
/// can build one.
#[derive(Clone, Debug, PartialEq)]
pub struct Approval {
    call: Call,
    definition: DefinitionHash,
    decision: Decision,
}

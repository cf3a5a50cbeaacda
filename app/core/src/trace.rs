//! The record of a run, version 1.

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// `answered`
    Answered,
    /// `max-steps`
    MaxSteps,
    /// `aborted`
    Aborted,
    /// `error`
    Error,
}

//! How a call ended, and a tool's result as text.

/// How a call ended (rule 9: unknown is not failed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The tool returned.
    Ok,
    /// The tool returned an error, or a read-only tool failed: nothing was changed.
    Error,
    /// A call that may have changed something ended without telling: time, abort, navigation, a masked error.
    Unknown,
    /// The page navigated, or the form was submitted.
    Navigated,
    /// The visitor, or nobody, allowed it.
    Denied,
    /// The arguments do not fit the tool's schema.
    Invalid,
    /// No such tool on the page.
    Missing,
}

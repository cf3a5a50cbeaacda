//! The argument check. Placeholder until it lands; the signatures are the agreed ones.

use crate::json::Value;

/// Decides `pattern`; `None` when it is not a valid pattern.
pub trait Patterns {
    /// Whether the text holds a match.
    fn matches(&self, pattern: &str, text: &str) -> Option<bool>;
}

/// One way in which a value does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer to the place.
    pub pointer: String,
    /// What was expected there.
    pub expected: String,
    /// What came.
    pub got: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: expected {}, got {}", self.pointer, self.expected, self.got)
    }
}

/// Accepts everything until the check lands.
pub fn check(_: &Value, _: &Value, _: &dyn Patterns) -> Result<(), Vec<Violation>> {
    Ok(())
}

//! What happened in a span of days.

use serde::{Deserialize, Serialize};

/// Sums by day and widget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    /// In order; a day without runs has no entry.
    pub days: Vec<Day>,
}

/// The runs of one widget on one day (UTC).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Day {
    /// Midnight, in milliseconds since 1970.
    pub day: u64,
    /// The widget's key.
    pub widget: String,
    /// Runs that began on that day.
    pub runs: u64,
    /// Those that ended with an answer.
    pub answered: u64,
    /// Those that ended with an error.
    pub errors: u64,
    /// Calls.
    pub calls: u64,
    /// Questions the visitor was asked.
    pub asked: u64,
    /// Calls that were not allowed.
    pub denied: u64,
    /// Tokens read by models.
    pub input_tokens: u64,
    /// Tokens written by models.
    pub output_tokens: u64,
}

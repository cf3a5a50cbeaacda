//! What a list of runs is narrowed to.

use serde::{Deserialize, Serialize};

use super::level::Level;

/// All parts hold at once; an empty filter finds every run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// `answered`, `max-steps`, `aborted` or `error`.
    pub status: Option<String>,
    /// A tool that was called.
    pub tool: Option<String>,
    /// `allowed`, `denied` or `asked`: some call was.
    pub decision: Option<String>,
    /// Part of the model's name.
    pub model: Option<String>,
    /// A widget's key.
    pub widget: Option<String>,
    /// The origin of the page.
    pub origin: Option<String>,
    /// The code that a visitor told.
    pub code: Option<String>,
    /// How much was stored.
    pub level: Option<Level>,
    /// Still going on at this time or later (interval overlap), milliseconds since 1970.
    pub after: Option<u64>,
    /// Begun before this time.
    pub before: Option<u64>,
    /// Text in the question, the answer, tool names or errors.
    pub text: Option<String>,
}

/// A place in a list: behind this run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// When the last run shown was stored.
    pub stored_at: u64,
    /// Its id, for runs of the same millisecond.
    pub id: super::id::TraceId,
}

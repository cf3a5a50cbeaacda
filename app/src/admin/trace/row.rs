//! A run as a line of a list.

use serde::{Deserialize, Serialize};

use super::id::TraceId;
use super::level::Level;

/// What a list shows of a run. Texts are cut to 200 characters and empty where they were not
/// stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceRow {
    /// Its id.
    pub id: TraceId,
    /// What the visitor was shown, such as `7KQ4-M2XD`.
    pub code: String,
    /// The key of the widget.
    pub widget: String,
    /// When the run began, in milliseconds since 1970, by the visitor's clock.
    pub started_at: u64,
    /// When it ended, by the same clock.
    pub ended_at: u64,
    /// When it was stored, by the server's clock.
    pub stored_at: u64,
    /// `answered`, `max-steps`, `aborted` or `error`.
    pub status: String,
    /// The adapter that answered last, with the model behind it where that was told.
    pub model: String,
    /// The origin of the page where it began.
    pub origin: String,
    /// That page's path.
    pub path: String,
    /// How much was stored.
    pub level: Level,
    /// The visitor's message.
    pub question: String,
    /// The answer, or the failure's sentence.
    pub answer: String,
    /// Names of the tools that were called, each once.
    pub tools: Vec<String>,
    /// Turns of the model.
    pub turns: u32,
    /// Valid calls.
    pub calls: u32,
    /// Questions the visitor was asked.
    pub asked: u32,
    /// Calls that were not allowed.
    pub denied: u32,
    /// Invalid calls, and results that were errors.
    pub failed: u32,
    /// Places that were taken out before the run was written to disk.
    pub redacted: u32,
    /// Tokens read and written by models, where they told.
    pub input_tokens: u64,
    /// The same, written.
    pub output_tokens: u64,
    /// The public code of the failure.
    pub error: Option<String>,
}

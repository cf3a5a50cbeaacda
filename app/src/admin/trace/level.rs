//! How much of a run was stored.

use serde::{Deserialize, Serialize};

/// What a widget stores of its runs; storing is off unless the owner chose one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Steps, tools, decisions and times: no text and no argument value.
    Metadata,
    /// The whole run, after the visitor's yes, with secrets taken out.
    Full,
}

impl Level {
    /// The word in settings, filters and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Metadata => "metadata",
            Self::Full => "full",
        }
    }
}

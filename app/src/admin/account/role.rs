//! What an account may do.

use serde::{Deserialize, Serialize};

/// The two kinds of accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// May change everything.
    Owner,
    /// May look at everything, and change nothing but the own account.
    Viewer,
}

impl Role {
    /// The word in forms and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Viewer => "viewer",
        }
    }

    /// The role of a word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Owner, Self::Viewer].into_iter().find(|role| role.as_str() == word)
    }
}

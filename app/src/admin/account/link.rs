//! One-time links: the set-up of the first account, an invitation, a forgotten password.

use super::role::Role;

/// What a link is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Makes the first account, an owner's.
    SetUp,
    /// Makes an account of that role.
    Invitation(Role),
    /// Sets a new password for the account of that name.
    Reset(String),
}

impl Link {
    /// The page that such a link opens.
    pub fn page(&self) -> &'static str {
        match self {
            Self::SetUp => "/admin/set-up",
            Self::Invitation(_) => "/admin/join",
            Self::Reset(_) => "/admin/reset",
        }
    }

    /// The path of a link with its token, for whoever gets it. A token is hexadecimal.
    pub fn path(&self, token: &str) -> String {
        format!("{}?token={token}", self.page())
    }
}

//! Who may use the dashboard.

use async_trait::async_trait;

use super::StoreError;
use crate::admin::account::link::Link;
use crate::admin::account::{Caller, HalfIn, Refusal, SignedIn};

/// A session that begins: its token is for the browser's cookie and is kept nowhere else.
#[derive(Clone, PartialEq, Eq)]
pub struct Begun {
    /// The token.
    pub token: String,
    /// Whether a code is still to come.
    pub is_half: bool,
}

impl std::fmt::Debug for Begun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Begun").field("is_half", &self.is_half).finish_non_exhaustive()
    }
}

/// The accounts, and how one gets in.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Whether there is any account yet.
    async fn are_there(&self) -> Result<bool, StoreError>;
    /// Begins a session for whoever knows name and password.
    async fn log_in(&self, by: &Caller, name: &str, password: &str) -> Result<Begun, Refusal>;
    /// Makes a half session whole: a code of now, or a recovery code, which is then used up.
    async fn enter_code(&self, by: &Caller, half: &HalfIn, code: &str) -> Result<Begun, Refusal>;
    /// Ends the session.
    async fn log_out(&self, who: &SignedIn) -> Result<(), Refusal>;
    /// What a link is for; `None` for one that is no longer valid.
    async fn link(&self, token: &str) -> Result<Option<Link>, StoreError>;
    /// Uses a link to make an account, which is signed in at once.
    async fn join(
        &self,
        by: &Caller,
        token: &str,
        name: &str,
        password: &str,
    ) -> Result<Begun, Refusal>;
    /// Uses a link to set a new password. All sessions of the account end.
    async fn reset(&self, by: &Caller, token: &str, password: &str) -> Result<(), Refusal>;
}

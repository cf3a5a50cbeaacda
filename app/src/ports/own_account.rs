//! What people change about their own accounts.

use async_trait::async_trait;

use super::{Begun, StoreError};
use crate::admin::account::{Codes, Refusal, Session, Shown, SignedIn};

/// The account of whoever is signed in. What matters asks for the password again.
#[async_trait]
pub trait OwnAccount: Send + Sync {
    /// Sets a new password; the other sessions end, and this one goes on with another token.
    async fn change_password(
        &self,
        who: &SignedIn,
        current: &str,
        new: &str,
    ) -> Result<Begun, Refusal>;
    /// The sessions that are not over, the one used last first.
    async fn sessions(&self, who: &SignedIn) -> Result<Vec<Session>, StoreError>;
    /// Ends one of them.
    async fn end_session(&self, who: &SignedIn, session: i64) -> Result<(), Refusal>;
    /// Ends all but the one that asks.
    async fn end_other_sessions(&self, who: &SignedIn) -> Result<(), Refusal>;
    /// Whether signing in asks for a code.
    async fn codes(&self, who: &SignedIn) -> Result<Codes, StoreError>;
    /// Makes a secret, which waits for its first code.
    async fn start_codes(&self, who: &SignedIn, password: &str) -> Result<(), Refusal>;
    /// Forgets that secret.
    async fn cancel_codes(&self, who: &SignedIn) -> Result<(), Refusal>;
    /// Asks for codes from now on, if this is the first one.
    async fn turn_codes_on(&self, who: &SignedIn, code: &str) -> Result<(), Refusal>;
    /// Asks for no codes any more.
    async fn turn_codes_off(&self, who: &SignedIn, password: &str) -> Result<(), Refusal>;
    /// Puts new recovery codes in the place of the old.
    async fn new_recovery_codes(&self, who: &SignedIn, password: &str) -> Result<(), Refusal>;
    /// What this session made last that is shown for some minutes and never again.
    fn shown(&self, who: &SignedIn) -> Option<Shown>;
}

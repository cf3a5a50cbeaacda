//! Who else has an account: for owners.

use async_trait::async_trait;

use super::StoreError;
use crate::admin::account::{Invitation, Person, Refusal, Role, SignedIn};

/// The people of the dashboard.
#[async_trait]
pub trait People: Send + Sync {
    /// Everybody, by name.
    async fn people(&self) -> Result<Vec<Person>, StoreError>;
    /// The invitations that are still good, the newest first.
    async fn invitations(&self) -> Result<Vec<Invitation>, StoreError>;
    /// Makes an invitation, whose link is shown to the session that made it.
    async fn invite(&self, who: &SignedIn, role: Role) -> Result<(), Refusal>;
    /// Takes it back.
    async fn end_invitation(&self, who: &SignedIn, invitation: i64) -> Result<(), Refusal>;
    /// Changes somebody's role, at once; not that of the last owner.
    async fn set_role(&self, who: &SignedIn, account: i64, role: Role) -> Result<(), Refusal>;
    /// Removes an account; not that of the last owner.
    async fn remove(&self, who: &SignedIn, account: i64) -> Result<(), Refusal>;
}

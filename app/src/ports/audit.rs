//! What was done in the dashboard, by whom, from where.

use async_trait::async_trait;

use super::StoreError;
use crate::admin::account::{AuditLine, SignedIn};

/// The audit log. Lines are added and never changed.
#[async_trait]
pub trait Audit: Send + Sync {
    /// Notes that `who` did `what` about something; in words, and never with a secret in them.
    async fn note(&self, who: &SignedIn, what: &str, about: &str) -> Result<(), StoreError>;
    /// At most `most` lines before the one of that id, the newest first.
    async fn before(&self, id: i64, most: u32) -> Result<Vec<AuditLine>, StoreError>;
    /// At most `most` lines behind the one of that id, the oldest first.
    async fn after(&self, id: i64, most: u32) -> Result<Vec<AuditLine>, StoreError>;
}

//! Replays of stored runs.

use async_trait::async_trait;

use super::StoreError;
use crate::admin::replay::{Replay, ReplayId};

/// The replays of the last hour.
#[async_trait]
pub trait Replays: Send + Sync {
    /// One of them; `None` when it is forgotten, or its run was deleted.
    async fn replay(&self, id: &ReplayId) -> Result<Option<Replay>, StoreError>;
}

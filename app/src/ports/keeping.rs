//! How long stored runs are kept.

use async_trait::async_trait;

use super::StoreError;
use crate::admin::trace::Retention;

/// The bounds of the store of runs.
#[async_trait]
pub trait Keeping: Send + Sync {
    /// What holds now.
    fn retention(&self) -> Retention;
    /// What the configuration says, which holds until somebody says otherwise.
    fn configured(&self) -> Retention;
    /// Lets other bounds hold from now on, or with `None` those of the configuration. What is beyond
    /// them goes at once.
    async fn keep(&self, retention: Option<Retention>) -> Result<(), StoreError>;
    /// Bytes that the runs take on disk.
    async fn bytes(&self) -> u64;
}

//! Stored runs.

use std::pin::Pin;

use async_trait::async_trait;
use futures::Stream;

use super::StoreError;
use crate::admin::trace::{
    Counted, Cursor, Filter, Overview, Selector, StoredTrace, TraceId, TracePage, TraceRow,
};

/// The runs that visitors let the owner keep.
#[async_trait]
pub trait Traces: Send + Sync {
    /// At most `most` runs behind `after`, the one stored last first.
    async fn list(
        &self,
        filter: &Filter,
        after: Option<&Cursor>,
        most: u32,
    ) -> Result<TracePage, StoreError>;
    /// How many runs the filter finds.
    async fn count(&self, filter: &Filter) -> Result<Counted, StoreError>;
    /// How many runs are meant, exactly and however many.
    async fn measure(&self, runs: &Selector) -> Result<u64, StoreError>;
    /// One run, or `None` for an id that no run has.
    async fn trace(&self, id: &TraceId) -> Result<Option<StoredTrace>, StoreError>;
    /// Deletes for good: row, index and bytes. Says how many were there.
    async fn erase(&self, runs: &Selector) -> Result<u64, StoreError>;
    /// Sums from the day of `since` to that of `until` (milliseconds since 1970), of one widget or
    /// of all.
    async fn overview(
        &self,
        since: u64,
        until: u64,
        widget: Option<&str>,
    ) -> Result<Overview, StoreError>;
    /// Each run as it is stored, from now on. A reader that is too slow misses some.
    fn subscribe(&self) -> Pin<Box<dyn Stream<Item = TraceRow> + Send>>;
}

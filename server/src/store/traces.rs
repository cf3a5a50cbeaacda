//! Stored runs in `traces.db`, behind the port [`Traces`].
//!
//! Rows are ordered by the time at which they were stored, which is part of their id; see
//! [`Place`]. A list reads rows only, never bodies. Every deletion takes row, body, index and sums
//! in one transaction, and the file's bytes right after it.

mod condition;
mod erase;
mod insert;
mod list;
mod overview;
mod place;
mod retire;
mod row;
mod sought;
mod walk;

use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use futures::{Stream, stream};
use site_agent_app::admin::trace::{
    Counted, Cursor, Filter, Overview, Redaction, Selector, StoredTrace, TraceId, TracePage,
    TraceRow,
};
use site_agent_app::ports::{self, Traces};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Database, StoreError};

pub use insert::NewRun;
pub use place::Place;
use place::Places;
use walk::Patience;

/// Rows that a slow reader of the feed may lag behind.
const FEED: usize = 256;

/// The runs in an open database.
#[derive(Clone, Debug)]
pub struct TraceStore {
    database: Database,
    places: Arc<Places>,
    feed: broadcast::Sender<TraceRow>,
    /// In place of the usual patience.
    patience: Option<Patience>,
}

impl TraceStore {
    /// The runs in an open database.
    pub async fn new(database: Database) -> Result<Self, StoreError> {
        let last: Option<i64> =
            sqlx::query_scalar("SELECT max(n) FROM runs").fetch_one(database.reader()).await?;
        Ok(Self {
            database,
            places: Arc::new(Places::behind(last.unwrap_or(0))),
            feed: broadcast::Sender::new(FEED),
            patience: None,
        })
    }

    /// A place for a run that is to be stored now.
    pub fn place(&self) -> Result<Place, StoreError> {
        self.places.next()
    }

    async fn body(&self, row: TraceRow, place: Place) -> Result<Option<StoredTrace>, StoreError> {
        let body: Option<(Vec<u8>, String)> =
            sqlx::query_as("SELECT document, redactions FROM run_bodies WHERE n = ?")
                .bind(place.n)
                .fetch_optional(self.database.reader())
                .await?;
        let Some((document, redactions)) = body else { return Ok(None) };
        let document = insert::opened(&document)?;
        let redactions: Vec<Redaction> = serde_json::from_str(&redactions).unwrap_or_default();
        Ok(Some(StoredTrace { row, document, redactions }))
    }
}

#[async_trait]
impl Traces for TraceStore {
    async fn list(
        &self,
        filter: &Filter,
        after: Option<&Cursor>,
        most: u32,
    ) -> Result<TracePage, ports::StoreError> {
        self.page(filter, after, most).await.map_err(failed)
    }

    async fn count(&self, filter: &Filter) -> Result<Counted, ports::StoreError> {
        self.counted(filter).await.map_err(failed)
    }

    async fn measure(&self, runs: &Selector) -> Result<u64, ports::StoreError> {
        self.meant(runs).await.map_err(failed)
    }

    async fn trace(&self, id: &TraceId) -> Result<Option<StoredTrace>, ports::StoreError> {
        let Some(place) = Place::of(id) else { return Ok(None) };
        let Some(row) = self.row(place).await.map_err(failed)? else { return Ok(None) };
        self.body(row, place).await.map_err(failed)
    }

    async fn erase(&self, runs: &Selector) -> Result<u64, ports::StoreError> {
        // To its end, also when whoever asked goes away in the middle of it.
        let (store, runs) = (self.clone(), runs.clone());
        let deleted = tokio::spawn(async move { store.delete(&runs).await });
        deleted.await.map_err(|_| ports::StoreError)?.map_err(failed)
    }

    async fn overview(
        &self,
        since: u64,
        until: u64,
        widget: Option<&str>,
    ) -> Result<Overview, ports::StoreError> {
        self.days(since, until, widget).await.map_err(failed)
    }

    fn subscribe(&self) -> Pin<Box<dyn Stream<Item = TraceRow> + Send>> {
        Box::pin(stream::unfold(self.feed.subscribe(), async |mut feed| {
            loop {
                match feed.recv().await {
                    Ok(row) => return Some((row, feed)),
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return None,
                }
            }
        }))
    }
}

/// Keeps the cause for the owner of the log, and hands on that there was one.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn failed(error: StoreError) -> ports::StoreError {
    tracing::error!(error = &error as &dyn std::error::Error, "the store of runs failed");
    ports::StoreError
}

#[cfg(test)]
mod tests;

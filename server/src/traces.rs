//! Keeping runs: what a page sends is read, made fit for keeping, and written.
//!
//! A run passes `incoming` (is it a trace, and whole?), `strip` or [`redact`] (nothing goes to
//! disk that was not meant to), `preview` (what lists show and searches find), and one
//! `writer`. Whoever sent it is answered when it is on disk.

mod incoming;
mod preview;
pub mod redact;
mod refusal;
mod retention;
mod secret;
mod strip;
mod writer;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use bytes::Bytes;
use serde::Serialize;
use site_agent_app::admin::trace::{Level, TraceId};
use site_agent_core::wire::Wire as _;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use self::incoming::Incoming;
use self::redact::Redactor;
pub use self::refusal::{Code, Refusal};
pub use self::retention::{Keeper, Retention};
use self::writer::Writer;
use crate::auth::hash;
use crate::store::StoreError;
use crate::store::traces::{NewRun, TraceStore};

/// The size of a request.
pub const LARGEST: usize = 256 * 1024;

/// The runs of all widgets, and the way in.
#[derive(Debug)]
pub struct Traces {
    store: TraceStore,
    writer: Writer,
    keeper: Arc<Keeper>,
    sweeper: JoinHandle<()>,
    /// Reading and redacting is work for a processor.
    workers: Arc<Semaphore>,
}

/// What a visitor's page is told of its run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// The run's id.
    pub id: TraceId,
    /// What the visitor is shown.
    pub code: String,
    /// With which the visitor may delete it; only its hash is kept.
    pub delete_token: String,
}

impl Traces {
    /// Begins to take runs, and to let old ones go: as `configured`, unless an owner said otherwise.
    pub async fn open(store: TraceStore, configured: Retention) -> Result<Self, StoreError> {
        let workers = available_parallelism().map_or(2, NonZeroUsize::get);
        let keeper = Keeper::open(store.clone(), configured).await?;
        Ok(Self {
            writer: Writer::start(store.clone()),
            sweeper: keeper.sweep(),
            keeper: Arc::new(keeper),
            store,
            workers: Arc::new(Semaphore::new(workers)),
        })
    }

    /// How long they are kept.
    pub fn keeper(&self) -> Arc<Keeper> {
        Arc::clone(&self.keeper)
    }

    /// Where they are kept.
    pub fn store(&self) -> &TraceStore {
        &self.store
    }

    /// Keeps a run of a widget that stores at most `most`. It is on disk when this returns.
    pub async fn keep(&self, widget: &str, most: Level, body: Bytes) -> Result<Kept, Refusal> {
        // A place in the queue first: what cannot be written is not read either.
        let slot = self.writer.slot()?;
        let worker = Arc::clone(&self.workers).acquire_owned().await;
        let (store, widget) = (self.store.clone(), widget.to_owned());
        let prepared = tokio::task::spawn_blocking(move || {
            let prepared = prepare(&store, &widget, most, &body);
            drop(worker);
            prepared
        });
        let (run, kept) = match prepared.await {
            Ok(prepared) => prepared?,
            Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
        };
        slot.write(run).await?;
        Ok(kept)
    }

    /// Deletes a run for whoever holds its token.
    pub async fn delete(&self, id: &TraceId, token: &str) -> Result<(), Refusal> {
        match self.store.delete_by_token(id, &hash(token)).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(Refusal::new(Code::UnknownTrace)),
            Err(error) => Err(failed(&error)),
        }
    }

    /// Waits until all that was taken is written.
    pub async fn close(&self) {
        self.sweeper.abort();
        self.writer.close().await;
    }
}

/// Everything between a body and a row.
fn prepare(
    store: &TraceStore,
    widget: &str,
    most: Level,
    body: &[u8],
) -> Result<(NewRun, Kept), Refusal> {
    let place = store.place().map_err(|error| failed(&error))?;
    let Incoming { level, mut trace } = Incoming::read(body, most, place.stored_at())?;
    if level == Level::Metadata {
        strip::strip(&mut trace);
    }
    let mut redactor = Redactor::default();
    redactor.trace(&mut trace);
    let redactions = redactor.counted();

    let id = place.id();
    trace.id = Some(id.as_str().to_owned());
    let secrets = secret::Secrets::new().map_err(|error| failed(&StoreError::Random(error)))?;
    let run = preview::Preview::of(&trace);
    let words = run.words();
    let was_allowed = run.was_allowed;
    let row = run.row(&trace, level, widget, place, &secrets.code, &redactions);
    let hash = hash(&secrets.delete_token);
    let run = NewRun::new(place, row, &trace.to_text(), &redactions, words, was_allowed, hash)
        .map_err(|error| failed(&error))?;
    Ok((run, Kept { id, code: secrets.code, delete_token: secrets.delete_token }))
}

#[cfg(test)]
mod tests;

/// Keeps the cause for the owner of the log.
fn failed(error: &StoreError) -> Refusal {
    tracing::error!(error = error as &dyn std::error::Error, "a run could not be stored");
    Refusal::new(Code::Internal)
}

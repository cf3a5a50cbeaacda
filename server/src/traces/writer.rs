//! One task writes: whatever has arrived goes to disk together.
//!
//! The queue is bounded. A run gets its slot before it is read, and is refused at once when there
//! is none: what waits here is what somebody is waiting for.

use std::time::Duration;

use tokio::sync::mpsc::{self, OwnedPermit};
use tokio::sync::{Mutex, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::{Code, Refusal, failed};
use crate::store::StoreError;
use crate::store::traces::{NewRun, TraceStore};

/// Runs that are read, or wait, or are being written.
const QUEUE: usize = 256;
/// Runs in one transaction.
const BATCH: usize = 100;
/// How long the first of a batch waits for others.
const GATHER: Duration = Duration::from_millis(20);

/// A run, and who waits for it.
struct Waiting {
    run: NewRun,
    written: oneshot::Sender<Result<(), Refusal>>,
}

/// The way to the task.
#[derive(Debug)]
pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<Waiting>>>,
    sender: mpsc::WeakSender<Waiting>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// Room for one run.
pub(super) struct Slot(OwnedPermit<Waiting>);

impl Writer {
    pub(super) fn start(store: TraceStore) -> Self {
        let (sender, queue) = mpsc::channel(QUEUE);
        let task = tokio::spawn(work(store, queue));
        Self {
            sender: sender.downgrade(),
            queue: Mutex::new(Some(sender)),
            task: Mutex::new(Some(task)),
        }
    }

    /// Room for a run, if there is any now.
    pub(super) fn slot(&self) -> Result<Slot, Refusal> {
        let sender = self.sender.upgrade().ok_or_else(|| Refusal::new(Code::Overloaded))?;
        sender.try_reserve_owned().map(Slot).map_err(|_| Refusal::new(Code::Overloaded))
    }

    /// Takes no more, and waits until all that was taken is on disk.
    pub(super) async fn close(&self) {
        self.queue.lock().await.take();
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the writer of runs did not end well");
        }
    }
}

impl Slot {
    /// Writes the run; it is on disk when this returns.
    pub(super) async fn write(self, run: NewRun) -> Result<(), Refusal> {
        let (written, answer) = oneshot::channel();
        self.0.send(Waiting { run, written });
        answer.await.unwrap_or_else(|_| Err(Refusal::new(Code::Internal)))
    }
}

async fn work(store: TraceStore, mut queue: mpsc::Receiver<Waiting>) {
    while let Some(first) = queue.recv().await {
        let batch = gather(first, &mut queue).await;
        let (runs, waiting): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|waiting| (waiting.run, waiting.written)).unzip();
        let done = store.insert(&runs).await.map_err(|error| refused(&error));
        for written in waiting {
            // Who hung up meanwhile has a run that was kept, or was not, all the same.
            let _ = written.send(done.clone());
        }
    }
}

/// The first run, and those that come within a moment.
async fn gather(first: Waiting, queue: &mut mpsc::Receiver<Waiting>) -> Vec<Waiting> {
    let until = Instant::now() + GATHER;
    let mut batch = vec![first];
    while batch.len() < BATCH {
        match tokio::time::timeout_at(until, queue.recv()).await {
            Ok(Some(next)) => batch.push(next),
            Ok(None) | Err(_) => break,
        }
    }
    batch
}

/// A file that is busy or full may have room later; what else fails is ours.
fn refused(error: &StoreError) -> Refusal {
    let refusal = failed(error);
    if error.is_temporary() { Refusal::new(Code::Overloaded) } else { refusal }
}

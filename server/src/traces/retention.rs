//! Old runs go: by age and by number, at the start and every hour.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

use crate::store::StoreError;
use crate::store::traces::TraceStore;

const HOUR: Duration = Duration::from_hours(1);

/// How long runs are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Days since they were stored; `None` is for ever.
    pub days: Option<u32>,
    /// The most there are; `None` is no bound.
    pub runs: Option<u32>,
}

impl Default for Retention {
    fn default() -> Self {
        Self { days: Some(90), runs: Some(1_000_000) }
    }
}

/// Sweeps until the task is ended.
pub(super) fn start(store: TraceStore, retention: Retention) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut hours = tokio::time::interval(HOUR);
        hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            hours.tick().await;
            match sweep(&store, retention).await {
                Ok(0) => {}
                Ok(gone) => tracing::info!(gone, "runs grew old and were deleted"),
                Err(error) => tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "runs that grew old could not be deleted"
                ),
            }
        }
    })
}

/// Deletes what is too old or too many; says how many.
async fn sweep(store: &TraceStore, retention: Retention) -> Result<u64, StoreError> {
    let mut gone = 0;
    if let Some(days) = retention.days {
        gone += store.expire(Duration::from_hours(24) * days).await?;
    }
    if let Some(most) = retention.runs {
        gone += store.keep_newest(most).await?;
    }
    Ok(gone)
}

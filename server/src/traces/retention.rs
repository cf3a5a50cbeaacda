//! Old runs go: by age and by number, at the start, every hour, and when the bounds change.

use std::time::Duration;

use async_trait::async_trait;
use site_agent_app::ports::{self, Keeping};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

pub use site_agent_app::admin::trace::Retention;

use crate::store::StoreError;
use crate::store::traces::TraceStore;

const HOUR: Duration = Duration::from_hours(1);

/// Knows the bounds, and lets others hold.
#[derive(Debug)]
pub struct Keeper {
    store: TraceStore,
    configured: Retention,
    now: watch::Sender<Retention>,
}

impl Keeper {
    /// With what the configuration says, unless the store knows better.
    pub(super) async fn open(store: TraceStore, configured: Retention) -> Result<Self, StoreError> {
        let now = store.retention().await?.unwrap_or(configured);
        Ok(Self { store, configured, now: watch::Sender::new(now) })
    }

    /// Sweeps until the task is ended.
    pub(super) fn sweep(&self) -> JoinHandle<()> {
        let (store, mut bounds) = (self.store.clone(), self.now.subscribe());
        tokio::spawn(async move {
            let mut hours = tokio::time::interval(HOUR);
            hours.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    _ = hours.tick() => {}
                    changed = bounds.changed() => if changed.is_err() { return },
                }
                let retention = *bounds.borrow_and_update();
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
}

#[async_trait]
impl Keeping for Keeper {
    fn retention(&self) -> Retention {
        *self.now.borrow()
    }

    fn configured(&self) -> Retention {
        self.configured
    }

    async fn keep(&self, retention: Option<Retention>) -> Result<(), ports::StoreError> {
        self.store.set_retention(retention).await.map_err(|error| {
            tracing::error!(error = &error as &dyn std::error::Error, "the store of runs failed");
            ports::StoreError
        })?;
        self.now.send_replace(retention.unwrap_or(self.configured));
        Ok(())
    }

    async fn bytes(&self) -> u64 {
        // What cannot be told is not worth an error.
        self.store.bytes().await.unwrap_or(0)
    }
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

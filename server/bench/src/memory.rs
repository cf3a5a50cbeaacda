//! What the program holds: idle, and with a thousand steps waiting for a slow model; and how soon a
//! client's leaving reaches the model.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::Outcome;
use crate::connection::Connection;
use crate::median::percentile;
use crate::target::Target;
use crate::upstream::Upstream;

/// Steps that wait at once.
pub(crate) const IN_FLIGHT: u32 = 1_000;
const SLOW: Duration = Duration::from_secs(2);
const LEAVING: usize = 50;

/// What was found.
pub(crate) struct Memory {
    /// Kilobytes, with nothing to do after a first step.
    pub(crate) idle_kb: u32,
    /// The most while all were waiting.
    pub(crate) in_flight_kb: u32,
    /// The most that waited at once.
    pub(crate) waited: usize,
    /// How many of them were answered.
    pub(crate) answered: usize,
    /// Milliseconds until the model saw a client's leaving: half are below, and the most.
    pub(crate) cancelled: (f64, f64),
}

/// Measures a target that has done nothing yet.
pub(crate) async fn measure(target: &Target, upstream: &mut Upstream) -> Outcome<Memory> {
    let process = target.process.as_ref().ok_or("only a process has a memory of its own")?;
    upstream.takes(Duration::ZERO);
    Connection::to(&target.address).await?.exchange(&target.request).await?;
    sleep(Duration::from_secs(1)).await;
    let idle_kb = process.rss_kb()?;

    upstream.takes(SLOW);
    let mut tasks = JoinSet::new();
    for _ in 0..IN_FLIGHT {
        let (address, request) = (target.address.clone(), Arc::clone(&target.request));
        tasks.spawn(async move { Connection::to(&address).await?.exchange(&request).await });
    }
    let (mut in_flight_kb, mut waited, mut answered) = (0, 0, 0);
    while !tasks.is_empty() {
        tokio::select! {
            done = tasks.join_next() => {
                answered += usize::from(matches!(done, Some(Ok(Ok(200)))));
            }
            () = sleep(Duration::from_millis(20)) => {
                in_flight_kb = in_flight_kb.max(process.rss_kb()?);
                waited = waited.max(upstream.waiting());
            }
        }
    }
    let cancelled = leave(target, upstream).await?;
    Ok(Memory { idle_kb, in_flight_kb, waited, answered, cancelled })
}

async fn leave(target: &Target, upstream: &mut Upstream) -> Outcome<(f64, f64)> {
    upstream.takes(Duration::from_secs(20));
    let mut took = Vec::new();
    for _ in 0..LEAVING {
        let mut client = Connection::to(&target.address).await?;
        client.send(&target.request).await?;
        while upstream.waiting() == 0 {
            sleep(Duration::from_millis(1)).await;
        }
        let left = Instant::now();
        drop(client);
        let gone = timeout(Duration::from_secs(10), upstream.gone()).await;
        let gone = gone.map_err(|_| "a client left and its call to the model went on")?;
        took.push(gone.ok_or("the model is gone")?.saturating_duration_since(left));
    }
    upstream.takes(Duration::ZERO);
    Ok((percentile(&mut took, 50), percentile(&mut took, 100)))
}

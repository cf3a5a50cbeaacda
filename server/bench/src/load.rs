//! The load: as fast as answers come (closed loop), or at a pace of its own (open loop).

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::sleep_until;

use crate::Outcome;
use crate::connection::Connection;
use crate::median::percentile;
use crate::target::Target;

/// Connections of the open loop: enough that none is waited for at any pace that can be held.
const OPEN: u32 = 64;

/// What a run came to.
pub(crate) struct Run {
    pub(crate) steps: usize,
    pub(crate) lasted: Duration,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

/// Each of `connections` sends its next step when the last is answered.
pub(crate) async fn closed_loop(
    target: &Target,
    connections: u32,
    lasting: Duration,
) -> Outcome<Run> {
    let start = Instant::now();
    run(target, connections, move |_, _| (start.elapsed() < lasting).then_some(None)).await
}

/// `a_second` steps are sent each second, whether or not those before are answered.
pub(crate) async fn open_loop(target: &Target, a_second: u32, lasting: Duration) -> Outcome<Run> {
    let start = Instant::now() + Duration::from_millis(50);
    let all = u32::try_from(u128::from(a_second) * lasting.as_millis() / 1_000)?;
    run(target, OPEN, move |connection, steps| {
        let tick = connection + OPEN * steps;
        (tick < all).then(|| Some(start + Duration::from_secs(1) * tick / a_second))
    })
    .await
}

/// `next(connection, steps)` says when a connection's next step is due: `None` ends it, `Some(None)`
/// is at once.
async fn run(
    target: &Target,
    connections: u32,
    next: impl Fn(u32, u32) -> Option<Option<Instant>> + Clone + Send + 'static,
) -> Outcome<Run> {
    let mut tasks = JoinSet::new();
    let start = Instant::now();
    for connection in 0..connections {
        let next = next.clone();
        let mut at = Connection::to(&target.address).await?;
        let request = Arc::clone(&target.request);
        tasks.spawn(async move {
            let mut latencies = Vec::with_capacity(16 * 1024);
            let mut steps = 0;
            while let Some(due) = next(connection, steps) {
                let mut sent = Instant::now();
                if let Some(due) = due {
                    if due > sent {
                        // The timer's own lateness is not the target's.
                        sleep_until(due.into()).await;
                        sent = Instant::now();
                    } else {
                        // But waiting for the step before is.
                        sent = due;
                    }
                }
                let status = at.exchange(&request).await?;
                if status != 200 {
                    return Err(std::io::Error::other(format!("answered {status}")));
                }
                latencies.push(sent.elapsed());
                steps += 1;
            }
            Ok(latencies)
        });
    }
    let mut latencies = Vec::new();
    while let Some(done) = tasks.join_next().await {
        latencies.extend(done??);
    }
    Ok(Run {
        steps: latencies.len(),
        lasted: start.elapsed(),
        p50: percentile(&mut latencies, 50),
        p99: percentile(&mut latencies, 99),
    })
}

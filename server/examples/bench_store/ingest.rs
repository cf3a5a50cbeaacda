//! Takes runs as visitors send them, for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use futures::StreamExt as _;
use site_agent::store::traces::TraceStore;
use site_agent::traces::{Retention, Traces};
use site_agent_app::admin::trace::{Filter, Level};
use site_agent_app::ports::Traces as _;

use crate::Outcome;
use crate::made::{Chance, request};
use crate::times::Times;

/// Visitors at once.
const VISITORS: u64 = 100;
/// Runs a second.
const BAR: u64 = 700;
const VISIBLE: Duration = Duration::from_secs(1);

/// Whether enough were taken, and none lost.
pub(crate) async fn minute(store: TraceStore, long: Duration) -> Outcome<bool> {
    let none = Retention { days: None, runs: None };
    let traces = Arc::new(Traces::open(store.clone(), none).await?);
    // What they send is made before: that is the visitors' work.
    let bodies = Arc::new(bodies()?);
    let bytes = bodies.iter().map(Bytes::len).sum::<usize>() / bodies.len();
    let (refused, until) = (Arc::new(AtomicU64::new(0)), Instant::now() + long);
    let visitors = (0..VISITORS).map(|visitor| {
        let (traces, bodies, refused) = (traces.clone(), bodies.clone(), refused.clone());
        tokio::spawn(async move {
            let (mut kept, mut times) = (Vec::new(), Times::default());
            let mut nth = usize::try_from(visitor * 13).unwrap_or(0);
            while Instant::now() < until {
                nth += 1;
                let (body, start) = (bodies[nth % bodies.len()].clone(), Instant::now());
                match traces.keep("default", Level::Full, body).await {
                    Ok(run) => {
                        times.push(start.elapsed());
                        kept.push(run.id);
                    }
                    Err(_) => drop(refused.fetch_add(1, Ordering::Relaxed)),
                }
            }
            (kept, times)
        })
    });
    let visitors: Vec<_> = visitors.collect();
    let (mut kept, mut times) = (Vec::new(), Times::default());
    for visitor in visitors {
        let (ids, took) = visitor.await?;
        kept.extend(ids);
        times.extend(&took);
    }
    for id in &kept {
        store.trace(id).await?.ok_or("a run that was answered is not there")?;
    }
    let a_second = u64::try_from(kept.len())? / long.as_secs().max(1);
    println!(
        "INGEST {a_second} runs/s of {bytes} bytes for {} s, {} refused, all {} there (bar {BAR})",
        long.as_secs(),
        refused.load(Ordering::Relaxed),
        kept.len()
    );
    times.tell("from sending to the answer, under load", VISIBLE);
    let is_visible = visible(&traces, &store, &bodies).await?;
    traces.close().await;
    Ok(a_second >= BAR && is_visible)
}

/// From sending to being in the list and told to whoever watches, when little is going on.
async fn visible(traces: &Traces, store: &TraceStore, bodies: &[Bytes]) -> Outcome<bool> {
    let (mut feed, mut times) = (store.subscribe(), Times::default());
    for body in bodies.iter().take(40) {
        let start = Instant::now();
        let kept = traces.keep("default", Level::Full, body.clone()).await?.id;
        while feed.next().await.ok_or("the feed ended")?.id != kept {}
        let first = store.list(&Filter::default(), None, 1).await?;
        if first.rows.first().map(|row| &row.id) != Some(&kept) {
            return Err("the newest run is not the first of the list".into());
        }
        times.push(start.elapsed());
    }
    Ok(times.tell("VISIBLE in feed and list", VISIBLE))
}

fn bodies() -> Outcome<Vec<Bytes>> {
    let now = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
    let mut chance = Chance::from(3);
    let made = (0..500).map(|_| {
        let (question, answer) = (chance.words(8), chance.words(40));
        Bytes::from(request(&mut chance, &question, &answer, now))
    });
    Ok(made.collect())
}

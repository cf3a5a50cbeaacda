//! What a dashboard asks: pages of lists, searches, and runs.

use std::time::{Duration, Instant};

use site_agent::store::traces::TraceStore;
use site_agent_app::admin::trace::{Cursor, Filter, TraceId};
use site_agent_app::ports::Traces as _;

use crate::Outcome;
use crate::made::{Chance, word};
use crate::times::Times;

const LIST: Duration = Duration::from_millis(20);
const SEARCH: Duration = Duration::from_millis(100);
const OPEN: Duration = Duration::from_millis(50);
/// Rows of a page.
const PAGE: u32 = 50;
/// How often each is asked.
const TIMES: usize = 40;

/// Asks everything; whether it was quick enough.
pub(crate) async fn all(store: &TraceStore, runs: u32) -> Outcome<bool> {
    let mut is_within = lists(store).await?;
    is_within &= searches(store).await?;
    is_within &= openings(store, runs).await?;
    Ok(is_within)
}

async fn lists(store: &TraceStore) -> Outcome<bool> {
    let mut all = Times::default();
    for line in [
        "",
        "status:error",
        "tool:add_to_cart",
        "tool:choose_demo",
        "decision:denied",
        "widget:second",
        "model:model-3",
        "origin:https://shop-2.example",
        "status:error tool:place_order",
        "status:error decision:denied widget:second",
        "after:7d",
        "before:60d",
        "after:30d before:29d status:error",
        "code:0000-0000",
        "model:no-such-model",
    ] {
        let filter = Filter::parse(line)?;
        let (mut times, mut after): (_, Option<Cursor>) = (Times::default(), None);
        for _ in 0..TIMES {
            let start = Instant::now();
            let page = store.list(&filter, after.as_ref(), PAGE).await?;
            times.push(start.elapsed());
            after = page.next;
        }
        times.tell(&format!("list {line}"), LIST);
        all.extend(&times);
    }
    let mut counts = Times::default();
    for line in ["", "status:error", "tool:add_to_cart", "widget:second"] {
        for _ in 0..TIMES {
            let start = Instant::now();
            store.count(&Filter::parse(line)?).await?;
            counts.push(start.elapsed());
        }
    }
    counts.tell("count (to 10,000)", LIST);
    Ok(all.tell("LIST, all of these", LIST))
}

async fn searches(store: &TraceStore) -> Outcome<bool> {
    let mut all = Times::default();
    let frequent = word(3);
    let texts: Vec<(&str, Vec<String>)> = vec![
        ("a frequent word", vec![frequent.clone()]),
        ("words of the language", (0..40).map(|nth| word(nth * 97)).collect()),
        ("two words", (0..40).map(|nth| format!("{} {}", word(nth), word(nth + 11))).collect()),
        ("a rare word", vec!["xylophone".to_owned()]),
        ("a rare word and a tool", vec!["xylophone tool:get_cart".to_owned()]),
        ("a word that is nowhere", vec!["wwwqqq".to_owned()]),
        ("its end is nowhere", vec![format!("{frequent}wq")]),
        ("a frequent word, failed", vec![format!("{frequent} status:error")]),
        ("two letters", vec!["ko".to_owned()]),
        ("two letters that are nowhere", vec!["wq".to_owned()]),
    ];
    for (what, lines) in texts {
        let mut times = Times::default();
        for nth in 0..TIMES {
            let filter = Filter::parse(&lines[nth % lines.len()])?;
            let start = Instant::now();
            store.list(&filter, None, PAGE).await?;
            times.push(start.elapsed());
        }
        times.tell(&format!("search {what}"), SEARCH);
        all.extend(&times);
    }
    Ok(all.tell("SEARCH, all of these", SEARCH))
}

async fn openings(store: &TraceStore, runs: u32) -> Outcome<bool> {
    let mut ids: Vec<TraceId> = Vec::new();
    let mut chance = Chance::from(11);
    for _ in 0..40 {
        // Somewhere in ninety days.
        let before = chance.below(u64::from(runs.min(89)).max(1)) + 1;
        let filter = Filter::parse(&format!("before:{before}d"))?;
        let page = store.list(&filter, None, 5).await?;
        ids.extend(page.rows.into_iter().map(|row| row.id));
    }
    let mut times = Times::default();
    for id in &ids {
        let start = Instant::now();
        store.trace(id).await?.ok_or("a run is gone")?;
        times.push(start.elapsed());
    }
    Ok(times.tell("OPEN a run", OPEN))
}

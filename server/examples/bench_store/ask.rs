//! What a dashboard asks: pages of lists, searches, and runs.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use site_agent::store::traces::{Place, TraceStore};
use site_agent_app::admin::trace::{Cursor, Filter, TraceId};
use site_agent_app::ports::Traces as _;

use crate::Outcome;
use crate::combinations::combinations;
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

/// Every combination at the top, in the middle and at the end of the list, and on from there.
async fn lists(store: &TraceStore) -> Outcome<bool> {
    let now = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
    let at = |days: u64| {
        let place = Place::at(now - days * 86_400_000, 0, 0);
        Some(Cursor { stored_at: place.stored_at(), id: place.id() })
    };
    let lines = combinations();
    let (mut all, mut counts, mut each) = (Times::default(), Times::default(), Vec::new());
    let (mut pages, mut partial) = (0, 0);
    for line in &lines {
        let filter = Filter::parse(line)?;
        let mut times = Times::default();
        for from in [None, at(45), at(88)] {
            let mut after = from;
            for _ in 0..3 {
                let start = Instant::now();
                let page = store.list(&filter, after.as_ref(), PAGE).await?;
                times.push(start.elapsed());
                (pages, partial) = (pages + 1, partial + u32::from(page.is_partial));
                match page.next {
                    Some(next) => after = Some(next),
                    None => break,
                }
            }
        }
        let start = Instant::now();
        store.count(&filter).await?;
        counts.push(start.elapsed());
        all.extend(&times);
        each.push((times.percentile(95), line));
    }
    each.sort_unstable();
    println!("{pages} pages of {} filters, {partial} told as partial; the slowest:", lines.len());
    for (most, line) in each.iter().rev().take(5) {
        println!("  {:>8.2} ms  {line}", most.as_secs_f64() * 1_000.0);
    }
    let are_counted = counts.tell("COUNT to 10,000 or as far as it gets", LIST);
    Ok(all.tell("LIST", LIST) && are_counted)
}

async fn searches(store: &TraceStore) -> Outcome<bool> {
    let mut all = Times::default();
    let frequent = word(3);
    let in_a_row = |nth: u64| format!("{} {} {}", word(nth), word(nth + 5), word(nth + 3));
    let texts: Vec<(&str, Vec<String>)> = vec![
        ("a frequent word", vec![frequent.clone()]),
        ("words of the language", (0..40).map(|nth| word(nth * 97)).collect()),
        ("two words", (0..40).map(|nth| format!("{} {}", word(nth), word(nth + 11))).collect()),
        ("three frequent words in a row", (0..40).map(in_a_row).collect()),
        ("a rare word", vec!["xylophone".to_owned()]),
        ("a rare word and a tool", vec!["xylophone tool:get_cart".to_owned()]),
        ("a word that is nowhere", vec!["wwwqqq".to_owned()]),
        ("its end is nowhere", vec![format!("{frequent}wq")]),
        ("a frequent word, failed", vec![format!("{frequent} status:error")]),
        ("a frequent word, hardly any tool", vec![format!("{frequent} tool:odd_tool")]),
        ("a frequent word, long past", vec![format!("{frequent} origin:https://past.example")]),
        ("a frequent word, a month ago", vec![format!("{frequent} before:30d")]),
        ("a tool's name", vec!["search_products".to_owned()]),
        ("two letters", vec!["ko".to_owned()]),
        ("two letters that are nowhere", vec!["wq".to_owned()]),
    ];
    for (what, lines) in texts {
        let (mut times, mut partial) = (Times::default(), 0);
        for nth in 0..TIMES {
            let filter = Filter::parse(&lines[nth % lines.len()])?;
            let start = Instant::now();
            let page = store.list(&filter, None, PAGE).await?;
            times.push(start.elapsed());
            partial += u32::from(page.is_partial);
        }
        let filter = Filter::parse(&lines[0])?;
        let start = Instant::now();
        store.count(&filter).await?;
        times.push(start.elapsed());
        let told =
            if partial > 0 { format!(", {partial} of {TIMES} partial") } else { String::new() };
        times.tell(&format!("search {what}{told}"), SEARCH);
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

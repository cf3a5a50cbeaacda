//! Fills the store as months of visitors would.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use site_agent::store::traces::{NewRun, Place, TraceStore};
use site_agent_app::admin::trace::{Level, TraceRow};

use crate::Outcome;
use crate::made::{Chance, request, tool};

/// Runs in one transaction.
const BATCH: u32 = 500;
/// Over which they are spread.
const DAYS: u64 = 90;
/// One in so many is of a kind that there hardly is.
const HARDLY: u32 = 20_000;

/// Stores so many runs, the last one a moment ago.
pub(crate) async fn fill(store: &TraceStore, runs: u32) -> Outcome<Duration> {
    let start = Instant::now();
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let (now, span) = (u64::try_from(now.as_millis())?, DAYS * 86_400_000);
    let first = now - span;
    let (mut chance, mut done) = (Chance::from(7), 0);
    while done < runs {
        let end = runs.min(done + BATCH);
        let batch: Result<Vec<_>, _> = (done..end)
            .map(|nth| {
                let stored_at = first + span * u64::from(nth) / u64::from(runs);
                run(&mut chance, nth, stored_at, now)
            })
            .collect();
        store.insert(&batch?).await?;
        done = end;
        if done.is_multiple_of(100_000) {
            println!("  {done} runs after {} s", start.elapsed().as_secs());
        }
    }
    Ok(start.elapsed())
}

fn run(chance: &mut Chance, nth: u32, stored_at: u64, now: u64) -> Outcome<NewRun> {
    let place = Place::at(stored_at, u16::try_from(nth % 4_096)?, chance.below(1 << 60));
    let mut question = chance.words(8);
    let answer = chance.words(40);
    // One in ten thousand says what hardly anybody says.
    if nth.is_multiple_of(10_000) {
        question.push_str(" xylophone");
    }
    let document = request(chance, &question, &answer, stored_at);
    let (is_error, is_denied) = (chance.below(50) == 0, chance.below(20) == 0);
    let mut tools: Vec<String> = (0..=chance.below(3)).map(|_| tool(chance).to_owned()).collect();
    let is_odd = nth.is_multiple_of(HARDLY);
    if is_odd {
        tools.push("odd_tool".to_owned());
    }
    // What is long past: a list begins at its other end.
    let is_past = stored_at + (DAYS - 1) * 86_400_000 < now;
    let (model, origin) = if is_past {
        ("proxy model-past".to_owned(), "https://past.example".to_owned())
    } else {
        (
            format!("proxy model-{}", chance.below(4)),
            format!("https://shop-{}.example", chance.below(5)),
        )
    };
    let row = TraceRow {
        id: place.id(),
        code: format!("{:04X}-{:04X}", chance.below(65_536), chance.below(65_536)),
        widget: if chance.below(10) == 0 { "second" } else { "default" }.to_owned(),
        started_at: stored_at - 4_000,
        ended_at: stored_at,
        stored_at,
        status: match (is_odd, is_error) {
            (true, _) => "aborted",
            (false, true) => "error",
            (false, false) => "answered",
        }
        .to_owned(),
        model,
        origin,
        path: format!("/products/{}", chance.word()),
        level: Level::Full,
        answer: answer.chars().take(200).collect(),
        tools: tools.clone(),
        turns: 2,
        calls: 2,
        asked: u32::from(is_denied),
        denied: u32::from(is_denied),
        failed: 0,
        redacted: 0,
        input_tokens: 900,
        output_tokens: 80,
        error: is_error.then(|| "upstream".to_owned()),
        question: question.clone(),
    };
    let words = format!("{question}\n{answer}\n{}", tools.join("\n"));
    Ok(NewRun::new(place, row, &document, &[], words, true, [0; 32])?)
}

//! Replays one test in a tab.

use std::time::{Duration, Instant};

use serde_json::json;
use site_agent_core::replay::{Compared, Report, Texts, freeze, only};
use site_agent_core::trace::{Page, Step, Trace};
use site_agent_core::wire::Wire as _;

use crate::address::Address;
use crate::suite::{Allow, NotRun, Options};
use crate::tab::{Evaluated, Tab};
use crate::verdict::{Checked, Verdict};

/// How long a call waits for its tool: pages declare them a moment after they were loaded.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a page that went elsewhere in the recording has for it now.
const MOVE_LIMIT: Duration = Duration::from_secs(5);

const IN_PAGE: &str = include_str!("in_page.js");

/// Runs the calls of a trace in order, and compares.
pub(crate) async fn play(
    tab: &mut Tab<'_>,
    trace: &Trace,
    options: &Options,
) -> Result<Vec<Checked>, NotRun> {
    let text = trace.to_text();
    let recorded = Report::begun(&text)?;
    let calls = freeze(trace, Texts::None);
    tab.goto(&options.address.of(trace)?, options.timeout).await?;
    let mut told = Report { steps: Vec::new(), differences: 0 };
    let mut times = Vec::new();
    let mut known_missing = Vec::new();
    let mut documents = tab.documents();
    for step in &recorded.steps {
        let began = Instant::now();
        if step.status.is_none() {
            if let Some(page) = page_before(&calls, &step.call.id) {
                follow(tab, &options.address, trace.page.as_ref(), &page, documents, options)
                    .await?;
            }
            documents = tab.documents();
            let is_missing = known_missing.contains(&step.call.name);
            let patience = if is_missing { Duration::ZERO } else { PATIENCE };
            let came = call(tab, &calls, step, patience, options).await?;
            if came.status.is_some_and(|status| status.as_str() == "missing-tool") {
                known_missing.push(step.call.name.clone());
            }
            told.steps.push(came);
            tab.settle(options.timeout).await?;
        }
        times.push(began.elapsed());
    }
    let report = Report::judged(&text, &told)?;
    let checked = report.steps.iter().zip(times).map(|(step, took)| Checked {
        tool: step.call.name.clone(),
        verdict: Verdict::of(step, options.allow == Allow::None),
        took,
    });
    Ok(checked.collect())
}

/// One call, in the page that is there.
async fn call(
    tab: &mut Tab<'_>,
    calls: &Trace,
    step: &Compared,
    patience: Duration,
    options: &Options,
) -> Result<Compared, NotRun> {
    let one = only(calls, &step.call.id);
    let trace: serde_json::Value = serde_json::from_str(&one.to_text())?;
    let said_yes = options.allow == Allow::Recorded && was_allowed(calls, &step.call.id);
    let given = json!({
        "entry": Tab::entry(),
        "trace": trace,
        "name": step.call.name,
        "patienceMs": millis(patience),
        "isAllowed": said_yes,
        "toolTimeoutMs": millis(options.timeout),
    });
    let script = format!("({})({given})", IN_PAGE.trim().trim_end_matches(';'));
    // The page's own limits end first.
    let within = patience + options.timeout + Duration::from_secs(20);
    match tab.evaluate(&script, within).await? {
        Evaluated::PageLeft => Ok(Compared::left(&step.call)),
        Evaluated::Value(value) => {
            let report = Report::from_text(&value.to_string())?;
            // One that was not even tried would pass for one that is not to be run.
            let came = report.steps.into_iter().next().filter(|came| came.outcome.is_some());
            came.ok_or_else(|| NotRun::NotTried(step.call.name.clone()))
        }
    }
}

/// Goes where the recording was before a call, unless the page went there, or elsewhere, by itself.
async fn follow(
    tab: &mut Tab<'_>,
    address: &Address,
    first: Option<&Page>,
    page: &Page,
    documents: u32,
    options: &Options,
) -> Result<(), NotRun> {
    let Some(url) = first.and_then(|first| address.later(first, page)) else { return Ok(()) };
    if tab.moves(documents, MOVE_LIMIT).await? {
        tab.settle(options.timeout).await?;
    } else if tab.path().await?.is_none_or(|path| path != url.path()) {
        tab.goto(&url, options.timeout).await?;
    }
    Ok(())
}

/// The page that the run had gone to since the call before this one.
fn page_before(trace: &Trace, id: &str) -> Option<Page> {
    let mut page = None;
    for moment in &trace.steps {
        match &moment.step {
            Step::Page { origin, path } => {
                page = Some(Page { origin: origin.clone(), path: path.clone() });
            }
            Step::ToolCall { call, .. } if call.id == id => return page,
            Step::ToolCall { .. } => page = None,
            _ => {}
        }
    }
    None
}

/// Whether somebody said yes to this call: the visitor, or the owner's list. That a tool said of
/// itself that it only reads is nobody's yes.
pub(crate) fn was_allowed(trace: &Trace, id: &str) -> bool {
    let mut decisions = trace.steps.iter().rev().filter_map(|moment| match &moment.step {
        Step::Decision { call_id, allowed, by, .. } if call_id == id => {
            Some(*allowed && matches!(by.as_str(), "visitor" | "pre-approved"))
        }
        _ => None,
    });
    // The last one counts: a changed definition is asked for again.
    decisions.next().unwrap_or(false)
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

//! `/admin/traces/open`: shows a file of runs without storing it.
//!
//! The form posts the file to the same address; the server reads it, hands it on as [`Upload`], and
//! this page is what comes back.

use leptos::prelude::*;

use super::trace::LINES;
use crate::admin::desk::{Desk, Sheet, serve};
use crate::admin::frame::Section;
use crate::admin::icon::AdminIcon;
use crate::admin::islands::DeskKeys;
use crate::admin::run::{LARGEST, Opened, OpenedRun, Summary, Wholeness, talk, tool_uses};
use crate::admin::said_as::{number, several, size, span};
use crate::admin::view::{
    Conversation, StepLink, Steps, Strange, Time, ToolTable, status_badge, zone_form,
};

/// Runs that are listed.
const LISTED: usize = 1_000;

/// Bytes of the runs that are shown whole.
const SHOWN_BYTES: usize = 4 * 1024 * 1024;

/// Runs that are shown whole.
const SHOWN: usize = 20;

/// What was posted.
#[derive(Clone, Debug)]
pub enum Upload {
    /// A file, to be shown from the run of that number on.
    File {
        /// Its name, as the browser told it.
        name: String,
        /// From 1.
        from: usize,
        /// What is in it.
        opened: std::sync::Arc<Opened>,
    },
    /// None, or none that can be read; why.
    Refused(String),
}

/// The page.
#[component]
pub fn OpenPage() -> impl IntoView {
    let upload = use_context::<Upload>();
    serve(Section::Traces, async move |desk| {
        let (problem, file) = match upload {
            None => (None, None),
            Some(Upload::Refused(problem)) => (Some(problem), None),
            Some(Upload::File { name, from, opened }) => (None, Some((name, from, opened))),
        };
        let from = file.as_ref().map_or(1, |(_, from, _)| *from);
        let shown = file.map(|(name, from, opened)| shown(&desk, &name, from, &opened));
        let problem = problem.map(|problem| {
            view! {
                <p class="told refused" role="alert">
                    {AdminIcon::Warning.view()}
                    <span dir="auto">{problem}</span>
                </p>
            }
        });
        let body = view! {
            <p class="crumbs">
                <a href=desk.link("/admin/traces", &[])>"Traces"</a>
            </p>
            {problem}
            {form(&desk, from)}
            {shown}
            {zone_form(&desk, "/admin/traces/open", &[])}
            <DeskKeys/>
        };
        Ok(Sheet { title: "Open a trace file".to_owned(), body: body.into_any() })
    })
}

fn form(desk: &Desk, from: usize) -> impl IntoView + use<> {
    view! {
        <form
            class="card-box open-file"
            method="post"
            enctype="multipart/form-data"
            action=desk.link("/admin/traces/open", &[])
        >
            <p>
                {format!(
                    "A trace as JSON, or runs as JSON lines, up to {}. The file is shown and \
                     forgotten: nothing of it is stored.",
                    size(LARGEST),
                )}
            </p>
            <p class="field">
                <label for="file">"File"</label>
                <input
                    id="file"
                    type="file"
                    name="file"
                    required=true
                    accept=".json,.jsonl,.ndjson,application/json"
                />
            </p>
            <p class="field short">
                <label for="from-run">"From the run with number"</label>
                <input id="from-run" name="from" inputmode="numeric" value=from maxlength="7"/>
            </p>
            <p class="inline">
                <button class="button primary" name="as" value="page">
                    "Open"
                </button>
                <button class="button" name="as" value="jsonl">
                    "Export as JSONL"
                </button>
                <button class="button" name="as" value="otlp">
                    "Export as OTLP JSON"
                </button>
            </p>
        </form>
    }
}

fn shown(desk: &Desk, name: &str, from: usize, opened: &Opened) -> impl IntoView + use<> {
    let wholeness = match opened.wholeness {
        Wholeness::Single => None,
        Wholeness::Whole => Some(("done", "The file is whole: its last line fits its content.")),
        Wholeness::NoEnd => Some((
            "refused",
            "The file has no last line with its count: it may have been cut off, or comes from \
             elsewhere.",
        )),
        Wholeness::Altered => Some((
            "refused",
            "The file is not as it was written: its last line speaks of other content.",
        )),
    };
    let wholeness = wholeness.map(|(kind, words)| {
        let icon = if kind == "done" { AdminIcon::Check } else { AdminIcon::Warning };
        view! {
            <p class=format!("told {kind}") role="status">
                {icon.view()}
                <span>{words}</span>
            </p>
        }
    });
    let refused = (opened.refused_count > 0).then(|| {
        let lines = opened
            .refused
            .iter()
            .map(|one| {
                let words: String = one.problem.chars().take(300).collect();
                view! { <li>{format!("Line {}: ", one.line)} <Strange text=words/></li> }
            })
            .collect_view();
        view! {
            <div class="told refused" role="alert">
                {AdminIcon::Warning.view()}
                <div>
                    <p>{format!("{} refused:", several(opened.refused_count as u64, "line"))}</p>
                    <ul>{lines}</ul>
                </div>
            </div>
        }
    });
    let (mut bytes, mut places) = (0, 0..0);
    if !opened.runs.is_empty() {
        let from = from.clamp(1, opened.runs.len()) - 1;
        let fit = opened.runs[from..].iter().take(SHOWN).take_while(|run| {
            bytes += run.document.len();
            bytes <= SHOWN_BYTES || bytes == run.document.len()
        });
        places = from..from + fit.count();
    }
    let list = opened
        .runs
        .iter()
        .enumerate()
        .take(LISTED)
        .map(|(nth, run)| line(desk, nth, run, places.contains(&nth)))
        .collect_view();
    let whole = opened.runs[places.clone()]
        .iter()
        .zip(places.clone())
        .map(|(run, nth)| run_view(nth, run, places.len() == 1))
        .collect_view();
    let rest = (places.len() < opened.runs.len()).then(|| {
        view! {
            <p class="small">
                {format!(
                    "{} of {} are shown whole. To see others, open the file from another number.",
                    number(places.len() as u64),
                    several(opened.runs.len() as u64, "run"),
                )}
            </p>
        }
    });
    let title = format!("{}: {}", name, several(opened.runs.len() as u64, "run"));
    view! {
        <h2 class="section-head">
            <Strange text=title/>
        </h2>
        {wholeness}
        {refused}
        <ol class="runs">{list}</ol>
        {rest}
        {whole}
    }
}

fn line(desk: &Desk, nth: usize, run: &OpenedRun, is_shown: bool) -> impl IntoView + use<> {
    let sum = Summary::of(&run.trace);
    let words = match (sum.question.is_empty(), &run.stored) {
        (false, _) => sum.question.clone(),
        (true, Some(stored)) if !stored.code.is_empty() => format!("Run {}", stored.code),
        (true, _) => "Without a message".to_owned(),
    };
    let words = format!("{}. {words}", nth + 1);
    let words = if is_shown {
        view! {
            <a class="run-link" href=format!("#run-{}", nth + 1) dir="auto">
                <Strange text=words/>
            </a>
        }
        .into_any()
    } else {
        view! { <Strange text=words/> }.into_any()
    };
    let known = run.stored.as_ref().map(|stored| format!("{} · {}", stored.code, stored.widget));
    let lasted = span(sum.ended_at.saturating_sub(sum.started_at));
    let facts = format!(
        " · {lasted} · {} · {}",
        several(sum.steps as u64, "step"),
        several(sum.calls as u64, "call")
    );
    view! {
        <li class="run">
            <div class="run-words">
                {words}
                <p class="run-answer">
                    <Strange text=sum.answer/>
                </p>
            </div>
            <div class="run-facts">
                <p>{status_badge(&sum.status)}</p>
                <p class="small">
                    <Time ms=sum.started_at zone=desk.zone.clone()/> {facts}
                </p>
                <p class="small">
                    <Strange text=known.unwrap_or_else(|| sum.page.clone())/>
                </p>
            </div>
        </li>
    }
}

fn run_view(nth: usize, run: &OpenedRun, is_alone: bool) -> impl IntoView + use<> {
    let link = StepLink::within(&format!("run-{}-", nth + 1));
    let lines = talk(&run.trace, LINES);
    let is_cut = lines.len() >= LINES;
    let uses = tool_uses(&run.trace);
    let redactions: Vec<_> = run
        .stored
        .iter()
        .flat_map(|stored| &stored.redactions)
        .map(|redaction| format!("{} ×{}", redaction.rule, redaction.places))
        .collect();
    let redactions = (!redactions.is_empty()).then(|| {
        let words = format!("Taken out before storing: {}", redactions.join(", "));
        view! {
            <p class="small">
                <Strange text=words/>
            </p>
        }
    });
    view! {
        <details class="opened" id=format!("run-{}", nth + 1) open=is_alone>
            <summary>
                <h2>{format!("Run {}", nth + 1)}</h2>
            </summary>
            {redactions}
            <div class="run-view">
                <section class="run-talk">
                    <h3>"What the visitor saw"</h3>
                    <Conversation lines step_link=link.clone() is_cut/>
                </section>
                <section class="run-steps">
                    <h3>"Steps"</h3>
                    <Steps trace=run.trace.clone() link=link.clone()/>
                </section>
            </div>
            <section class="run-tools">
                <h3>"Tools"</h3>
                <ToolTable uses step_link=link/>
            </section>
        </details>
    }
}

//! `/admin/traces/{id}?from=`: one run, as the visitor saw it and step by step.

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;

use super::trace_facts::facts;
use crate::admin::desk::{Desk, Fault, Sheet, serve};
use crate::admin::frame::Section;
use crate::admin::icon::AdminIcon;
use crate::admin::islands::DeskKeys;
use crate::admin::run::{read, talk, tool_uses};
use crate::admin::trace::{StoredTrace, TraceId};
use crate::admin::view::{Conversation, Large, StepLink, Steps, ToolTable, zone_form};

/// What to say where there is no such run.
const MISSING: Fault = Fault::Missing(
    "There is no run at this address. It may have been deleted, by an owner, by its visitor or by age.",
);

/// Lines of the conversation that are shown.
pub(super) const LINES: usize = 300;

/// The page.
#[component]
pub fn TracePage() -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id")).unwrap_or_default();
    serve(Section::Traces, async move |desk| {
        let id = TraceId::parse(&id).ok_or(MISSING)?;
        let run = desk.ports.traces.trace(&id).await?.ok_or(MISSING)?;
        let path = format!("/admin/traces/{id}");
        let body = view! {
            <p class="crumbs">
                <a href=desk.link("/admin/traces", &[])>"Traces"</a>
            </p>
            {actions(&desk, &run)}
            <div class="card-box">{facts(&desk, &run)}</div>
            {steps(&desk, &run, &path)}
            {zone_form(&desk, &path, &[("from", desk.asked("from").unwrap_or_default())])}
            <DeskKeys/>
        };
        Ok(Sheet { title: title(&run), body: body.into_any() })
    })
}

fn title(run: &StoredTrace) -> String {
    let question: String = run.row.question.chars().take(90).collect();
    match question.trim() {
        "" => format!("Run {}", run.row.code),
        question => question.to_owned(),
    }
}

fn actions(desk: &Desk, run: &StoredTrace) -> impl IntoView + use<> {
    let id = run.row.id.to_string();
    let file = |name: &str| desk.link(&format!("/admin/files/traces/{id}/{name}"), &[]);
    let jsonl = desk.link("/admin/files/traces/runs.jsonl", &[("id", &id)]);
    let delete = desk.is_owner().then(|| {
        view! {
            <a class="button small danger" href=desk.link("/admin/traces/delete", &[("id", &id)])>
                {AdminIcon::Bin.view()}
                "Delete …"
            </a>
        }
    });
    view! {
        <div class="run-actions">
            <form method="post" action=desk.href("/api/fn/admin/view/begin_replay")>
                <input type="hidden" name="run" value=id.clone()/>
                <button class="button small">{AdminIcon::Replay.view()} "Replay"</button>
            </form>
            <a class="button small" href=file("test.json") download="">
                "Make a test"
            </a>
            <a class="button small" href=file("test.ts") download="">
                "Playwright"
            </a>
            <a class="button small" href=file("trace.json") download="">
                {AdminIcon::Download.view()}
                "JSON"
            </a>
            <a class="button small" href=jsonl download="">
                "JSONL"
            </a>
            <a class="button small" href=file("otlp.json") download="">
                "OTLP JSON"
            </a>
            {delete}
            <form class="inline compare-with" action=desk.href("/admin/compare")>
                {desk.zone_field()} <input type="hidden" name="a" value=id/>
                <label class="unseen" for="b">
                    "Id or code of another run"
                </label>
                <input
                    id="b"
                    name="b"
                    required=true
                    maxlength="60"
                    placeholder="id or code of another run"
                    autocomplete="off"
                /> <button class="button small">"Compare"</button>
            </form>
        </div>
    }
}

fn steps(desk: &Desk, run: &StoredTrace, path: &str) -> AnyView {
    let trace = match read(&run.document) {
        Ok(trace) => trace,
        // Only another version can have stored such a document; it is shown as it is.
        Err(problem) => {
            return view! {
                <p class="told refused" role="alert">
                    {AdminIcon::Warning.view()}
                    <span dir="auto">
                        {format!("This version cannot read the run: {problem}.")}
                    </span>
                </p>
                <Large text=run.document.clone() id="document".to_owned()/>
            }
            .into_any();
        }
    };
    let lines = talk(&trace, LINES);
    let is_cut = lines.len() >= LINES;
    let uses = tool_uses(&trace);
    let from = desk.number("from").and_then(|from| usize::try_from(from).ok()).unwrap_or(1);
    let from = from.saturating_sub(1).min(trace.steps.len().saturating_sub(1));
    let (pages, path) = (desk.clone(), path.to_owned());
    let link =
        StepLink::paged(from, move |at| pages.link(&path, &[("from", &(at + 1).to_string())]));
    view! {
        <div class="run-view">
            <section class="run-talk" aria-labelledby="talk">
                <h2 id="talk">"What the visitor saw"</h2>
                <Conversation lines step_link=link.clone() is_cut/>
            </section>
            <section class="run-steps" aria-labelledby="steps">
                <h2 id="steps">"Steps"</h2>
                <Steps trace link=link.clone()/>
            </section>
        </div>
        <section class="run-tools" aria-labelledby="tools">
            <h2 id="tools">"Tools"</h2>
            <ToolTable uses step_link=link/>
        </section>
    }
    .into_any()
}

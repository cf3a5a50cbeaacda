//! `/admin/traces?q=&behind=`: the runs, the newest first.

use futures::future::try_join;
use leptos::prelude::*;

use super::filters::Filters;
use crate::admin::asked::{Asked, cursor, cursor_text, from_fields};
use crate::admin::badge::{Badge, Tone};
use crate::admin::desk::{Desk, Sheet, now, serve};
use crate::admin::frame::Section;
use crate::admin::icon::AdminIcon;
use crate::admin::islands::{DeskKeys, LiveRuns};
use crate::admin::said_as::{counted, several};
use crate::admin::trace::{Counted, TracePage as Page};
use crate::admin::view::{RunLine, zone_form};

/// Runs of a page.
const MOST: u32 = 50;

/// The page.
#[component]
pub fn TracesPage() -> impl IntoView {
    serve(Section::Traces, async |desk| {
        if let Some(q) = from_fields(&desk) {
            leptos_axum::redirect(&desk.link("/admin/traces", &[("q", &q)]));
            return Ok(Sheet { title: "Traces".to_owned(), body: ().into_any() });
        }
        let asked = Asked::of(&desk);
        let behind = desk.asked("behind").and_then(cursor);
        let found = match &asked.filter {
            Ok(filter) => {
                let traces = &desk.ports.traces;
                Some(
                    try_join(traces.count(filter), traces.list(filter, behind.as_ref(), MOST))
                        .await?,
                )
            }
            Err(_) => None,
        };
        let filter = asked.filter.clone().unwrap_or_default();
        let body = view! {
            {erased(&desk)}
            <div class="traces">
                <div class="found">{bar(&desk, &asked)} {list(&desk, &asked, found)}</div>
                <Filters action=desk.href("/admin/traces") zone=desk.zone.clone() filter/>
            </div>
            {zone_form(&desk, "/admin/traces", &[("q", &asked.text)])}
            <DeskKeys/>
        };
        Ok(Sheet { title: "Traces".to_owned(), body: body.into_any() })
    })
}

fn erased(desk: &Desk) -> Option<impl IntoView + use<>> {
    let count = desk.number("erased")?;
    Some(view! {
        <p class="told done" role="status">
            {AdminIcon::Check.view()}
            <span>{format!("{} deleted, for good.", several(count, "run"))}</span>
        </p>
    })
}

fn bar(desk: &Desk, asked: &Asked) -> impl IntoView + use<> {
    let problem = asked.filter.as_ref().err().map(|problem| {
        view! {
            <p class="told refused" role="alert" id="q-problem">
                {AdminIcon::Warning.view()}
                <span dir="auto">{problem.clone()}</span>
            </p>
        }
    });
    let described = asked.filter.is_err().then_some("q-problem");
    let reset = (!asked.text.is_empty()).then(|| {
        view! {
            <a class="button small" href=desk.link("/admin/traces", &[])>
                "Show all"
            </a>
        }
    });
    view! {
        <form class="admin-filter finder" role="search" action=desk.href("/admin/traces")>
            {desk.zone_field()}
            <p class="field grow">
                <label for="q">"Find runs"</label>
                <input
                    id="q"
                    type="search"
                    name="q"
                    value=asked.text.clone()
                    maxlength="500"
                    placeholder="status:error tool:add_to_cart words"
                    autocomplete="off"
                    spellcheck="false"
                    dir="auto"
                    aria-invalid=asked.filter.is_err().then_some("true")
                    aria-describedby=described
                />
            </p>
            <button class="button">{AdminIcon::Search.view()} "Find"</button>
            {reset}
            <a class="button small to-filters" href="#filters">
                "Filters"
            </a>
        </form>
        {problem}
    }
}

fn list(desk: &Desk, asked: &Asked, found: Option<(Counted, Page)>) -> AnyView {
    let Some((count, page)) = found else {
        return view! {
            <p class="blank">"Nothing was looked for. Correct the filter above, or show all."</p>
        }
        .into_any();
    };
    let q = asked.text.as_str();
    let newest = page.rows.first().map(|row| row.id.to_string()).unwrap_or_default();
    let is_top = desk.asked("behind").is_none();
    let live = is_top.then(|| {
        let source = desk.link("/admin/files/traces/live", &[("q", q), ("since", &newest)]);
        view! { <LiveRuns source page=desk.link("/admin/traces", &[("q", q)])/> }
    });
    let further = page
        .next
        .as_ref()
        .map(|next| desk.link("/admin/traces", &[("q", q), ("behind", &cursor_text(next))]));
    if page.rows.is_empty() {
        let nothing = match (page.next, further) {
            (Some(next), Some(further)) => nothing_yet(desk, q, next.stored_at, further),
            _ => empty(desk, q),
        };
        return view! {
            {live}
            {nothing}
        }
        .into_any();
    }
    let partial = page.next.as_ref().filter(|_| page.is_partial).map(|next| {
        format!(" Looked through down to {} so far.", desk.zone.moment(next.stored_at))
    });
    let older_ones = if page.is_partial { "Look further back" } else { "Older runs" };
    let rows = page
        .rows
        .into_iter()
        .map(|row| {
            let link = desk.link(&format!("/admin/traces/{}", row.id), &[]);
            view! { <RunLine row link zone=desk.zone.clone()/> }
        })
        .collect_view();
    let older = further.map(|link| {
        view! {
            <a class="button" href=link rel="next">
                {older_ones}
            </a>
        }
    });
    let top = (!is_top).then(|| {
        let link = desk.link("/admin/traces", &[("q", q)]);
        view! { <a class="button" href=link>"Newest runs"</a> }
    });
    view! {
        <p class="sum" role="status">
            {format!("{} found.", counted(count, "run"))} {partial}
        </p>
        {live}
        <form class="runs-form" action=desk.href("/admin/traces/delete")>
            {desk.zone_field()} <ol class="runs">{rows}</ol> {bulk(desk, q, count)}
        </form>
        <nav class="pages" aria-label="Pages">
            {top} {older}
        </nav>
    }
    .into_any()
}

/// What can be done with the selected runs, and with all that were found.
fn bulk(desk: &Desk, q: &str, count: Counted) -> impl IntoView + use<> {
    let until = now().to_string();
    let all = [("q", q), ("until", until.as_str())];
    let everything = counted(count, "run");
    let export = desk.link("/admin/files/traces/runs.jsonl", &all);
    let otlp = desk.link("/admin/files/traces/otlp.jsonl", &all);
    let delete = desk.is_owner().then(|| {
        view! {
            <a class="button small danger" href=desk.link("/admin/traces/delete", &all)>
                {format!("Delete all {everything} …")}
            </a>
        }
    });
    let delete_selected =
        desk.is_owner().then(|| view! { <button class="button small danger">"Delete …"</button> });
    view! {
        <div class="bulk">
            <div role="group" aria-label="With the selected runs">
                <span class="small">"Selected:"</span>
                <button
                    class="button small"
                    formaction=desk.href("/admin/files/traces/runs.jsonl")
                >
                    {AdminIcon::Download.view()}
                    "Export JSONL"
                </button>
                <button class="button small" formaction=desk.href("/admin/compare")>
                    "Compare two"
                </button>
                {delete_selected}
            </div>
            <div role="group" aria-label="With all runs that were found">
                <span class="small">"All found:"</span>
                <a class="button small" href=export download="">
                    {AdminIcon::Download.view()}
                    {format!("Export {everything} as JSONL")}
                </a>
                <a class="button small" href=otlp download="">
                    "as OTLP JSON"
                </a>
                {delete}
            </div>
        </div>
    }
}

/// None so far: looking took long enough, and may go on.
fn nothing_yet(desk: &Desk, q: &str, down_to: u64, further: String) -> AnyView {
    view! {
        <div class="blank">
            <p role="status">
                {format!(
                    "No run that was stored after {} fits this filter. Older ones were not looked at yet.",
                    desk.zone.moment(down_to),
                )}
            </p>
            <p>
                <a class="button" href=further rel="next">
                    "Look further back"
                </a>
                " "
                <a class="button small" href=desk.link("/admin/traces", &[("q", q)])>
                    "Newest runs"
                </a>
            </p>
        </div>
    }
    .into_any()
}

fn empty(desk: &Desk, q: &str) -> AnyView {
    let file = desk.link("/admin/traces/open", &[]);
    if !q.is_empty() {
        return view! {
            <div class="blank">
                <p>"No run fits this filter. Runs that fit it appear here as soon as they end."</p>
                <p>
                    <a class="button small" href=desk.link("/admin/traces", &[])>
                        "Show all"
                    </a>
                </p>
            </div>
        }
        .into_any();
    }
    view! {
        <div class="blank">
            <Badge word="No runs yet" tone=Tone::Plain/>
            <p>
                "Here appears each run of an agent that was stored: what the visitor asked, what the \
                 agent did, what was allowed. Nothing is stored until you choose so: set a widget's \
                 storage to “metadata”, or to “full”, for which each visitor is asked first."
            </p>
            <p>
                <a class="button small" href=desk.href("/admin/widgets")>
                    "Choose what widgets store"
                </a>
                " "
                <a class="button small" href=file>
                    "Open a trace file"
                </a>
            </p>
        </div>
    }
    .into_any()
}

//! `/admin/compare?a=&b=`: two runs, step by step.

use leptos::prelude::*;

use super::compared_rows::rows;
use crate::admin::compare::{Comparison, Pairing, compare};
use crate::admin::desk::{Desk, Fault, Sheet, serve};
use crate::admin::frame::Section;
use crate::admin::icon::AdminIcon;
use crate::admin::islands::DeskKeys;
use crate::admin::run::read;
use crate::admin::said_as::{several, span};
use crate::admin::trace::{Filter, StoredTrace, TraceId};
use crate::admin::view::{Strange, Time, status_badge, zone_form};

/// The page. Two ticked boxes of the list arrive as `id` twice.
#[component]
pub fn ComparePage() -> impl IntoView {
    serve(Section::Traces, async |desk| {
        let ticked: Vec<_> = desk.all("id").map(str::to_owned).collect();
        let side = |name: &str, nth: usize| {
            desk.asked(name).map(str::to_owned).or_else(|| ticked.get(nth).cloned())
        };
        let (a, b) = (side("a", 0).unwrap_or_default(), side("b", 1).unwrap_or_default());
        if a.is_empty() || b.is_empty() {
            let problem = match ticked.len() {
                0 => None,
                _ => Some("Tick two runs to compare them."),
            };
            return Ok(choose(&desk, &a, &b, problem));
        }
        if ticked.len() > 2 {
            return Ok(choose(&desk, &a, &b, Some("More than two runs were ticked.")));
        }
        let (one, two) = (find(&desk, &a).await?, find(&desk, &b).await?);
        let (Some(one), Some(two)) = (one, two) else {
            return Ok(choose(&desk, &a, &b, Some("One of them is not there, or not any more.")));
        };
        Ok(both(&desk, &one, &two))
    })
}

/// A run by its id, or by the code its visitor told.
async fn find(desk: &Desk, name: &str) -> Result<Option<StoredTrace>, Fault> {
    let id = if let Some(id) = TraceId::parse(name) {
        id
    } else {
        let filter = Filter { code: Some(name.to_uppercase()), ..Filter::default() };
        let page = desk.ports.traces.list(&filter, None, 1).await?;
        let Some(row) = page.rows.into_iter().next() else { return Ok(None) };
        row.id
    };
    Ok(desk.ports.traces.trace(&id).await?)
}

fn choose(desk: &Desk, a: &str, b: &str, problem: Option<&'static str>) -> Sheet {
    let field = |name: &'static str, label: &'static str, value: &str| {
        view! {
            <p class="field grow">
                <label for=name>{label}</label>
                <input
                    id=name
                    name=name
                    value=value.to_owned()
                    maxlength="60"
                    required=true
                    autocomplete="off"
                    placeholder="id or code"
                />
            </p>
        }
    };
    let problem = problem.map(|problem| {
        view! {
            <p class="told refused" role="alert">
                {AdminIcon::Warning.view()}
                <span>{problem}</span>
            </p>
        }
    });
    let body = view! {
        {problem}
        <p class="lead">
            "Two runs appear here beside each other: which steps they share, where they first \
             differ, and what differs there. Tick two in the list, or name them."
        </p>
        <form class="admin-filter" action=desk.href("/admin/compare")>
            {desk.zone_field()} {field("a", "First run", a)} {field("b", "Second run", b)}
            <button class="button">"Compare"</button>
        </form>
    };
    Sheet { title: "Compare two runs".to_owned(), body: body.into_any() }
}

fn both(desk: &Desk, one: &StoredTrace, two: &StoredTrace) -> Sheet {
    let (a, b) = (one.row.id.to_string(), two.row.id.to_string());
    let traces = (read(&one.document), read(&two.document));
    let compared = match traces {
        (Ok(first), Ok(second)) => {
            let found = compare(&first, &second);
            view! { {verdict(&found)} {rows(desk, &a, &b, (&first, &second), found)} }.into_any()
        }
        _ => view! { <p class="blank">"This version cannot read one of the two runs."</p> }
            .into_any(),
    };
    let swap = desk.link("/admin/compare", &[("a", &b), ("b", &a)]);
    let body = view! {
        <div class="sides">{side(desk, "A", one)} {side(desk, "B", two)}</div>
        <p class="run-actions">
            <a class="button small" href=swap>
                "Swap"
            </a>
        </p>
        {compared}
        {zone_form(desk, "/admin/compare", &[("a", &a), ("b", &b)])}
        <DeskKeys/>
    };
    Sheet { title: "Compare two runs".to_owned(), body: body.into_any() }
}

fn side(desk: &Desk, name: &'static str, run: &StoredTrace) -> impl IntoView + use<> {
    let row = &run.row;
    let link = desk.link(&format!("/admin/traces/{}", row.id), &[]);
    let question = if row.question.is_empty() { row.code.clone() } else { row.question.clone() };
    let lasted = span(row.ended_at.saturating_sub(row.started_at));
    view! {
        <div class="card-box side">
            <h2>{name} ": " <a href=link><Strange text=question/></a></h2>
            <p>
                {status_badge(&row.status)} " "
                <Time ms=row.started_at zone=desk.zone.clone()/>
                {format!(" · {lasted} · {}", several(row.calls.into(), "call"))}
            </p>
            <p class="small">
                <Strange text=row.model.clone()/>
            </p>
        </div>
    }
}

fn verdict(found: &Comparison) -> impl IntoView + use<> {
    let words = [
        (Pairing::Same, "the same"),
        (Pairing::Changed, "changed"),
        (Pairing::OnlyA, "only in A"),
        (Pairing::OnlyB, "only in B"),
    ]
    .map(|(pairing, words)| format!("{} {words}", several(found.count(pairing) as u64, "step")));
    let jump = match found.first_divergence {
        None => view! { <b>"The runs do not differ."</b> }.into_any(),
        Some(nth) => view! {
            <a class="button small primary" href=format!("#row-{}", nth + 1)>
                "First divergence"
            </a>
        }
        .into_any(),
    };
    view! {
        <p class="verdict" role="status">
            {jump} <span>{words.join(", ")} "."</span>
        </p>
    }
}

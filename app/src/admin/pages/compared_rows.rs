//! The rows of a comparison: what both did, and what only one did.

use leptos::prelude::*;
use site_agent_core::json::Value;
use site_agent_core::trace::{Step, Trace};

use crate::admin::badge::{Badge, Tone};
use crate::admin::compare::{Aligned, Comparison, Pairing, Piece, Trait, texts};
use crate::admin::desk::Desk;
use crate::admin::view::{STEPS, Strange, strange};

/// Rows of a page; two runs can have thousands.
const MOST: usize = 300;

/// Differences that are shown word by word; more would take long, and nobody reads them.
const MOST_DIFFS: usize = 60;

/// The list, from the row that `?row=` names on.
pub(super) fn rows(
    desk: &Desk,
    a: &str,
    b: &str,
    (one, two): (&Trace, &Trace),
    found: Comparison,
) -> impl IntoView + use<> {
    let count = found.rows.len();
    let asked = desk.number("row").and_then(|row| usize::try_from(row).ok()).unwrap_or(1);
    let from = asked.saturating_sub(1).min(count.saturating_sub(1)) / MOST * MOST;
    let mut diffs = 0;
    let list = found
        .rows
        .into_iter()
        .enumerate()
        .skip(from)
        .take(MOST)
        .map(|(nth, row)| {
            let is_first = found.first_divergence == Some(nth);
            diffs += row.changes.len();
            let titles = (
                row.a.map(|at| (title(&one.steps[at].step), step(desk, a, at), at)),
                row.b.map(|at| (title(&two.steps[at].step), step(desk, b, at), at)),
            );
            row_view(nth, row, titles, is_first, diffs <= MOST_DIFFS)
        })
        .collect_view();
    let page = |words: &'static str, at: usize| {
        let query = [("a", a), ("b", b), ("row", &(at + 1).to_string())];
        let link = desk.link("/admin/compare", &query);
        view! { <a class="button small" href=link>{words}</a> }
    };
    let first = found.first_divergence.filter(|at| at / MOST * MOST != from);
    view! {
        <ol class="compared">{list}</ol>
        <nav class="pages" aria-label="Rows">
            {(from > 0).then(|| page("Earlier rows", from - MOST))}
            {(from + MOST < count).then(|| page("Later rows", from + MOST))}
            {first.map(|at| page("Rows around the first divergence", at))}
        </nav>
    }
}

fn step(desk: &Desk, id: &str, at: usize) -> String {
    let from = if at < STEPS { String::new() } else { (at / STEPS * STEPS + 1).to_string() };
    let page = desk.link(&format!("/admin/traces/{id}"), &[("from", &from)]);
    format!("{page}#step-{}", at + 1)
}

type Titled = Option<((String, String), String, usize)>;

fn row_view(
    nth: usize,
    row: Aligned,
    (a, b): (Titled, Titled),
    is_first: bool,
    with_diff: bool,
) -> impl IntoView {
    let (word, tone, kind) = match row.pairing {
        Pairing::Same => ("Same", Tone::Good, "same"),
        Pairing::Changed => ("Changed", Tone::Warning, "changed"),
        Pairing::OnlyA => ("Only in A", Tone::Bad, "only-a"),
        Pairing::OnlyB => ("Only in B", Tone::Bad, "only-b"),
    };
    let side = |name: &'static str, titled: Titled| {
        titled.map(|((kind, tool), link, at)| {
            view! {
                <a class="compared-step" href=link>
                    {format!("{name}{} ", at + 1)} {kind} " "
                    <span class="mono">
                        <Strange text=tool/>
                    </span>
                </a>
            }
        })
    };
    let first = is_first.then(|| view! { <Badge word="First divergence" tone=Tone::Warning/> });
    let changes =
        row.changes.into_iter().map(|(one, other)| change(one, other, with_diff)).collect_view();
    view! {
        <li class=format!("compared-row {kind}") id=format!("row-{}", nth + 1)>
            <div class="compared-head">
                {side("A", a)} {side("B", b)} <Badge word tone/> {first}
            </div>
            {changes}
        </li>
    }
}

fn change(one: Trait, other: Trait, with_diff: bool) -> impl IntoView {
    let name = one.name;
    let found = with_diff.then(|| texts(&one.text, &other.text)).flatten();
    let (a, b) = match found {
        Some(found) => (marked(&found.a, true), marked(&found.b, false)),
        None => (cut(&one.text), cut(&other.text)),
    };
    view! {
        <div class="change">
            <p class="value-name">{name}</p>
            <pre class="text old" dir="auto" role="group" aria-label=format!("{name} in A")>
                {a}
            </pre>
            <pre class="text new" dir="auto" role="group" aria-label=format!("{name} in B")>
                {b}
            </pre>
        </div>
    }
}

/// What both have far from any difference is left out.
const CONTEXT: usize = 160;

fn marked(pieces: &[Piece], is_old: bool) -> AnyView {
    if pieces.is_empty() {
        return view! { <span class="small">"Nothing"</span> }.into_any();
    }
    let last = pieces.len() - 1;
    let views = pieces.iter().enumerate().map(|(nth, piece)| match (piece.shared, is_old) {
        (true, _) => strange(&shorter(&piece.text, nth > 0, nth < last)),
        (false, true) => view! { <del>{strange(&bounded(&piece.text))}</del> }.into_any(),
        (false, false) => view! { <ins>{strange(&bounded(&piece.text))}</ins> }.into_any(),
    });
    views.collect_view().into_any()
}

/// A shared part with its ends towards differences.
fn shorter(text: &str, has_before: bool, has_after: bool) -> String {
    let count = text.chars().count();
    let keep = CONTEXT * (usize::from(has_before) + usize::from(has_after)).max(1);
    if count <= keep + 20 {
        return text.to_owned();
    }
    let head = if has_before || !has_after { CONTEXT } else { 0 };
    let tail = if has_after { CONTEXT } else { 0 };
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(count - tail).collect();
    format!("{start} … {end}")
}

fn bounded(text: &str) -> String {
    const MOST: usize = 4_000;
    let mut shown: String = text.chars().take(MOST).collect();
    if shown.len() < text.len() {
        shown.push_str(" …");
    }
    shown
}

fn cut(text: &str) -> AnyView {
    strange(&bounded(text))
}

fn title(step: &Step) -> (String, String) {
    let (kind, tool) = match step {
        Step::User { .. } => ("Visitor", ""),
        Step::Tools { .. } => ("Tools", ""),
        Step::Model { .. } => ("Model", ""),
        Step::Page { .. } => ("Page", ""),
        Step::ToolCall { call, .. } => ("Call", call.name.as_str()),
        Step::InvalidCall { call, .. } => ("Wrong call", call.name.as_str()),
        Step::Decision { .. } => ("Decision", ""),
        Step::ToolResult { .. } => ("Result", ""),
        Step::Answer { .. } => ("Answer", ""),
        Step::Error { .. } => ("Error", ""),
        Step::Other(step) => ("Unknown", step.get("type").and_then(Value::as_str).unwrap_or("?")),
    };
    (kind.to_owned(), tool.chars().take(80).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_share_is_cut_towards_the_differences() {
        let long = "a".repeat(1_000);
        let count = |text: String| text.matches('a').count();
        assert_eq!(count(shorter(&long, true, true)), 2 * CONTEXT);
        assert_eq!(count(shorter(&long, false, true)), CONTEXT);
        assert_eq!(count(shorter(&long, true, false)), CONTEXT);
        assert_eq!(shorter("short", true, true), "short");
    }
}

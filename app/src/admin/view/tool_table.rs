//! All tools of a run: called, denied, called wrongly, never called; and those left out.

use leptos::prelude::*;
use site_agent_core::tool::Hints;

use super::step_link::StepLink;
use super::text::Strange;
use crate::admin::badge::{Badge, Tone};
use crate::admin::run::{ToolUse, ToolUses};

/// Tools that are shown; a hostile trace may claim any number.
const MOST: usize = 200;

/// The table.
#[component]
pub fn ToolTable(
    /// What became of each.
    uses: ToolUses,
    /// Leads to a step.
    step_link: StepLink,
) -> impl IntoView {
    let ToolUses { tools, dropped } = uses;
    let left = tools.len().saturating_sub(MOST);
    let rows = tools.into_iter().take(MOST).map(|tool| row(&tool, &step_link)).collect_view();
    let dropped_count = dropped.len();
    let dropped = dropped
        .into_iter()
        .take(MOST)
        .map(|one| {
            view! {
                <tr>
                    <th scope="row">
                        <Strange text=one.name/>
                    </th>
                    <td>
                        <Badge word="Left out" tone=Tone::Warning/>
                    </td>
                    <td>
                        <Strange text=one.reason/>
                    </td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="admin-scroll" tabindex="0" role="group" aria-label="Tools">
            <table class="admin-table tools">
                <thead>
                    <tr>
                        <th scope="col">"Tool"</th>
                        <th scope="col">"What the model did"</th>
                        <th scope="col">"What the page says of it"</th>
                    </tr>
                </thead>
                <tbody>{rows} {dropped}</tbody>
            </table>
        </div>
        {(left > 0 || dropped_count > MOST)
            .then(|| view! { <p class="small">"There are more; the JSON has all of them."</p> })}
    }
}

fn row(tool: &ToolUse, link: &StepLink) -> impl IntoView + use<> {
    let calls = tool.calls;
    let first = tool.first.map(|step| {
        view! {
            " "
            <a href=link.to(step)>"First call"</a>
        }
    });
    let mut badges = Vec::new();
    let mut badge = |count: usize, word: String, tone| {
        if count > 0 {
            badges.push(view! { <Badge word tone/> " " });
        }
    };
    badge(calls.valid, format!("Called ×{}", calls.valid), Tone::Good);
    badge(calls.denied, format!("Denied ×{}", calls.denied), Tone::Bad);
    badge(calls.invalid, format!("Invalid ×{}", calls.invalid), Tone::Warning);
    badge(usize::from(tool.first.is_none()), "Not called".to_owned(), Tone::Plain);
    let notes = if tool.offered {
        hints(tool.hints, tool.definitions > 1)
    } else {
        "Was not on offer".to_owned()
    };
    let title = (!tool.title.is_empty()).then(|| {
        view! {
            <br/>
            <span class="small">
                <Strange text=tool.title.clone()/>
            </span>
        }
    });
    view! {
        <tr>
            <th scope="row">
                <span class="mono">
                    <Strange text=tool.name.clone()/>
                </span>
                {title}
            </th>
            <td>{badges} {first}</td>
            <td>{notes}</td>
        </tr>
    }
}

/// The hints in words.
pub(super) fn hints(hints: Option<Hints>, has_changed: bool) -> String {
    let Some(hints) = hints else { return "No annotations".to_owned() };
    let mut words = vec![match hints.read_only {
        Some(true) => "Only reads",
        Some(false) => "Changes something",
        None => "Does not say whether it changes something",
    }];
    if hints.untrusted == Some(true) {
        words.push("returns words of others");
    }
    if hints.consequential == Some(true) {
        words.push("cannot be taken back");
    }
    if has_changed {
        words.push("its definition changed during the run");
    }
    words.join(", ")
}

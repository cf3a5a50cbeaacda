//! The steps of a run as a timeline, a page of them at a time.

use std::collections::HashMap;

use leptos::prelude::*;
use site_agent_core::trace::{Step, Trace};

use super::step::step_view;
use super::step_link::StepLink;
use crate::admin::said_as::number;

/// Steps of one page: a browser stays quick, and every step has an address.
pub const STEPS: usize = 200;

/// The steps of a page.
#[component]
pub fn Steps(
    /// The run.
    trace: Trace,
    /// Where they are, and which are shown.
    link: StepLink,
) -> impl IntoView {
    let count = trace.steps.len();
    if count == 0 {
        return view! { <p class="small">"This run has no steps."</p> }.into_any();
    }
    let from = link.from().min((count - 1) / STEPS * STEPS);
    let until = (from + STEPS).min(count);
    let names: HashMap<String, String> = trace
        .steps
        .iter()
        .filter_map(|moment| match &moment.step {
            Step::ToolCall { call, .. } => Some((call.id.clone(), call.name.clone())),
            _ => None,
        })
        .collect();
    let length = trace.ended_at.saturating_sub(trace.started_at).max(1);
    let steps = trace.steps[from..until]
        .iter()
        .enumerate()
        .map(|(nth, moment)| step_view(from + nth, moment, &link, &names, length))
        .collect_view();
    let pages = (count > STEPS).then(|| {
        let says = format!(
            "Steps {} to {} of {}",
            number(from as u64 + 1),
            number(until as u64),
            number(count as u64)
        );
        let button = |words: &'static str, to: Option<String>| {
            to.map(|to| view! { <a class="button small" href=to>{words}</a> })
        };
        let before = (from > 0).then(|| link.page_at(from - STEPS)).flatten();
        let after = (until < count).then(|| link.page_at(until)).flatten();
        view! {
            <nav class="pages" aria-label="Steps">
                {button("Earlier steps", before)} <span>{says}</span> {button("Later steps", after)}
            </nav>
        }
    });
    view! {
        <ol class="steps" start=from + 1>
            {steps}
        </ol>
        {pages}
    }
    .into_any()
}

//! The conversation as the visitor saw it.

use leptos::prelude::*;

use super::state::outcome_badge;
use super::step_link::StepLink;
use super::text::{Strange, strange};
use crate::admin::run::Said;
use crate::admin::said_as::span;

/// Bytes of a bubble; the step has all of it.
const LONGEST: usize = 4_000;

/// The lines of a run, each with a link to its step.
#[component]
pub fn Conversation(
    /// What was said.
    lines: Vec<Said>,
    /// Leads to a step.
    step_link: StepLink,
    /// More was said than is shown.
    is_cut: bool,
) -> impl IntoView {
    if lines.is_empty() {
        return view! { <p class="small">"Nothing was said in this run."</p> }.into_any();
    }
    let lines = lines.into_iter().map(|said| line(said, &step_link)).collect_view();
    view! {
        <ol class="talk">{lines}</ol>
        {is_cut.then(|| view! { <p class="small">"More was said; the steps have all of it."</p> })}
    }
    .into_any()
}

fn line(said: Said, link: &StepLink) -> AnyView {
    match said {
        Said::Visitor { step, text } => bubble("visitor", "Visitor", step, text, link),
        Said::Agent { step, text } => bubble("agent", "Agent", step, text, link),
        Said::Fault { step, message } => bubble("fault", "Failed", step, Some(message), link),
        Said::Page { step, path } => view! {
            <li class="talk-page">
                <a href=link.to(step)>"Went on to "<Strange text=path/></a>
            </li>
        }
        .into_any(),
        Said::Work { step, tool, asked, outcome } => {
            let asked = asked.map(|(allowed, wait)| {
                let word = if allowed { "Allowed" } else { "Not allowed" };
                let wait = wait.map(|ms| format!(" after {}", span(ms))).unwrap_or_default();
                format!("{word} by the visitor{wait}")
            });
            view! {
                <li class="talk-work">
                    <a href=link.to(step)>
                        <Strange text=tool/>
                    </a>
                    {outcome_badge(&outcome)}
                    {asked.map(|asked| view! { <span class="small">{asked}</span> })}
                </li>
            }
            .into_any()
        }
    }
}

fn bubble(
    kind: &'static str,
    who: &'static str,
    step: usize,
    text: Option<String>,
    link: &StepLink,
) -> AnyView {
    let words = match text {
        None => view! { <p class="small">"Not stored."</p> }.into_any(),
        Some(text) => {
            let end = (0..=LONGEST.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
            let shown = &text[..end.unwrap_or_default()];
            let more = (shown.len() < text.len()).then_some("…");
            view! { <p class="said" dir="auto">{strange(shown)} {more}</p> }.into_any()
        }
    };
    view! {
        <li class=format!("bubble {kind}")>
            <a class="bubble-who" href=link.to(step)>
                {who}
            </a>
            {words}
        </li>
    }
    .into_any()
}

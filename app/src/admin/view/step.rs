//! One step: what happened, when, and everything that was recorded of it.

use std::collections::HashMap;

use leptos::prelude::*;
use site_agent_core::json::Value as Json;
use site_agent_core::trace::{Listed, Moment, Recorded, Replied, Step};

use super::pretty::pretty;
use super::state::outcome_badge;
use super::step_link::StepLink;
use super::text::Strange;
use super::tool_table::hints;
use super::value::Value;
use crate::admin::badge::{Badge, Tone};
use crate::admin::said_as::{number, span};

/// Tools of a listing that are named in its step.
const MOST_NAMED: usize = 100;

/// A step as it is shown.
struct Shown {
    kind: &'static str,
    title: AnyView,
    /// How long it took, or a question was open, in milliseconds; it ended then.
    lasted: Option<u64>,
    body: Vec<AnyView>,
}

/// A step of the list; `nth` is counted from 0, addresses count from 1.
pub(super) fn step_view(
    nth: usize,
    moment: &Moment,
    link: &StepLink,
    names: &HashMap<String, String>,
    length: u64,
) -> impl IntoView + use<> {
    let id = link.id(nth);
    let shown = show(&moment.step, names, &id);
    let lasted = shown.lasted.map(|ms| format!(" · {}", span(ms))).unwrap_or_default();
    let (start, width) = bar(moment.at, shown.lasted.unwrap_or_default(), length);
    view! {
        <li class=format!("step {}", shown.kind) id=id.clone()>
            <div class="step-head">
                <h3>{shown.title}</h3>
                <a class="step-at" href=format!("#{id}")>
                    {format!("{} · +{}{lasted}", nth + 1, span(moment.at))}
                </a>
            </div>
            <svg class="span" viewBox="0 0 1000 4" preserveAspectRatio="none" aria-hidden="true">
                <rect class="ground" width="1000" height="4"></rect>
                <rect class="fill" x=start width=width height="4"></rect>
            </svg>
            {shown.body}
        </li>
    }
}

/// Where the bar of a step begins and how long it is, in thousandths of the run.
fn bar(ended: u64, lasted: u64, length: u64) -> (u64, u64) {
    let part = |ms: u64| ms.min(length).saturating_mul(1000) / length.max(1);
    let width = part(lasted).max(6);
    (part(ended.saturating_sub(lasted)).min(1000 - width), width)
}

fn show(step: &Step, names: &HashMap<String, String>, id: &str) -> Shown {
    let tool_of = |call: &str| names.get(call).cloned().unwrap_or_else(|| call.to_owned());
    match step {
        Step::User { text } => {
            shown("user", plain("Visitor"), vec![value("Message", text.as_ref(), id)])
        }
        Step::Answer { text } => {
            shown("answer", plain("Answer"), vec![value("Answer", text.as_ref(), id)])
        }
        Step::Tools { tools, dropped } => {
            let words = format!("Tools: {} on offer, {} left out", tools.len(), dropped.len());
            let names = tools.iter().take(MOST_NAMED).map(listed).collect_view();
            let body = vec![view! { <ul class="names">{names}</ul> }.into_any()];
            shown("tools", words.into_any(), body)
        }
        Step::Model { model, answered_by, reply, ms, usage } => {
            let (wants, said) = match reply {
                Replied::Answer => (plain("Model answered"), None),
                Replied::Tool { name, text } => {
                    (named("Model wants ", name), text.as_ref().filter(|text| !text.is_empty()))
                }
            };
            let by = answered_by.as_ref().map(|by| format!(" ({by})")).unwrap_or_default();
            let mut body = vec![fact(&format!("{model}{by}{}", tokens(usage.as_ref())))];
            body.extend(said.map(|said| value("Said before the call", Some(said), id)));
            Shown { kind: "model", title: wants, lasted: Some(*ms), body }
        }
        Step::Page { origin, path } => {
            shown("page", plain("Went on on another page"), vec![fact(&format!("{origin}{path}"))])
        }
        Step::ToolCall { call, annotations, .. } => {
            let body = vec![fact(&hints(*annotations, false)), arguments(call, id)];
            shown("call", named("Call of ", &call.name), body)
        }
        Step::InvalidCall { call, outcome, text } => {
            let mut body = vec![outcome_badge(outcome).into_any(), arguments(call, id)];
            body.push(value("What the model was told", text.as_ref(), &format!("{id}-told")));
            shown("invalid", named("Wrong call of ", &call.name), body)
        }
        Step::Decision { call_id, allowed, by, reason, wait } => {
            let (word, tone) =
                if *allowed { ("Allowed", Tone::Good) } else { ("Not allowed", Tone::Bad) };
            let why =
                [decided_by(by), reason.as_deref().map(asked_for).unwrap_or_default()].concat();
            let body = vec![view! { <Badge word tone/> }.into_any(), fact(&why)];
            let title = named("Decision about ", &tool_of(call_id));
            Shown { kind: "decision", title, lasted: *wait, body }
        }
        Step::ToolResult { call_id, text, untrusted, outcome, meta, error_code, .. } => {
            let mut body = vec![outcome_badge(outcome).into_any()];
            if *untrusted == Some(true) {
                body.push(view! { <Badge word="Words of others" tone=Tone::Warning/> }.into_any());
            }
            body.extend(error_code.as_ref().map(|code| fact(&format!("Error code: {code}"))));
            body.push(value("Result", text.as_ref(), id));
            let meta = meta.as_ref().map(pretty);
            body.extend(meta.map(|meta| value("Meta", Some(&meta), &format!("{id}-meta"))));
            shown("result", named("Result of ", &tool_of(call_id)), body)
        }
        Step::Error { code, message, detail } => {
            let mut body = vec![view! { <Badge word=code.clone() tone=Tone::Bad/> }.into_any()];
            body.push(fact(message));
            let detail = detail.as_ref().map(pretty);
            body.extend(detail.map(|detail| value("Detail", Some(&detail), id)));
            shown("error", plain("The run failed"), body)
        }
        Step::Other(step) => {
            let kind = step.get("type").and_then(Json::as_str).unwrap_or("?");
            let whole = pretty(&Json::Object(step.clone()));
            let note =
                fact("This version does not know such a step. It is shown as it was recorded.");
            shown(
                "other",
                named("Unknown step: ", kind),
                vec![note, value("Step", Some(&whole), id)],
            )
        }
    }
}

fn shown(kind: &'static str, title: AnyView, body: Vec<AnyView>) -> Shown {
    Shown { kind, title, lasted: None, body }
}

fn plain(words: &'static str) -> AnyView {
    words.into_any()
}

fn named(words: &'static str, name: &str) -> AnyView {
    view! {
        {words}
        <Strange text=short(name)/>
    }
    .into_any()
}

fn short(text: &str) -> String {
    text.chars().take(120).collect()
}

fn fact(words: &str) -> AnyView {
    if words.is_empty() {
        return ().into_any();
    }
    let words: String = words.chars().take(2_000).collect();
    view! {
        <p class="fact">
            <Strange text=words/>
        </p>
    }
    .into_any()
}

fn value(name: &'static str, text: Option<&String>, id: &str) -> AnyView {
    view! { <Value name text=text.cloned() id=format!("{id}-text")/> }.into_any()
}

fn arguments(call: &Recorded, id: &str) -> AnyView {
    let text = call.arguments.as_ref().map(|given| pretty(&Json::Object(given.clone())));
    let redacted = (!call.redacted.is_empty()).then(|| {
        let places = call.redacted.join(" ");
        view! {
            <p class="fact">
                <Badge word="Taken out before storing" tone=Tone::Warning/>
                " "
                <Strange text=places/>
            </p>
        }
    });
    view! {
        <Value name="Arguments" text id=format!("{id}-arguments")/>
        {redacted}
    }
    .into_any()
}

fn listed(tool: &Listed) -> impl IntoView + use<> {
    view! {
        <li class="mono">
            <Strange text=short(&tool.name)/>
        </li>
    }
}

fn tokens(usage: Option<&Json>) -> String {
    let told = |key| usage?.get(key)?.as_u64();
    match (told("input"), told("output")) {
        (None, None) => String::new(),
        (read, written) => {
            let count = |count: Option<u64>| number(count.unwrap_or_default());
            format!(" · {} tokens read, {} written", count(read), count(written))
        }
    }
}

fn decided_by(by: &str) -> String {
    match by {
        "read-only" => "without asking, since the tool only reads".to_owned(),
        "pre-approved" => "without asking, since the owner pre-approved it".to_owned(),
        "visitor" => "by the visitor".to_owned(),
        "no-confirm" => "since nobody could be asked".to_owned(),
        "aborted" => "since the run was stopped while the question was open".to_owned(),
        other => format!("by {other}"),
    }
}

fn asked_for(reason: &str) -> String {
    match reason {
        "annotations-unknown" => "; asked because the tool says too little of itself".to_owned(),
        "consequential" => "; asked because it cannot be taken back".to_owned(),
        "after-untrusted" => "; asked because words of others had been read".to_owned(),
        "not-read-only" => "; asked because it may change something".to_owned(),
        other => format!("; asked because of {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::run::fixtures::{FULL, trace};
    use crate::admin::run::read;

    #[test]
    fn every_step_shows_and_nothing_of_it_is_markup() {
        let hostile = FULL.replace("blue mug", "<script>alert(1)</script>");
        let run = read(&hostile).unwrap();
        let html: String = run
            .steps
            .iter()
            .enumerate()
            .map(|(nth, moment)| {
                step_view(nth, moment, &StepLink::within(""), &HashMap::new(), 24).to_html()
            })
            .collect();
        assert!(!html.contains("<script") && html.contains("&lt;script&gt;"));
        assert!(html.contains("id=\"step-18\"") && html.contains("by the visitor"));
    }

    #[test]
    fn an_unknown_step_is_shown_as_it_is() {
        let run = read(&trace(r#"{"type":"dre\u003cam","at":3,"of":"sheep"}"#)).unwrap();
        let html =
            step_view(0, &run.steps[0], &StepLink::within(""), &HashMap::new(), 10).to_html();
        assert!(html.contains("Unknown step: ") && html.contains("dre&lt;am"), "{html}");
        assert!(html.contains("sheep"), "{html}");
    }

    #[test]
    fn bars_stay_within_the_run() {
        for (ended, lasted, length) in [(0, 0, 1), (9, 9, 9), (u64::MAX, u64::MAX, 5), (5, 900, 10)]
        {
            let (start, width) = bar(ended, lasted, length);
            assert!(start + width <= 1000, "{start} {width}");
        }
    }
}

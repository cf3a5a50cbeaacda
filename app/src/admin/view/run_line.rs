//! A stored run as a line of a list.

use leptos::prelude::*;

use super::moment::Time;
use super::state::status_badge;
use super::text::{Strange, strange};
use crate::admin::badge::{Badge, Tone};
use crate::admin::said_as::{number, span};
use crate::admin::trace::{Level, TraceRow};
use crate::admin::zone::Zone;

/// The line, with a box to select it.
#[component]
pub fn RunLine(
    /// The run.
    row: TraceRow,
    /// Its address.
    link: String,
    /// The page's zone.
    zone: Zone,
) -> impl IntoView {
    let question = match (row.question.is_empty(), row.level) {
        (false, _) => strange(&row.question),
        (true, Level::Metadata) => "Without texts".into_any(),
        (true, Level::Full) => "Without a message".into_any(),
    };
    let answer = (!row.answer.is_empty())
        .then(|| view! { <p class="run-answer" dir="auto">{strange(&row.answer)}</p> });
    let lasted = span(row.ended_at.saturating_sub(row.started_at));
    let tools = row
        .tools
        .iter()
        .map(|tool| {
            view! {
                <li class="mono">
                    <Strange text=tool.clone()/>
                </li>
            }
        })
        .collect_view();
    let tokens = row.input_tokens.saturating_add(row.output_tokens);
    let id = row.id.to_string();
    let label = format!("Select the run of {}", zone.moment(row.started_at));
    view! {
        <li class="run">
            <label class="run-pick">
                <input type="checkbox" name="id" value=id aria-label=label/>
            </label>
            <div class="run-words">
                <a class="run-link" href=link dir="auto">
                    {question}
                </a>
                {answer}
                <ul class="names">{tools}</ul>
            </div>
            <div class="run-facts">
                <p>
                    {status_badge(&row.status)}
                    {(row.denied > 0)
                        .then(|| {
                            view! {
                                " "
                                <Badge word=format!("Denied ×{}", row.denied) tone=Tone::Bad/>
                            }
                        })}
                    {(row.redacted > 0)
                        .then(|| {
                            view! {
                                " "
                                <Badge word=format!("Redacted ×{}", row.redacted) tone=Tone::Plain/>
                            }
                        })}
                </p>
                <p class="small">
                    <Time ms=row.started_at zone=zone/> {format!(" · {lasted}")}
                </p>
                <p class="small">
                    <Strange text=row.model.clone()/>
                    {(tokens > 0).then(|| format!(" · {} tokens", number(tokens)))} " · "
                    <Strange text=row.widget.clone()/>
                </p>
                <p class="small cut">
                    <Strange text=format!("{}{}", row.origin, row.path)/>
                </p>
            </div>
        </li>
    }
}

//! The sidebar: the same filter as the bar's, field by field.

use leptos::prelude::*;

use crate::admin::asked::field_of;
use crate::admin::trace::Filter;
use crate::admin::zone::Zone;

const STATUS: [(&str, &str); 5] = [
    ("", "Any"),
    ("answered", "Answered"),
    ("error", "Error"),
    ("aborted", "Stopped"),
    ("max-steps", "Too many turns"),
];
const DECISION: [(&str, &str); 4] = [
    ("", "Any"),
    ("asked", "Visitor was asked"),
    ("allowed", "Something was allowed"),
    ("denied", "Something was denied"),
];
const LEVEL: [(&str, &str); 3] = [("", "Any"), ("metadata", "Metadata"), ("full", "Full")];

/// The form. What it sends is turned into the bar's text.
#[component]
pub(super) fn Filters(
    /// The list's address.
    action: String,
    /// The page's zone.
    zone: Zone,
    /// What holds now.
    filter: Filter,
) -> impl IntoView {
    let zone = (!zone.is_utc())
        .then(|| view! { <input type="hidden" name="tz" value=zone.name().to_owned()/> });
    let pick =
        |name: &'static str, label: &'static str, choices: &[(&'static str, &'static str)]| {
            let now = field_of(&filter, name);
            let choices = choices
                .iter()
                .map(|(value, words)| {
                    view! {
                        <option value=*value selected=*value == now>
                            {*words}
                        </option>
                    }
                })
                .collect_view();
            view! {
                <p class="field">
                    <label for=format!("f-{name}")>{label}</label>
                    <select id=format!("f-{name}") name=name>
                        {choices}
                    </select>
                </p>
            }
        };
    let write = |name: &'static str, label: &'static str, kind: &'static str| {
        view! {
            <p class="field">
                <label for=format!("f-{name}")>{label}</label>
                <input
                    id=format!("f-{name}")
                    name=name
                    type=kind
                    value=field_of(&filter, name)
                    maxlength="200"
                    autocomplete="off"
                    dir="auto"
                />
            </p>
        }
    };
    view! {
        <aside class="filters" id="filters" aria-label="Filters">
            <form action=action>
                <input type="hidden" name="fields" value="1"/>
                {zone}
                {pick("status", "How it ended", &STATUS)}
                {pick("decision", "Decisions", &DECISION)}
                {write("tool", "Tool that was called", "text")}
                {write("text", "Words", "text")}
                {write("model", "Model", "text")}
                {write("widget", "Widget", "text")}
                {write("origin", "Page's origin", "text")}
                {write("code", "Code a visitor told", "text")}
                {pick("level", "Stored", &LEVEL)}
                {write("since", "From the day (UTC)", "date")}
                {write("till", "Before the day (UTC)", "date")}
                <button class="button">"Use these filters"</button>
            </form>
        </aside>
    }
}

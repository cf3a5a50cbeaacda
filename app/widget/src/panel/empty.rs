//! What stands in the log before anything was said: one line, and things to ask.

use leptos::prelude::*;

use super::Panel;
use super::node::{Item, key, list, words};

/// Suggestions made from tools are few: they show what is possible, not everything.
const FROM_TOOLS: usize = 4;

pub(crate) fn empty(panel: Panel) -> AnyView {
    let items = move || {
        suggestions(panel)
            .into_iter()
            .map(|text| Item::new(key(&text), move || suggestion(panel, text)))
            .collect()
    };
    view! {
        <div class="empty">
            {words("p", "", panel.strings.empty)}
            <ul aria-label=panel.strings.suggestions>{list(items)}</ul>
        </div>
    }
    .into_any()
}

fn suggestion(panel: Panel, text: String) -> AnyView {
    let shown = text.clone();
    view! {
        <li>
            <button type="button" class="small" dir="auto" on:click=move |_| panel.ask(&text)>
                {shown}
            </button>
        </li>
    }
    .into_any()
}

/// The owner's suggestions, or the titles of the tools that only look things up.
fn suggestions(panel: Panel) -> Vec<String> {
    let given = panel.options.with(|options| options.suggestions.clone());
    if !given.is_empty() {
        return given;
    }
    panel.tools.with(|tools| {
        let harmless = tools.iter().filter(|tool| tool.read_only && !tool.title.is_empty());
        harmless.map(|tool| tool.title.clone()).take(FROM_TOOLS).collect()
    })
}

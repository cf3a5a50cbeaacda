//! What stands in the log before anything was said: one line, and things to ask.

use leptos::prelude::*;
use site_agent_core::text;

use super::Panel;
use super::node::{Item, list, words};
use crate::shell;

/// Suggestions made from tools are few: they show what is possible, not everything.
const FROM_TOOLS: usize = 4;

pub(crate) fn empty(panel: Panel) -> AnyView {
    let items = move || {
        suggestions(panel)
            .into_iter()
            .enumerate()
            .map(|(at, text)| Item::new(at as u64, move || suggestion(panel, text)))
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
    panel.listings.track();
    let given = panel.options.with(|options| options.suggestions.clone());
    if !given.is_empty() {
        return given;
    }
    shell::with_session(panel.id, |session| {
        let listing = session.listing();
        let harmless = listing.tools.iter().filter(|tool| {
            tool.hints.and_then(|hints| hints.read_only) == Some(true) && !tool.title.is_empty()
        });
        harmless.map(|tool| text::one_line(&tool.title, 60)).take(FROM_TOOLS).collect()
    })
    .unwrap_or_default()
}

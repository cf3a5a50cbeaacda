//! The panel's head: what this is, who answers, start over, close.

use leptos::prelude::*;

use super::node::{draw, icon};
use super::{Panel, PanelOptions};

pub(crate) fn header(panel: Panel) -> AnyView {
    let start_over = panel.strings.start_over;
    let close = panel.strings.close;
    let fresh = move || panel.conversation.entries.with(Vec::is_empty).to_string();
    view! {
        <header class="head">
            <div class="title">
                <h2 id="sa-heading" dir="auto">{move || panel.options.with(PanelOptions::heading)}</h2>
                <p class="model" dir="auto">{move || model(panel)}</p>
            </div>
            <button
                type="button"
                class="plain"
                aria-label=start_over
                title=start_over
                aria-disabled=fresh
                on:click=move |_| panel.start_over()
            >
                {icon(draw::START_OVER)}
            </button>
            <button
                type="button"
                class="plain"
                aria-label=close
                title=close
                on:click=move |_| panel.close()
            >
                {icon(draw::CLOSE)}
            </button>
        </header>
    }
    .into_any()
}

/// Which model answers, in words; an adapter of the owner's own is shown by its name.
fn model(panel: Panel) -> String {
    let strings = panel.strings;
    let known = panel.conversation.model.get();
    let name = if known.is_empty() { panel.options.with(|o| o.model.clone()) } else { known };
    match name.as_str() {
        "rules" => strings.model_rules.to_owned(),
        "proxy" => strings.model_site.to_owned(),
        name if name.starts_with("chrome") => strings.model_device.to_owned(),
        name => site_agent_core::text::one_line(name, 60),
    }
}

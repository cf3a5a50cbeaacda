//! The panel's head: what this is, who answers, start over, close.

use site_agent_core::text::one_line;

use super::node::{Node, TEXT, el, icon};
use super::state::State;
use super::{Panel, draw};
use crate::strings::Strings;

pub(crate) fn header(panel: Panel) -> Node {
    let strings = panel.strings;
    let title = el("h2 id=sa-heading dir=auto").live(TEXT, |state| state.options.heading());
    let model = el("p.model dir=auto").live(TEXT, move |state| model(strings, state));
    el("div.head")
        .child(el("div.title").child(title).child(model))
        .child(
            plain(strings.start_over(), draw::START_OVER)
                .press(panel, Panel::start_over)
                .live("aria-disabled", |state| state.conversation.entries.is_empty().to_string()),
        )
        .child(plain(strings.close(), draw::CLOSE).press(panel, Panel::close))
}

/// A button that is a drawing.
fn plain(name: &str, drawing: &str) -> Node {
    let button = el("button.plain type=button").attr("aria-label", name).attr("title", name);
    button.child(icon(drawing))
}

/// Which model answers, in words; an adapter of the owner's own is shown by its name.
fn model(strings: &Strings, state: &State) -> String {
    let known = &state.conversation.model;
    let name = if known.is_empty() { &state.options.model } else { known };
    match name.as_str() {
        "rules" => strings.model_rules().to_owned(),
        "proxy" => strings.model_site().to_owned(),
        name if name.starts_with("chrome") => strings.model_device().to_owned(),
        name => one_line(name, 60),
    }
}

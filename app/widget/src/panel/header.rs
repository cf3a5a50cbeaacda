//! The panel's head: what this is, who answers, start over, close.

use leptos::prelude::*;
use site_agent_core::text::one_line;

use super::node::{Node, el, icon};
use super::{Panel, PanelOptions, draw};

pub(crate) fn header(panel: Panel) -> Node {
    let heading = move || panel.options.with(PanelOptions::heading);
    let title = el("h2").attr("id", "sa-heading").attr("dir", "auto").live_text(heading);
    let model = el("p").class("model").attr("dir", "auto").live_text(move || model(panel));
    let fresh = move || panel.conversation.is_empty().to_string();
    let start_over = plain(panel.strings.start_over, draw::START_OVER, move || panel.start_over());
    el("header")
        .class("head")
        .child(el("div").class("title").child(title).child(model))
        .child(start_over.live_attr("aria-disabled", fresh))
        .child(plain(panel.strings.close, draw::CLOSE, move || panel.close()))
}

/// A button that is a drawing.
fn plain(name: &str, drawing: &str, press: impl Fn() + 'static) -> Node {
    el("button")
        .attr("type", "button")
        .class("plain")
        .attr("aria-label", name)
        .attr("title", name)
        .child(icon(drawing))
        .on("click", move |_| press())
}

/// Which model answers, in words; an adapter of the owner's own is shown by its name.
fn model(panel: Panel) -> String {
    let strings = panel.strings;
    let known = panel.conversation.now.with(|now| now.model.clone());
    let name = if known.is_empty() { panel.options.with(|o| o.model.clone()) } else { known };
    match name.as_str() {
        "rules" => strings.model_rules.to_owned(),
        "proxy" => strings.model_site.to_owned(),
        name if name.starts_with("chrome") => strings.model_device.to_owned(),
        name => one_line(name, 60),
    }
}

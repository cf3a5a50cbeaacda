//! What stands in the log before anything was said: one line, and things to ask.

use leptos::prelude::*;

use super::Panel;
use super::node::{Item, Node, el, key};

/// Suggestions made from tools are few: they show what is possible, not everything.
const FROM_TOOLS: usize = 4;

pub(crate) fn empty(panel: Panel) -> Node {
    let items = move || {
        let item = |text: String| Item::new(key(&text), move || suggestion(panel, text));
        suggestions(panel).into_iter().map(item).collect()
    };
    el("div")
        .class("empty")
        .child(el("p").text(panel.strings.empty))
        .child(el("ul").attr("aria-label", panel.strings.suggestions).list(items))
}

fn suggestion(panel: Panel, text: String) -> Node {
    let button = el("button").attr("type", "button").class("small").attr("dir", "auto").text(&text);
    el("li").child(button.on("click", move |_| panel.ask(&text)))
}

/// The owner's suggestions, or the titles of the tools that only look things up.
fn suggestions(panel: Panel) -> Vec<String> {
    let given = panel.options.with(|options| options.suggestions.clone());
    if !given.is_empty() {
        return given;
    }
    panel.options.with(|options| {
        let harmless = options.tools.iter().filter(|tool| tool.read_only && !tool.title.is_empty());
        harmless.map(|tool| tool.title.clone()).take(FROM_TOOLS).collect()
    })
}

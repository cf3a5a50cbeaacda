//! What stands in the log before anything was said: one line, and things to ask.

use super::node::{Node, el};
use super::{Panel, PanelOptions};

/// Suggestions made from tools are few: they show what is possible, not everything.
const FROM_TOOLS: usize = 4;

pub(crate) fn empty(panel: Panel) -> Node {
    let mut shown: Vec<String> = Vec::new();
    // A key is never used for another text.
    let mut first = 0_u32;
    let list = el("ul").attr("aria-label", panel.strings.suggestions()).list(move |state, list| {
        let now = suggestions(&state.options);
        if now == shown {
            return list.keep_all();
        }
        first += u32::try_from(shown.len()).unwrap_or_default();
        shown = now;
        for (key, text) in (first..).zip(&shown) {
            list.item(key, || suggestion(panel, text));
        }
    });
    el("div.empty").child(el("p").text(panel.strings.empty())).child(list)
}

fn suggestion(panel: Panel, text: &str) -> Node {
    let button = el("button.small type=button dir=auto").text(text);
    let text = text.to_owned();
    el("li").child(button.on("click", move |_| panel.ask(&text)))
}

/// The owner's suggestions, or the titles of the tools that only look things up.
fn suggestions(options: &PanelOptions) -> Vec<String> {
    if !options.suggestions.is_empty() {
        return options.suggestions.clone();
    }
    let harmless = options.tools.iter().filter(|tool| tool.read_only && !tool.title.is_empty());
    harmless.map(|tool| tool.title.clone()).take(FROM_TOOLS).collect()
}

//! Where the visitor writes, and the one button beside it: Send, or Stop while a run goes on.

use super::dom::Happening;
use super::node::{Node, TYPED, el, live_icon};
use super::state::State;
use super::{Panel, draw};
use crate::strings::Strings;

/// More than a visitor types, less than what the proxy takes.
const LONGEST: &str = "8000";

pub(crate) fn composer(panel: Panel) -> Node {
    let strings = panel.strings;
    let label = move |state: &State| label(strings, state);
    let send = el("button.send type=button")
        .live("aria-label", label)
        .live("title", label)
        // Kept focusable when there is nothing to send, or the focus would be lost with each message.
        .live("aria-disabled", |state| {
            (!state.conversation.runs() && state.draft.trim().is_empty()).to_string()
        })
        .child(live_icon(|state| {
            if state.conversation.runs() { draw::STOP } else { draw::SEND }.to_owned()
        }))
        .press(panel, Panel::send);
    // The copy in `data-text` gives the field its height, also to a placeholder of several lines.
    let field = el("div.field").live("data-text", |state| {
        if state.draft.is_empty() { state.options.placeholder() } else { state.draft.clone() }
    });
    el("div.composer").child(field.child(textarea(panel))).child(send)
}

fn label(strings: &Strings, state: &State) -> String {
    if state.conversation.runs() { strings.stop() } else { strings.send() }.to_owned()
}

fn textarea(panel: Panel) -> Node {
    let name = |state: &State| state.options.placeholder();
    // What is typed finds its own direction; the placeholder would be taken for left-to-right.
    let dir = panel.strings.dir();
    let dir = move |state: &State| if state.draft.is_empty() { dir } else { "auto" }.to_owned();
    // Password managers: this is not theirs.
    el("textarea rows=1 enterkeyhint=send autocomplete=off \
        data-1p-ignore data-lpignore=true data-bwignore data-form-type=other")
    .attr("maxlength", LONGEST)
    .live("placeholder", name)
    .live("aria-label", name)
    .live("dir", dir)
    .live(TYPED, |state| state.draft.clone())
    .on("input", move |_| panel.typed())
    .on("keydown", move |event| keydown(panel, &event))
}

fn keydown(panel: Panel, event: &Happening) {
    // 229: Safari reports the Enter that ends a composition so, after the composition.
    if event.is_composing() || event.key_code() == 229 {
        return;
    }
    match event.key().as_str() {
        "Enter" if !event.shift_key() => {
            event.prevent_default();
            panel.ask(&panel.draft());
        }
        "ArrowUp" => recall(panel, event, true),
        "ArrowDown" => recall(panel, event, false),
        _ => {}
    }
}

fn recall(panel: Panel, event: &Happening, older: bool) {
    let mut recalled = false;
    panel.change(|state| recalled = state.recall(older));
    if recalled {
        event.prevent_default();
    }
}

impl Panel {
    /// The button beside the field was pressed.
    fn send(self) {
        if self.busy() {
            self.stop();
        } else {
            self.ask(&self.draft());
        }
    }

    /// The visitor typed.
    fn typed(self) {
        let text = self.find("textarea").map(|field| field.value()).unwrap_or_default();
        self.change(|state| {
            state.back = 0;
            state.draft = text;
        });
    }
}

//! Where the visitor writes, and the one button beside it: Send, or Stop while a run goes on.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlTextAreaElement, KeyboardEvent};

use super::node::{Item, Node, el, icon, key};
use super::{Panel, PanelOptions, draw};

/// More than a visitor types, less than what the proxy takes.
const LONGEST: &str = "8000";

pub(crate) fn composer(panel: Panel) -> Node {
    let draft = panel.draft;
    let running = move || panel.conversation.runs();
    let label = move || {
        let label = if running() { panel.strings.stop } else { panel.strings.send };
        label.to_owned()
    };
    // Kept focusable when there is nothing to send, or the focus would be lost with each message.
    let idle = move || (!running() && draft.with(|draft| draft.trim().is_empty())).to_string();
    let press = move |_| {
        if panel.busy() {
            panel.stop();
        } else {
            panel.ask(&draft.get_untracked());
        }
    };
    let send = el("button")
        .attr("type", "button")
        .class("send")
        .live_attr("aria-label", label)
        .live_attr("title", label)
        .live_attr("aria-disabled", idle)
        .one(move || {
            let drawing = if running() { draw::STOP } else { draw::SEND };
            Some(Item::new(key(&drawing), move || icon(drawing)))
        })
        .on("click", press);
    // The copy in `data-text` gives the field its height.
    let field = el("div").class("field").live_attr("data-text", move || draft.get());
    el("div").class("composer").child(field.child(textarea(panel))).child(send)
}

fn textarea(panel: Panel) -> Node {
    let draft = panel.draft;
    let name = move || panel.options.with(PanelOptions::placeholder);
    // How far back in what was said the arrow keys are; 0 is the draft itself.
    let back = Rc::new(Cell::new(0_usize));
    let (typed, sent) = (back.clone(), back.clone());
    let recall = move |event: &KeyboardEvent, older: bool| {
        let at = back.get();
        if at == 0 && !(older && draft.with_untracked(String::is_empty)) {
            return;
        }
        let said = panel.conversation.said();
        let at = if older { (at + 1).min(said.len()) } else { at - 1 };
        back.set(at);
        let text = said.len().checked_sub(at).and_then(|nth| said.get(nth));
        draft.set(text.cloned().unwrap_or_default());
        event.prevent_default();
    };
    let keydown = move |event: Event| {
        let event: KeyboardEvent = event.unchecked_into();
        // 229: Safari reports the Enter that ends a composition so, after the composition.
        if event.is_composing() || event.key_code() == 229 {
            return;
        }
        match event.key().as_str() {
            "Enter" if !event.shift_key() => {
                event.prevent_default();
                sent.set(0);
                panel.ask(&draft.get_untracked());
            }
            "ArrowUp" => recall(&event, true),
            "ArrowDown" => recall(&event, false),
            _ => {}
        }
    };
    el("textarea")
        .attr("rows", "1")
        .attr("maxlength", LONGEST)
        .attr("dir", "auto")
        .live_attr("placeholder", name)
        .live_attr("aria-label", name)
        .attr("enterkeyhint", "send")
        .attr("autocomplete", "off")
        // Password managers: this is not theirs.
        .attr("data-1p-ignore", "")
        .attr("data-lpignore", "true")
        .attr("data-bwignore", "")
        .attr("data-form-type", "other")
        .keep(move |field| {
            let field: &HtmlTextAreaElement = field.unchecked_ref();
            let text = draft.get();
            // Setting what is there already would move the caret.
            if field.value() != text {
                field.set_value(&text);
            }
        })
        .on("input", move |event| {
            typed.set(0);
            draft.set(event_target_value(&event));
        })
        .on("keydown", keydown)
}

//! Where the visitor writes, and the one button beside it: Send, or Stop while a run goes on.

use leptos::html;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::conversation::Phase;
use super::node::{draw, icon};
use super::{Panel, PanelOptions};

/// More than a visitor types, less than what the proxy takes.
const LONGEST: &str = "8000";

pub(crate) fn composer(panel: Panel) -> AnyView {
    let draft = panel.draft;
    let running = move || panel.conversation.phase.get() != Phase::Idle;
    let label = move || if running() { panel.strings.stop } else { panel.strings.send };
    // Kept focusable when there is nothing to send, or the focus would be lost with each message.
    let idle = move || (!running() && draft.with(|draft| draft.trim().is_empty())).to_string();
    let press = move |_| {
        if panel.busy() {
            panel.stop();
        } else {
            panel.ask(&draft.get_untracked());
        }
    };
    view! {
        <div class="composer">
            // The copy in `data-text` gives the field its height.
            <div class="field" data-text=move || draft.get()>
                {field(panel)}
            </div>
            <button
                type="button"
                class="send"
                aria-label=label
                title=label
                aria-disabled=idle
                on:click=press
            >
                {move || icon(if running() { draw::STOP } else { draw::SEND })}
            </button>
        </div>
    }
    .into_any()
}

fn field(panel: Panel) -> AnyView {
    let draft = panel.draft;
    let name = move || panel.options.with(PanelOptions::placeholder);
    // How far back in what was said the arrow keys are; 0 is the draft itself.
    let back = StoredValue::new(0_usize);
    let recall = move |event: &KeyboardEvent, older: bool| {
        let at = back.get_value();
        if at == 0 && !(older && draft.with_untracked(String::is_empty)) {
            return;
        }
        let said = panel.conversation.said();
        let at = if older { (at + 1).min(said.len()) } else { at - 1 };
        back.set_value(at);
        let text = said.len().checked_sub(at).and_then(|nth| said.get(nth));
        draft.set(text.cloned().unwrap_or_default());
        event.prevent_default();
    };
    let keydown = move |event: KeyboardEvent| {
        // 229: Safari reports the Enter that ends a composition so, after the composition.
        if event.is_composing() || event.key_code() == 229 {
            return;
        }
        match event.key().as_str() {
            "Enter" if !event.shift_key() => {
                event.prevent_default();
                back.set_value(0);
                panel.ask(&draft.get_untracked());
            }
            "ArrowUp" => recall(&event, true),
            "ArrowDown" => recall(&event, false),
            _ => {}
        }
    };
    html::textarea()
        .attr("rows", "1")
        .attr("maxlength", LONGEST)
        .attr("dir", "auto")
        .attr("placeholder", name)
        .attr("aria-label", name)
        .attr("enterkeyhint", "send")
        .attr("autocomplete", "off")
        // Password managers: this is not theirs.
        .attr("data-1p-ignore", "")
        .attr("data-lpignore", "true")
        .attr("data-bwignore", "")
        .attr("data-form-type", "other")
        .prop("value", move || draft.get())
        .on(leptos::ev::input, move |event| {
            back.set_value(0);
            draft.set(event_target_value(&event));
        })
        .on(leptos::ev::keydown, keydown)
        .into_any()
}

//! Keys of the dashboard: `/` finds, `j` and `k` go along the list, `?` says so. And its copy
//! buttons, and the reader's own time on hover.

use leptos::prelude::*;

/// The help, closed until `?` asks for it. Keys do nothing while something is being written.
#[island]
pub fn DeskKeys() -> impl IntoView {
    Effect::new(|_| wake());
    view! {
        <dialog class="keys" id="keys" aria-labelledby="keys-title">
            <h2 id="keys-title">"Keys"</h2>
            <dl class="facts">
                <dt>
                    <kbd>"/"</kbd>
                </dt>
                <dd>"Find runs"</dd>
                <dt>
                    <kbd>"j"</kbd>
                    " "
                    <kbd>"k"</kbd>
                </dt>
                <dd>"Next and previous run or step"</dd>
                <dt>
                    <kbd>"x"</kbd>
                </dt>
                <dd>"Select the run"</dd>
                <dt>
                    <kbd>"Enter"</kbd>
                </dt>
                <dd>"Open the run"</dd>
                <dt>
                    <kbd>"?"</kbd>
                </dt>
                <dd>"This list"</dd>
            </dl>
            <form method="dialog">
                <button class="button small">"Close"</button>
            </form>
        </dialog>
        <p class="unseen" role="status" id="copied"></p>
    }
}

#[cfg(feature = "hydrate")]
fn wake() {
    browser::wake();
}

#[cfg(not(feature = "hydrate"))]
fn wake() {}

#[cfg(feature = "hydrate")]
mod browser {
    use leptos::prelude::document;
    use wasm_bindgen::closure::Closure;
    use wasm_bindgen::{JsCast, JsValue};
    use web_sys::{Element, Event, HtmlDialogElement, HtmlElement, KeyboardEvent};

    /// What `j` and `k` go along.
    const STOPS: &str = ".run-link, .step-at";

    pub(super) fn wake() {
        let keys = Closure::<dyn FnMut(KeyboardEvent)>::new(|event: KeyboardEvent| press(&event));
        let clicks = Closure::<dyn FnMut(Event)>::new(|event: Event| click(&event));
        let document = document();
        let _ = document.add_event_listener_with_callback("keydown", keys.as_ref().unchecked_ref());
        let _ = document.add_event_listener_with_callback("click", clicks.as_ref().unchecked_ref());
        keys.forget();
        clicks.forget();
        tell_own_time();
    }

    fn press(event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing() {
            return;
        }
        let at = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let writes = "input:not([type=checkbox]), textarea, select, dialog";
        if at.is_some_and(|at| at.closest(writes).ok().flatten().is_some()) {
            return;
        }
        let done = match event.key().as_str() {
            "/" => focus("#q"),
            "j" => walk(1),
            "k" => walk(-1),
            "x" => select(),
            "?" => help(),
            _ => false,
        };
        if done {
            event.prevent_default();
        }
    }

    fn focus(selector: &str) -> bool {
        let found = document().query_selector(selector).ok().flatten();
        found
            .and_then(|found| found.dyn_into::<HtmlElement>().ok())
            .is_some_and(|it| it.focus().is_ok())
    }

    fn walk(by: i32) -> bool {
        let Ok(stops) = document().query_selector_all(STOPS) else { return false };
        let count = i32::try_from(stops.length()).unwrap_or_default();
        let stop = |nth: i32| stops.item(u32::try_from(nth).ok()?)?.dyn_into::<HtmlElement>().ok();
        let active = document().active_element();
        let now = (0..count).find(|&nth| stop(nth).map(Element::from) == active);
        let to = match now {
            Some(now) => (now + by).clamp(0, count - 1),
            None => 0,
        };
        stop(to).is_some_and(|stop| stop.focus().is_ok())
    }

    fn select() -> bool {
        let row = document().active_element().and_then(|at| at.closest(".run").ok().flatten());
        let tick = row.and_then(|row| row.query_selector("input[type=checkbox]").ok().flatten());
        let tick = tick.and_then(|tick| tick.dyn_into::<HtmlElement>().ok());
        tick.map(|tick| tick.click()).is_some()
    }

    fn help() -> bool {
        let keys = document().get_element_by_id("keys");
        keys.and_then(|keys| keys.dyn_into::<HtmlDialogElement>().ok())
            .is_some_and(|keys| keys.open() || keys.show_modal().is_ok())
    }

    fn click(event: &Event) {
        let at = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let Some(button) = at.and_then(|at| at.closest("[data-copy]").ok().flatten()) else {
            return;
        };
        let id = button.get_attribute("data-copy").unwrap_or_default();
        let Some(source) = document().get_element_by_id(&id) else { return };
        let text = source.text_content().unwrap_or_default();
        let clipboard = leptos::prelude::window().navigator().clipboard();
        // Only a secure page has one; elsewhere the text is selected, ready for Ctrl+C.
        if JsValue::from(clipboard.clone()).is_undefined() {
            if let Ok(Some(selection)) = leptos::prelude::window().get_selection() {
                let _ = selection.select_all_children(&source);
            }
            say("The text is selected: copy it with Ctrl+C.");
            return;
        }
        leptos::task::spawn_local(async move {
            let copied = wasm_bindgen_futures::JsFuture::from(clipboard.write_text(&text)).await;
            say(if copied.is_ok() { "Copied." } else { "The browser did not let it be copied." });
        });
    }

    fn say(words: &str) {
        if let Some(place) = document().get_element_by_id("copied") {
            place.set_text_content(Some(words));
        }
    }

    /// Adds the reader's own time to what shows on hover.
    fn tell_own_time() {
        let Ok(times) = document().query_selector_all("time.when[title]") else { return };
        for nth in 0..times.length() {
            let Some(time) = times.item(nth).and_then(|it| it.dyn_into::<Element>().ok()) else {
                continue;
            };
            let (Some(utc), Some(title)) =
                (time.get_attribute("datetime"), time.get_attribute("title"))
            else {
                continue;
            };
            let date = js_sys::Date::new(&JsValue::from_str(&utc));
            let own = date.to_locale_string("default", &JsValue::UNDEFINED);
            let own = own.as_string().unwrap_or_default();
            let _ = time.set_attribute("title", &format!("{title} · here {own}"));
        }
    }
}

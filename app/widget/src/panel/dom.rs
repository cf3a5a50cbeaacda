//! The little of the DOM that the panel touches.
//!
//! None of these calls fails on what the panel hands them, so none is declared to: a wrapper that
//! catches costs bytes in the wasm and in the glue. `before` and `remove` do nothing to a node that
//! a page or an extension has taken away, where `insertBefore` and `removeChild` would throw.

use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::shell;

#[wasm_bindgen]
extern "C" {
    /// An element or a text.
    #[derive(Clone, Debug, PartialEq)]
    pub type Dom;

    #[wasm_bindgen(js_namespace = document, js_name = createElementNS)]
    pub(crate) fn create(space: &str, name: &str) -> Dom;
    #[wasm_bindgen(js_namespace = document, js_name = createTextNode)]
    pub(crate) fn create_text(words: &str) -> Dom;

    #[wasm_bindgen(method, js_name = setAttribute)]
    pub(crate) fn set_attribute(this: &Dom, name: &str, value: &str);
    #[wasm_bindgen(method, js_name = toggleAttribute)]
    pub(crate) fn toggle_attribute(this: &Dom, name: &str, on: bool);
    #[wasm_bindgen(method)]
    pub(crate) fn append(this: &Dom, child: &Dom);
    #[wasm_bindgen(method)]
    pub(crate) fn before(this: &Dom, other: &Dom);
    #[wasm_bindgen(method)]
    pub(crate) fn remove(this: &Dom);
    #[wasm_bindgen(method, setter, js_name = textContent)]
    pub(crate) fn set_text(this: &Dom, words: &str);
    #[wasm_bindgen(method, getter)]
    pub(crate) fn value(this: &Dom) -> String;
    #[wasm_bindgen(method, setter)]
    pub(crate) fn set_value(this: &Dom, value: &str);
    #[wasm_bindgen(method, js_name = querySelector)]
    pub(crate) fn find(this: &Dom, selector: &str) -> Option<Dom>;
    #[wasm_bindgen(method)]
    pub(crate) fn focus(this: &Dom);
    #[wasm_bindgen(method, getter, js_name = scrollTop)]
    pub(crate) fn scroll_top(this: &Dom) -> f64;
    #[wasm_bindgen(method, setter, js_name = scrollTop)]
    pub(crate) fn set_scroll_top(this: &Dom, top: f64);
    #[wasm_bindgen(method, getter, js_name = scrollHeight)]
    pub(crate) fn scroll_height(this: &Dom) -> f64;
    #[wasm_bindgen(method, getter, js_name = clientHeight)]
    pub(crate) fn client_height(this: &Dom) -> f64;
    #[wasm_bindgen(method, js_name = addEventListener)]
    fn add_listener(this: &Dom, event: &str, hear: JsValue);

    /// Something that happened to an element.
    pub type Happening;

    #[wasm_bindgen(method, js_name = preventDefault)]
    pub(crate) fn prevent_default(this: &Happening);
    #[wasm_bindgen(method, getter)]
    pub(crate) fn key(this: &Happening) -> String;
    #[wasm_bindgen(method, getter, js_name = keyCode)]
    pub(crate) fn key_code(this: &Happening) -> u32;
    #[wasm_bindgen(method, getter, js_name = shiftKey)]
    pub(crate) fn shift_key(this: &Happening) -> bool;
    #[wasm_bindgen(method, getter, js_name = isComposing)]
    pub(crate) fn is_composing(this: &Happening) -> bool;

    #[wasm_bindgen(js_name = addEventListener)]
    fn add_window_listener(event: &str, hear: JsValue);
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(run: JsValue, ms: u32);
    #[wasm_bindgen(js_name = requestAnimationFrame)]
    fn request_frame(run: JsValue);

    #[wasm_bindgen(thread_local_v2, js_namespace = location, js_name = origin)]
    static ORIGIN: String;

    type Navigator;
    #[wasm_bindgen(thread_local_v2, js_name = navigator)]
    static NAVIGATOR: Navigator;
    #[wasm_bindgen(method, getter, js_name = onLine)]
    fn on_line(this: &Navigator) -> bool;
}

/// The origin of the document that the panel is in.
pub(crate) fn origin() -> String {
    ORIGIN.with(String::clone)
}

/// Whether the browser knows that it has no network.
pub(crate) fn offline() -> bool {
    NAVIGATOR.with(|navigator| !navigator.on_line())
}

/// Hears an event of an element; freed with the element, by the browser.
pub(crate) fn listen(dom: &Dom, event: &str, hear: Box<dyn FnMut(Happening)>) {
    dom.add_listener(event, Closure::wrap(hear).into_js_value());
}

/// Hears presses that a person made on an element that had been there to be seen.
pub(crate) fn on_seen_press(dom: &Dom, press: Box<dyn FnMut()>) {
    if let Some(page) = shell::page() {
        page.on_seen_press(dom, Closure::wrap(press).into_js_value());
    }
}

/// Hears an event of the window, for as long as the instance lives.
pub(crate) fn listen_always(event: &str, hear: fn()) {
    let hear: Box<dyn FnMut()> = Box::new(hear);
    add_window_listener(event, Closure::wrap(hear).into_js_value());
}

/// Runs something in a while.
pub(crate) fn later(ms: u32, run: impl FnOnce() + 'static) {
    set_timeout(once(Box::new(run)), ms);
}

/// Runs something before the next frame is drawn.
pub(crate) fn next_frame(run: impl FnOnce() + 'static) {
    request_frame(once(Box::new(run)));
}

fn once(run: Box<dyn FnOnce()>) -> JsValue {
    Closure::once_into_js(run)
}

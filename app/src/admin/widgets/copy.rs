//! A button that copies a text.

use leptos::prelude::*;

/// Copies `text` and says so, also to those who listen. Without a script there is no button: the
/// text stands beside it, to be copied by hand.
#[island]
pub fn CopyButton(
    /// What is copied.
    text: String,
    /// What the button says.
    label: String,
) -> impl IntoView {
    let said = RwSignal::new("");
    view! {
        <span class="copy">
            <button type="button" class="button small" on:click=move |_| copy(&text, said)>
                {label}
            </button>
            <span class="small" role="status" aria-live="polite">
                {move || said.get()}
            </span>
        </span>
    }
}

#[cfg(feature = "hydrate")]
fn copy(text: &str, said: RwSignal<&'static str>) {
    use js_sys::{Function, Promise, Reflect};
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_futures::JsFuture;

    // Absent on a page that came neither over https nor from this machine.
    let clipboard = Reflect::get(&window().navigator(), &JsValue::from_str("clipboard"));
    let clipboard = clipboard.unwrap_or_default();
    let write = Reflect::get(&clipboard, &JsValue::from_str("writeText")).unwrap_or_default();
    let written = write.dyn_ref::<Function>().and_then(|write| {
        write.call1(&clipboard, &JsValue::from_str(text)).ok()?.dyn_into::<Promise>().ok()
    });
    let Some(written) = written else { return said.set(BY_HAND) };
    leptos::task::spawn_local(async move {
        said.set(if JsFuture::from(written).await.is_ok() { "Copied" } else { BY_HAND });
    });
}

#[cfg(feature = "hydrate")]
const BY_HAND: &str = "The browser does not allow it: select the text and copy it.";

#[cfg(not(feature = "hydrate"))]
fn copy(_text: &str, _said: RwSignal<&'static str>) {}

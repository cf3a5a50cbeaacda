//! Runs that arrived since the list was made.

use leptos::prelude::*;

/// A pill "3 new runs" that leads to the newest. The list itself does not move.
#[island]
pub fn LiveRuns(
    /// Where arrivals are told, one event a run.
    source: String,
    /// The list, from its top.
    page: String,
) -> impl IntoView {
    let count = RwSignal::new(0_u32);
    Effect::new(move |_| listen(&source, count));
    view! {
        <p class="live" role="status">
            {move || {
                let words = match count.get() {
                    0 => return None,
                    1 => "1 new run".to_owned(),
                    many => format!("{many} new runs"),
                };
                Some(
                    view! {
                        <a class="pill" href=page.clone()>
                            {words}
                        </a>
                    },
                )
            }}
        </p>
    }
}

/// Counts events for as long as the page lives; a lost connection is the browser's to renew.
#[cfg(feature = "hydrate")]
fn listen(source: &str, count: RwSignal<u32>) {
    use wasm_bindgen::JsCast;
    use wasm_bindgen::closure::Closure;

    let Ok(events) = web_sys::EventSource::new(source) else { return };
    let arrived = Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |_| {
        count.update(|count| *count += 1);
    });
    if events.add_event_listener_with_callback("run", arrived.as_ref().unchecked_ref()).is_ok() {
        // Both live as long as the page does.
        arrived.forget();
        std::mem::forget(events);
    }
}

#[cfg(not(feature = "hydrate"))]
fn listen(_source: &str, _count: RwSignal<u32>) {}

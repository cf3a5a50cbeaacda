//! Things to ask the agent, as buttons that ask them.

use leptos::prelude::*;

/// Each opens the agent and asks. Without JavaScript they are only words to read.
#[island]
pub fn AskChips(
    /// What can be asked here.
    questions: Vec<String>,
) -> impl IntoView {
    let chips = questions.into_iter().map(|question| {
        let asked = question.clone();
        view! {
            <li>
                <button type="button" class="chip" on:click=move |_| ask(&asked)>
                    {question}
                </button>
            </li>
        }
    });
    view! { <ul class="chips">{chips.collect_view()}</ul> }
}

/// Calls `ask(text)` of the page's `<site-agent>`, if it is there.
#[cfg(feature = "hydrate")]
fn ask(question: &str) {
    use js_sys::{Function, Reflect};
    use wasm_bindgen::{JsCast, JsValue};

    let element = document().query_selector("site-agent").ok().flatten();
    let Some(element) = element else { return };
    let ask = Reflect::get(&element, &JsValue::from_str("ask")).unwrap_or_default();
    if let Some(ask) = ask.dyn_ref::<Function>()
        && let Err(error) = ask.call1(&element, &JsValue::from_str(question))
    {
        leptos::logging::warn!("the agent did not take the question: {error:?}");
    }
}

#[cfg(not(feature = "hydrate"))]
fn ask(_question: &str) {}

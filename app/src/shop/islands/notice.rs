//! What the shop said to the last form or tool.

use leptos::prelude::*;

use crate::shop::live;
use crate::shop::said::Said;

/// A line above the page that stays in sight, spoken to screen readers when it changes. The region
/// is always there: one that comes together with its words is not announced.
#[island]
pub fn Notice(
    /// What the last form was answered with.
    said: Option<Said>,
    /// The address of the cart.
    cart_address: String,
) -> impl IntoView {
    let closed = RwSignal::new(None::<Said>);
    let said = Memo::new(move |_| {
        let said = live::said().or_else(|| said.clone());
        if closed.get() == said { None } else { said }
    });
    let kind = move || match said.get() {
        None => "notice none",
        Some(said) if said.is_error => "notice refused",
        Some(_) => "notice done",
    };
    view! {
        <div class=kind role="status">
            {move || {
                let said = said.get()?;
                let link = link(&said, &cart_address);
                Some(
                    view! {
                        <p>{said.text.clone()}</p>
                        {link.map(|(address, words)| view! { <a href=address>{words}</a> })}
                        <button
                            type="button"
                            class="close"
                            aria-label="Close this message"
                            on:click=move |_| closed.set(Some(said.clone()))
                        >
                            <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
                                <path d="m5 5 10 10M15 5 5 15"></path>
                            </svg>
                        </button>
                    },
                )
            }}
        </div>
    }
}

/// Where to look at what was done.
fn link(said: &Said, cart_address: &str) -> Option<(String, &'static str)> {
    if let Some(placed) = &said.placed {
        return Some((placed.address.clone(), "View the order"));
    }
    let cart = said.cart.as_ref()?;
    (!cart.is_empty()).then(|| (cart_address.to_owned(), "View cart"))
}

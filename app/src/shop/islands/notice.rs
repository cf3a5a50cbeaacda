//! What the shop said to the last form or tool.

use leptos::prelude::*;

use crate::shop::live;
use crate::shop::said::Said;

/// A line above the page, spoken to screen readers when it changes. The region is always there:
/// one that comes together with its words is not announced.
#[island]
pub fn Notice(
    /// What the last form was answered with.
    said: Option<Said>,
    /// The address of the cart.
    cart_address: String,
) -> impl IntoView {
    let said = move || live::said().or_else(|| said.clone());
    let kind = {
        let said = said.clone();
        move || match said() {
            None => "notice none",
            Some(said) if said.is_error => "notice refused",
            Some(_) => "notice done",
        }
    };
    view! {
        <div class=kind role="status">
            {move || {
                let cart_address = cart_address.clone();
                said()
                    .map(|said| {
                        let link = match (said.placed, said.cart) {
                            (Some(placed), _) => Some((placed.address, "View the order")),
                            (None, Some(cart)) if !cart.is_empty() => {
                                Some((cart_address, "View cart"))
                            }
                            _ => None,
                        };
                        view! {
                            <p>{said.text}</p>
                            {link.map(|(address, words)| view! { <a href=address>{words}</a> })}
                        }
                    })
            }}
        </div>
    }
}

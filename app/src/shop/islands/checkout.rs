//! The checkout: one form and what is bought. When a tool places the order, the page says so in
//! place, so that the conversation with the agent is not cut off.

use leptos::prelude::*;

use super::sums::Sums;
use crate::shop::cart::Cart;
use crate::shop::live;
use crate::shop::order::Recipient;

/// Everything on the checkout's page below its heading.
#[island]
pub fn Checkout(
    /// The cart when the page was rendered.
    cart: Cart,
    /// Whom the form names at first.
    to: Recipient,
    /// The path in front of every address.
    base: String,
) -> impl IntoView {
    let was_empty = cart.is_empty();
    let start = cart.clone();
    let cart = Memo::new(move |_| live::cart().unwrap_or_else(|| start.clone()));
    let is_empty = Memo::new(move |_| cart.with(Cart::is_empty));
    move || {
        let base = base.clone();
        if let Some(placed) = live::placed() {
            view! {
                <div class="empty">
                    <p>{format!("Order {} is placed. Thank you.", placed.name)}</p>
                    <p>
                        <a class="button primary" href=placed.address>
                            "View the order"
                        </a>
                    </p>
                </div>
            }
            .into_any()
        } else if is_empty.get() {
            let words = if was_empty { "Nothing is in the cart" } else { "The cart is empty now" };
            view! {
                <div class="empty">
                    <p>{format!("{words}, so there is nothing to pay for.")}</p>
                    <p>
                        <a class="button primary" href=format!("{base}/shop")>
                            "Look around the shop"
                        </a>
                    </p>
                </div>
            }
            .into_any()
        } else {
            view! { <Form cart to=to.clone() base/> }.into_any()
        }
    }
}

#[component]
fn Form(cart: Memo<Cart>, to: Recipient, base: String) -> impl IntoView {
    view! {
        <div class="split">
            <form id="checkout" class="stack" method="post" action=format!("{base}/api/fn/place_order")>
                <p class="small">
                    "This shop is a demo: nothing is charged and nothing is sent. An address is \
                     filled in, so that you need not give yours."
                </p>
                <Field name="name" label="Name" kind="text" complete="name" value=to.name/>
                <Field name="email" label="Email" kind="email" complete="email" value=to.email/>
                <Field
                    name="street"
                    label="Street and number"
                    kind="text"
                    complete="street-address"
                    value=to.street
                />
                <Field
                    name="town"
                    label="Postcode and town"
                    kind="text"
                    complete="address-level2"
                    value=to.town
                />
                <button class="button primary wide">
                    {move || format!("Place the order, {}", cart.with(Cart::total))}
                </button>
            </form>
            <section class="summary" aria-label="Your order">
                <ul class="brief">
                    {move || {
                        cart.with(|cart| {
                            cart.lines
                                .iter()
                                .map(|line| {
                                    view! {
                                        <li>
                                            <span>{format!("{} × {}", line.quantity, line.name)}</span>
                                            <b>{line.total().to_string()}</b>
                                        </li>
                                    }
                                })
                                .collect_view()
                        })
                    }}
                </ul>
                {move || view! { <Sums cart=cart.get()/> }}
                <p>
                    <a href=format!("{base}/shop/cart")>"Change the cart"</a>
                </p>
            </section>
        </div>
    }
}

#[component]
fn Field(
    name: &'static str,
    label: &'static str,
    kind: &'static str,
    complete: &'static str,
    value: String,
) -> impl IntoView {
    view! {
        <p class="field">
            <label for=name>{label}</label>
            <input id=name name=name r#type=kind autocomplete=complete maxlength="120" required value=value/>
        </p>
    }
}

//! The cart: lines, coupon and sums, as plain forms that also follow the tools.

use leptos::prelude::*;

use super::sums::Sums;
use crate::shop::cart::{Cart, Line, MOST_OF_ONE};
use crate::shop::drawings::Drawing;
use crate::shop::live;

/// Everything on the cart's page below its heading.
#[island]
pub fn CartTable(
    /// The cart when the page was rendered.
    cart: Cart,
    /// The path in front of every address.
    base: String,
) -> impl IntoView {
    move || {
        let cart = live::cart().unwrap_or_else(|| cart.clone());
        if cart.is_empty() {
            view! { <Empty base=base.clone()/> }.into_any()
        } else {
            view! { <Filled cart base=base.clone()/> }.into_any()
        }
    }
}

#[component]
fn Empty(base: String) -> impl IntoView {
    view! {
        <div class="empty">
            <p>"Nothing is in it yet. What you put in stays here for ninety days."</p>
            <p>
                <a class="button primary" href=format!("{base}/shop")>
                    "Look around the shop"
                </a>
            </p>
        </div>
    }
}

#[component]
fn Filled(cart: Cart, base: String) -> impl IntoView {
    let lines: Vec<_> = cart
        .lines
        .iter()
        .map(|line| view! { <Row line=line.clone() base=base.clone()/> }.into_any())
        .collect();
    view! {
        <div class="split">
            <ul class="rows">{lines}</ul>
            <section class="summary" aria-label="Sum">
                <Sums cart/>
                <form class="inline" method="post" action=format!("{base}/api/fn/apply_coupon")>
                    <label for="coupon">"Coupon"</label>
                    <input id="coupon" name="code" autocomplete="off" maxlength="40" required/>
                    <button class="button">"Apply"</button>
                </form>
                <a class="button primary wide" href=format!("{base}/shop/checkout")>
                    "Go to checkout"
                </a>
            </section>
        </div>
    }
}

#[component]
fn Row(line: Line, base: String) -> impl IntoView {
    let change = format!("{base}/api/fn/set_quantity");
    let field = format!("quantity-{}", line.sku);
    let product = line.sku.to_string();
    view! {
        <li class="row">
            <a class="thumb" href=format!("{base}/shop/products/{}", line.sku) tabindex="-1" aria-hidden="true">
                <Drawing sku=line.sku.clone()/>
            </a>
            <div class="what">
                <h2>
                    <a href=format!("{base}/shop/products/{}", line.sku)>{line.name.clone()}</a>
                </h2>
                <p class="small">{format!("{} · {} each", line.brief, line.price)}</p>
                <div class="acts">
                    <form class="inline" method="post" action=change.clone()>
                        <input type="hidden" name="product" value=product.clone()/>
                        <label class="unseen" for=field.clone()>
                            {format!("Quantity of {}", line.name)}
                        </label>
                        <input
                            id=field
                            class="count"
                            type="number"
                            name="quantity"
                            min="1"
                            max=MOST_OF_ONE.to_string()
                            required
                            value=line.quantity.to_string()
                        />
                        <button class="button">"Update"</button>
                    </form>
                    <form method="post" action=change>
                        <input type="hidden" name="product" value=product/>
                        <input type="hidden" name="quantity" value="0"/>
                        <button class="link">
                            "Remove"
                            <span class="unseen">{format!(" {}", line.name)}</span>
                        </button>
                    </form>
                </div>
            </div>
            <p class="price">{line.total().to_string()}</p>
        </li>
    }
}

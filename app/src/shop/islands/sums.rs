//! What a cart comes to.

use leptos::prelude::*;

use crate::shop::cart::{Cart, FREE_DELIVERY_FROM};
use crate::shop::money::Cents;

/// Goods, discount, delivery, total.
#[component]
pub fn Sums(
    /// The cart to add up.
    cart: Cart,
) -> impl IntoView {
    let discount = cart.coupon.as_ref().map(|coupon| {
        view! {
            <div>
                <dt>{format!("Coupon {} ({} %)", coupon.code, coupon.percent)}</dt>
                <dd>{(Cents::ZERO - cart.discount()).to_string()}</dd>
            </div>
        }
    });
    let to_free = FREE_DELIVERY_FROM - (cart.goods() - cart.discount());
    view! {
        <dl class="sums">
            <div>
                <dt>"Goods"</dt>
                <dd>{cart.goods().to_string()}</dd>
            </div>
            {discount}
            <div>
                <dt>"Delivery"</dt>
                <dd>
                    {match cart.delivery() {
                        Cents::ZERO => "free".to_owned(),
                        delivery => delivery.to_string(),
                    }}
                </dd>
            </div>
            <div class="total">
                <dt>"Total"</dt>
                <dd>{cart.total().to_string()}</dd>
            </div>
        </dl>
        {(to_free > Cents::ZERO)
            .then(|| view! { <p class="small">{format!("{to_free} more, and delivery is free.")}</p> })}
    }
}

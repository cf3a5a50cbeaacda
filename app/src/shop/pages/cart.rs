//! `/shop/cart`.

use leptos::prelude::*;

use super::frame::{Page, serve};
use crate::shop::islands::CartTable;
use crate::shop::tools::Place;

/// The page.
#[component]
pub fn CartPage() -> impl IntoView {
    serve(async |visit| {
        let cart = visit.cart().await?;
        let base = visit.site.base.clone();
        Ok(Page {
            title: "Cart".to_owned(),
            description: "What you mean to buy.".to_owned(),
            shelf: None,
            place: Place::Cart,
            context: "This is the cart.".to_owned(),
            ask: vec![
                "What is in my cart?".to_owned(),
                "Change the blue enamel mug to 3".to_owned(),
                "Apply the coupon WELCOME10".to_owned(),
            ],
            body: view! {
                <h1>"Your cart"</h1>
                <CartTable cart base/>
            }
            .into_any(),
        })
    })
}

//! `/shop/checkout`: one page, a mock.

use leptos::prelude::*;

use super::frame::{Page, serve};
use crate::shop::islands::Checkout;
use crate::shop::order::Recipient;
use crate::shop::tools::Place;

/// The page.
#[component]
pub fn CheckoutPage() -> impl IntoView {
    serve(async |visit| {
        let cart = visit.cart().await?;
        let base = visit.site.base.clone();
        Ok(Page {
            title: "Checkout".to_owned(),
            description: "Where it goes, and what it comes to.".to_owned(),
            shelf: None,
            place: Place::Checkout,
            context: "This is the checkout. The address in its form is where an order goes."
                .to_owned(),
            ask: vec!["What is in my cart?".to_owned(), "Place my order".to_owned()],
            body: view! {
                <h1>"Checkout"</h1>
                <Checkout cart to=Recipient::demo() base/>
            }
            .into_any(),
        })
    })
}

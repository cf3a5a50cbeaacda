//! What the shop tells an agent it can do: the tools, which page has which, and the island that
//! registers them with `document.modelContext`.

#[cfg(test)]
mod asked;
#[cfg(any(feature = "hydrate", test))]
mod declared;
#[cfg(feature = "hydrate")]
mod register;
#[cfg(feature = "hydrate")]
mod run;
#[cfg(any(feature = "hydrate", test))]
mod schemas;

#[cfg(any(feature = "hydrate", test))]
use declared::Tool;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::cart::Cart;

/// What kind of page the tools are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Shelves, search, a product.
    Shop,
    /// The cart.
    Cart,
    /// The checkout.
    Checkout,
    /// An order that was placed.
    Order,
}

/// What `get_page_context` knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// What this page shows, in a sentence or two.
    pub page: String,
    /// The cart when the page was rendered.
    pub cart: Cart,
}

/// Registers the tools of this kind of page. Shows nothing.
#[island]
pub fn ShopTools(
    /// Where we are.
    place: Place,
    /// What is to be said of it.
    context: Context,
) -> impl IntoView {
    #[cfg(feature = "hydrate")]
    register::register_all(place, &context);
    #[cfg(not(feature = "hydrate"))]
    let _ = (place, context);
}

//! `POST /api/fn/search_products`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// What the shop has for these words, up to a price in euros.
#[server(prefix = "/api/fn", endpoint = "search_products")]
pub async fn search_products(query: String, max: Option<String>) -> Result<Said, ShopFault> {
    use crate::shop::money::Cents;
    use crate::shop::{counter, visit};

    let visit = visit::require()?;
    counter::search(&visit, &query, max.as_deref().and_then(Cents::from_euros)).await
}

//! `POST /api/fn/read_reviews`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// What customers wrote about a product.
#[server(prefix = "/api/fn", endpoint = "read_reviews")]
pub async fn read_reviews(product: String) -> Result<Said, ShopFault> {
    use crate::shop::{counter, visit};

    let visit = visit::require()?;
    counter::reviews(&visit, &product).await
}

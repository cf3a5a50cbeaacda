//! `POST /api/fn/get_product`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// All that is known of a product.
#[server(prefix = "/api/fn", endpoint = "get_product")]
pub async fn get_product(product: String) -> Result<Said, ShopFault> {
    use crate::shop::{counter, visit};

    let visit = visit::require()?;
    counter::product(&visit, &product).await
}

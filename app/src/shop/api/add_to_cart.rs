//! `POST /api/fn/add_to_cart`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// Puts more of a product into the visitor's cart; a form that names no quantity means one.
#[server(prefix = "/api/fn", endpoint = "add_to_cart")]
pub async fn add_to_cart(product: String, quantity: Option<u32>) -> Result<Said, ShopFault> {
    use crate::shop::{counter, visit};

    let visit = visit::require()?;
    Ok(visit.answer(counter::add(&visit, &product, quantity.unwrap_or(1)).await?))
}

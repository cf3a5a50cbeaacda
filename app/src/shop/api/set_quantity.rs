//! `POST /api/fn/set_quantity`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// Sets how many of a product are in the visitor's cart; 0 takes it out.
#[server(prefix = "/api/fn", endpoint = "set_quantity")]
pub async fn set_quantity(product: String, quantity: u32) -> Result<Said, ShopFault> {
    use crate::shop::{counter, visit};

    let visit = visit::require()?;
    Ok(visit.answer(counter::set_quantity(&visit, &product, quantity).await?))
}

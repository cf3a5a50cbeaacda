//! `POST /api/fn/get_cart`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// What is in the visitor's cart and what it comes to.
#[server(prefix = "/api/fn", endpoint = "get_cart")]
pub async fn get_cart() -> Result<Said, ShopFault> {
    use crate::shop::{counter, visit};

    let visit = visit::require()?;
    counter::show_cart(&visit).await
}

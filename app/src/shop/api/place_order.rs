//! `POST /api/fn/place_order`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// Places the order for what is in the visitor's cart, and sends a plain form to the order's page.
#[server(prefix = "/api/fn", endpoint = "place_order")]
pub async fn place_order(
    name: String,
    email: String,
    street: String,
    town: String,
) -> Result<Said, ShopFault> {
    use crate::shop::order::Recipient;
    use crate::shop::{counter, visit};

    let visit = visit::require()?;
    let to = Recipient { name, email, street, town };
    let said = visit.answer(counter::place_order(&visit, &to).await?);
    if let Some(placed) = &said.placed {
        visit.go_to(&placed.address);
    }
    Ok(said)
}

//! `POST /api/fn/subscribe_newsletter`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// Puts an address on the newsletter's list.
#[server(prefix = "/api/fn", endpoint = "subscribe_newsletter")]
pub async fn subscribe_newsletter(email: String) -> Result<Said, ShopFault> {
    use crate::shop::{counter, visit};

    let visit = visit::require()?;
    Ok(visit.answer(counter::subscribe(&visit, &email).await?))
}

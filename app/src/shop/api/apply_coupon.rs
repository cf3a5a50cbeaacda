//! `POST /api/fn/apply_coupon`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// Uses a coupon from now on.
#[server(prefix = "/api/fn", endpoint = "apply_coupon")]
pub async fn apply_coupon(code: String) -> Result<Said, ShopFault> {
    use crate::shop::{counter, visit};

    let visit = visit::require()?;
    Ok(visit.answer(counter::apply_coupon(&visit, &code).await?))
}

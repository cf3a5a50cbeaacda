//! `POST /api/fn/choose_demo`

use leptos::prelude::*;

use crate::shop::said::{Said, ShopFault};

/// Keeps which model answers this visitor, and whether it may fill the cart without asking. A
/// checkbox that is off is not sent at all.
#[server(prefix = "/api/fn", endpoint = "choose_demo")]
pub async fn choose_demo(model: String, pre: Option<String>) -> Result<Said, ShopFault> {
    use crate::shop::demo::{Demo, Model};
    use crate::shop::visit;

    let visit = visit::require()?;
    let model = Model::from_name(&model).ok_or(ShopFault::BadInput)?;
    let choices = [model.name(), pre.as_deref().unwrap_or_default()].join("+");
    visit.keep_demo(&Demo::from_cookie(&choices, model));
    Ok(visit.answer(Said::done("The demo is set up as you chose.")))
}

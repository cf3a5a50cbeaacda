//! Carries a call out by way of the shop's server functions, and lets the page follow.

use serde::Deserialize;
use serde_json::Value;

use super::{Context, Tool};
use crate::shop::api;
use crate::shop::live;
use crate::shop::order::Recipient;
use crate::shop::said::{Said, ShopFault};

/// The arguments of any tool of the shop. An agent checks them against the schema; whoever else
/// calls may not have.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Arguments {
    product: String,
    quantity: Option<u32>,
    query: String,
    max_price: Option<Value>,
    code: String,
}

/// Does what the call asks and says how things stand then. `arguments` is JSON.
pub(super) async fn run(tool: Tool, arguments: &str, context: &Context) -> Said {
    let arguments: Arguments = match serde_json::from_str(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return Said::refused(format!("The arguments do not fit the tool: {error}.")),
    };
    let said =
        call(tool, arguments, context).await.unwrap_or_else(|fault| Said::refused(fault.text()));
    live::show(&said, tool.changes());
    said
}

async fn call(tool: Tool, with: Arguments, context: &Context) -> Result<Said, ShopFault> {
    match tool {
        Tool::GetPageContext => Ok(Said::done(page(context))),
        Tool::SearchProducts => api::search_products(with.query, with.max_price.map(text)).await,
        Tool::GetProduct => api::get_product(with.product).await,
        Tool::ReadReviews => api::read_reviews(with.product).await,
        Tool::GetCart => api::get_cart().await,
        Tool::AddToCart => api::add_to_cart(with.product, with.quantity).await,
        Tool::SetQuantity => match with.quantity {
            Some(quantity) => api::set_quantity(with.product, quantity).await,
            None => Ok(Said::refused("The quantity is missing: how many should it be?")),
        },
        Tool::ApplyCoupon => api::apply_coupon(with.code).await,
        Tool::PlaceOrder => {
            let Recipient { name, email, street, town } = recipient();
            api::place_order(name, email, street, town).await
        }
    }
}

/// The page in words, with the cart as it is by now.
fn page(context: &Context) -> String {
    let cart = live::peek_cart().unwrap_or_else(|| context.cart.clone());
    if cart.is_empty() {
        return format!("{} The cart is empty.", context.page);
    }
    let goods = cart.goods() - cart.discount();
    format!("{} The cart has {}, {goods}.", context.page, cart.items())
}

/// The address in the form of the checkout, as the visitor sees it.
fn recipient() -> Recipient {
    Recipient {
        name: field("name"),
        email: field("email"),
        street: field("street"),
        town: field("town"),
    }
}

fn field(id: &str) -> String {
    use wasm_bindgen::JsCast;

    leptos::prelude::document()
        .get_element_by_id(id)
        .and_then(|element| element.dyn_into::<web_sys::HtmlInputElement>().ok())
        .map(|input| input.value())
        .unwrap_or_default()
}

/// A number or a string as its text.
fn text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

//! The counter of the shop: takes a wish in words, does it through the ports, and answers in words
//! that say how things stand now. Pages and tools speak to the same counter.

mod buying;
mod looking;

pub use buying::{add, apply_coupon, place_order, set_quantity, show_cart, subscribe};
pub use looking::{product, reviews, search};

use super::lookup::{Lookup, look_up};
use super::product::{Product, Search};
use super::said::Said;
use super::visit::Visit;
use crate::ports::StoreError;

/// The product that was meant, or what to say instead.
async fn meant(visit: &Visit, wanted: &str) -> Result<Result<Product, Said>, StoreError> {
    let shelf = visit.ports.catalogue.search(&Search::default()).await?;
    Ok(match look_up(wanted, &shelf) {
        Lookup::One(product) => Ok(product.clone()),
        Lookup::Several(products) => Err(Said::refused(format!(
            "Several products are called that. Which one is meant?\n{}",
            list(&products)
        ))),
        Lookup::None(close) if close.is_empty() => Err(Said::refused(format!(
            "The shop has no product called “{}”. Search for it with other words.",
            quoted(wanted)
        ))),
        Lookup::None(close) => Err(Said::refused(format!(
            "The shop has no product called “{}”. Close to it:\n{}",
            quoted(wanted),
            list(&close)
        ))),
    })
}

/// One line a product: `- Blue enamel mug (MUG-BLUE), €14.00`.
fn list<'a>(products: impl IntoIterator<Item = &'a &'a Product>) -> String {
    let line =
        |product: &&Product| format!("- {} ({}), {}", product.name, product.sku, product.price);
    products.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A visitor's words within ours: short and on one line.
fn quoted(text: &str) -> String {
    let one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let short: String = one_line.trim().chars().take(60).collect();
    if one_line.trim().chars().count() > 60 { format!("{short}…") } else { short }
}

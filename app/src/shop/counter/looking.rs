//! What can be asked without changing anything.

use super::{list, meant, quoted};
use crate::shop::ids::Sku;
use crate::shop::money::Cents;
use crate::shop::product::{Details, Rating, Sort};
use crate::shop::query;
use crate::shop::said::{Said, ShopFault};
use crate::shop::visit::Visit;

/// A list for a model's eyes ends here; a person goes to the search page.
const LISTED: usize = 12;

/// What the shop has for these words.
pub async fn search(visit: &Visit, text: &str, max: Option<Cents>) -> Result<Said, ShopFault> {
    let search = query::read(text, max, Sort::Best);
    let found = visit.ports.catalogue.search(&search).await?;
    let words = if search.words.is_empty() {
        String::new()
    } else {
        format!(" for “{}”", quoted(&search.words.join(" ")))
    };
    let limit = search.max.map(|max| format!(" up to {max}")).unwrap_or_default();
    if found.is_empty() {
        return Ok(Said::done(format!("Nothing found{words}{limit}.")));
    }
    let count =
        if found.len() == 1 { "1 product".to_owned() } else { format!("{} products", found.len()) };
    let shown: Vec<_> = found.iter().take(LISTED).collect();
    let more = match found.len() - shown.len() {
        0 => String::new(),
        more => format!("\nand {more} more; search with other words to see them."),
    };
    Ok(Said::done(format!("{count}{words}{limit}:\n{}{more}", list(&shown))))
}

/// All that is known of a product.
pub async fn product(visit: &Visit, wanted: &str) -> Result<Said, ShopFault> {
    let product = match meant(visit, wanted).await? {
        Ok(product) => product,
        Err(said) => return Ok(said),
    };
    let details = visit.ports.catalogue.details(&product.sku).await?;
    Ok(details.map_or_else(
        || Said::refused("The product has just left the shop."),
        |details| Said::done(describe(&details, &visit.site.href(&address(&product.sku)))),
    ))
}

/// What customers wrote about a product.
pub async fn reviews(visit: &Visit, wanted: &str) -> Result<Said, ShopFault> {
    let product = match meant(visit, wanted).await? {
        Ok(product) => product,
        Err(said) => return Ok(said),
    };
    let reviews = visit.ports.catalogue.reviews(&product.sku).await?;
    if reviews.is_empty() {
        return Ok(Said::done(format!("Nobody has reviewed {} yet.", product.name)));
    }
    let details = visit.ports.catalogue.details(&product.sku).await?;
    let mean = details.and_then(|details| details.rating).map(Rating::mean);
    let lines = reviews.iter().map(|review| {
        format!(
            "- {}, {} of 5 stars, {}: “{}” {}",
            review.author, review.stars, review.written_on, review.title, review.text
        )
    });
    Ok(Said::done(format!(
        "{} reviews of {} ({}), {} of 5 stars on average:\n{}",
        reviews.len(),
        product.name,
        product.sku,
        mean.unwrap_or_default(),
        lines.collect::<Vec<_>>().join("\n")
    )))
}

/// The path of a product's page.
fn address(sku: &Sku) -> String {
    format!("/shop/products/{sku}")
}

fn describe(details: &Details, address: &str) -> String {
    let product = &details.product;
    let stock = match product.stock {
        0 => "sold out".to_owned(),
        n => format!("{n} in stock"),
    };
    let (from, to) = details.delivery_days;
    let rating = details.rating.map_or_else(
        || "no reviews yet".to_owned(),
        |rating| format!("{} of 5 stars from {} reviews", rating.mean(), rating.count),
    );
    format!(
        "{} ({}), {}, {stock}.\n{}\nMaterial: {}. Size: {}.\nDelivered in {from} to {to} working \
         days. {rating}. Page: {address}",
        product.name,
        product.sku,
        product.price,
        details.description,
        details.materials,
        details.dimensions,
    )
}

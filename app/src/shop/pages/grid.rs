//! Products side by side.

use leptos::prelude::*;

use crate::shop::drawings::Drawing;
use crate::shop::product::Product;
use crate::site::href;

/// A grid of product cards.
#[component]
pub(super) fn Grid(
    /// What to show, in order.
    products: Vec<Product>,
    /// Gives the first one the room of four.
    #[prop(optional)]
    first_is_large: bool,
) -> impl IntoView {
    let class = if first_is_large { "grid first-large" } else { "grid" };
    let cards = products.into_iter().map(|product| view! { <Card product/> }).collect_view();
    view! { <ul class=class>{cards}</ul> }
}

#[component]
fn Card(product: Product) -> impl IntoView {
    let stock = match product.stock {
        0 => Some("Sold out".to_owned()),
        few @ 1..=12 => Some(format!("{few} left")),
        _ => None,
    };
    let address = href(&format!("/shop/products/{}", product.sku));
    view! {
        <li class="item">
            <a href=address>
                <span class="picture">
                    <Drawing sku=product.sku/>
                </span>
                <span class="item-name">{product.name}</span>
            </a>
            <p class="item-line">
                <span>{product.brief}</span>
                <b>{product.price.to_string()}</b>
            </p>
            {stock.map(|stock| view! { <p class="item-stock">{stock}</p> })}
        </li>
    }
}

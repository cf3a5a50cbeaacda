//! `/shop/products/{sku}`: one product, with everything one wants to know before buying it.

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;

use super::frame::{Fault, Page, serve};
use super::icons::Icon;
use super::reviews::{Reviews, Stars};
use crate::shop::cart::MOST_OF_ONE;
use crate::shop::drawings::Drawing;
use crate::shop::ids::Sku;
use crate::shop::in_words;
use crate::shop::product::{Details, Product};
use crate::shop::tools::Place;
use crate::site::href;

/// What to say where there is no such product.
const MISSING: Fault = Fault::Missing("The shop has no product at this address.");

/// The page.
#[component]
pub fn ProductPage() -> impl IntoView {
    let sku = use_params_map().with_untracked(|params| params.get("sku")).unwrap_or_default();
    serve(async move |visit| {
        let sku = Sku::parse(&sku).ok_or(MISSING)?;
        let details = visit.ports.catalogue.details(&sku).await?.ok_or(MISSING)?;
        let reviews = visit.ports.catalogue.reviews(&sku).await?;
        let product = &details.product;
        let (one, two) = (in_words::one(&product.name), in_words::several(&product.name));
        Ok(Page {
            title: product.name.clone(),
            description: details.description.clone(),
            shelf: Some(product.category.clone()),
            place: Place::Shop,
            context: format!(
                "This is the page of {} ({}), {}, {} in stock, with {} reviews.",
                product.name,
                product.sku,
                product.price,
                product.stock,
                reviews.len()
            ),
            ask: vec![
                format!("Add two {two} to my cart"),
                format!("What do people say about the {one}?"),
                "What is in my cart?".to_owned(),
            ],
            body: view! {
                <ProductBody details=details.clone()/>
                <Reviews rating=details.rating reviews/>
            }
            .into_any(),
        })
    })
}

#[component]
fn ProductBody(details: Details) -> impl IntoView {
    let product = details.product;
    let shelf = href(&format!("/shop/c/{}", product.category));
    let rating = details.rating.map(|rating| {
        view! {
            <a class="rating" href="#reviews">
                <Stars tenths=rating.tenths/>
                {format!("{} from {} reviews", rating.mean(), rating.count)}
            </a>
        }
    });
    let (from, to) = details.delivery_days;
    view! {
        <article class="product">
            <div class="picture large">
                <Drawing sku=product.sku.clone()/>
            </div>
            <div class="facts">
                <p class="crumbs">
                    <a href=shelf>{details.category_name}</a>
                </p>
                <h1>{product.name.clone()}</h1>
                <p class="brief">{product.brief.clone()}</p>
                {rating}
                <p class="price">{product.price.to_string()}</p>
                <AddForm product=product.clone()/>
                <ul class="promises small">
                    <li>
                        {Icon::Delivery.view()}
                        <span>{format!("With you in {from} to {to} working days")}</span>
                    </li>
                    <li>{Icon::Returns.view()} <span>"Returned within sixty days"</span></li>
                </ul>
                <p class="words">{details.description}</p>
                <dl class="specs">
                    <dt>"Material"</dt>
                    <dd>{details.materials}</dd>
                    <dt>"Size"</dt>
                    <dd>{details.dimensions}</dd>
                    <dt>"Article"</dt>
                    <dd>
                        <code>{product.sku.to_string()}</code>
                    </dd>
                </dl>
            </div>
        </article>
    }
}

#[component]
fn AddForm(product: Product) -> impl IntoView {
    let stock = match product.stock {
        0 => "Sold out".to_owned(),
        few @ 1..=12 => format!("Only {few} left"),
        _ => "In stock".to_owned(),
    };
    let most = product.stock.min(MOST_OF_ONE);
    let form = (product.stock > 0).then(|| {
        view! {
            <form class="inline add" method="post" action=href("/api/fn/add_to_cart")>
                <input type="hidden" name="product" value=product.sku.to_string()/>
                <label class="unseen" for="quantity">
                    "Quantity"
                </label>
                <input
                    id="quantity"
                    class="count"
                    type="number"
                    name="quantity"
                    min="1"
                    max=most.to_string()
                    value="1"
                    required
                />
                <button class="button primary">"Add to cart"</button>
            </form>
        }
    });
    view! {
        <p class="stock">
            {(product.stock > 0).then(|| Icon::Check.view())} <span>{stock}</span>
        </p>
        {form}
    }
}

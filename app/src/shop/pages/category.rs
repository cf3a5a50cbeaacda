//! `/shop/c/{category}`: one shelf.

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;

use super::frame::{Fault, Page, serve};
use super::grid::Grid;
use crate::shop::in_words;
use crate::shop::tools::Place;

/// The page.
#[component]
pub fn CategoryPage() -> impl IntoView {
    let slug = use_params_map().with_untracked(|params| params.get("category")).unwrap_or_default();
    serve(async move |visit| {
        let categories = visit.ports.catalogue.categories().await?;
        let category = categories
            .into_iter()
            .find(|category| category.slug == slug)
            .ok_or(Fault::Missing("The shop has no shelf of this name."))?;
        let products = visit.ports.catalogue.shelf(&category.slug).await?;
        let names: Vec<_> = products
            .iter()
            .map(|product| format!("{} ({}, {})", product.name, product.sku, product.price))
            .collect();
        Ok(Page {
            title: category.name.clone(),
            description: category.lead.clone(),
            shelf: Some(category.slug),
            place: Place::Shop,
            context: format!(
                "This is the shelf {}. It shows: {}.",
                category.name,
                names.join("; ")
            ),
            ask: asks(&category.name, products.first().map(|product| product.name.as_str())),
            body: view! {
                <h1>{category.heading}</h1>
                <p class="lead">{category.lead}</p>
                <Grid products/>
            }
            .into_any(),
        })
    })
}

fn asks(shelf: &str, first: Option<&str>) -> Vec<String> {
    let mut asks = vec!["Find mugs under 20 euros".to_owned()];
    if let Some(first) = first {
        asks.push(format!("Add two {} to my cart", in_words::several(first)));
        asks.push(format!("What do people say about the {}?", in_words::one(first)));
    }
    asks.retain(|ask| shelf == "Table" || !ask.contains("mugs under"));
    asks
}

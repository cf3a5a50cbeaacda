//! `/shop`: the shop's own front.

use leptos::prelude::*;

use super::frame::{Page, serve};
use super::grid::Grid;
use super::icons::Icon;
use crate::shop::drawings::Drawing;
use crate::shop::ids::Sku;
use crate::shop::product::Category;
use crate::shop::tools::Place;
use crate::site::href;

/// The page.
#[component]
pub fn ShopPage() -> impl IntoView {
    serve(async |visit| {
        let categories = visit.ports.catalogue.categories().await?;
        let mut shelves = Vec::new();
        for category in categories {
            let products = visit.ports.catalogue.shelf(&category.slug).await?;
            shelves.push((category, products.len(), products.into_iter().next().map(|p| p.sku)));
        }
        let featured = visit.ports.catalogue.featured().await?;
        let names: Vec<_> = shelves.iter().map(|(category, ..)| category.name.as_str()).collect();
        let context = format!(
            "This is the front page of the shop Larkspur & Daughters, home and kitchen goods. Its \
             shelves are {}.",
            names.join(", ")
        );
        Ok(Page {
            title: "Home and kitchen goods".to_owned(),
            description: "Things for a house that is lived in.".to_owned(),
            shelf: None,
            place: Place::Shop,
            context,
            ask: vec![
                "Find mugs under 20 euros".to_owned(),
                "Add two blue enamel mugs to my cart".to_owned(),
                "What do people say about the walnut board?".to_owned(),
            ],
            body: view! {
                <div class="hello">
                    <h1>"Things for a house that is lived in"</h1>
                    <p class="lead">
                        "Thirty-five things for kitchen and table, made by people we know, chosen because \
                         ours are still in use."
                    </p>
                </div>
                <Grid products=featured first_is_large=true/>
                <h2 class="section">"The shelves"</h2>
                <ul class="shelves">
                    {shelves
                        .into_iter()
                        .map(|(category, count, sku)| view! { <Shelf category count sku/> })
                        .collect_view()}
                </ul>
                <ul class="promises">
                    <li>
                        {Icon::Delivery.view()}
                        <span>"Delivered in three days, free from €60.00"</span>
                    </li>
                    <li>{Icon::Returns.view()} <span>"Returned within sixty days, also when used"</span></li>
                    <li>{Icon::Check.view()} <span>"Mended for as long as we are here"</span></li>
                </ul>
            }
            .into_any(),
        })
    })
}

#[component]
fn Shelf(category: Category, count: usize, sku: Option<Sku>) -> impl IntoView {
    view! {
        <li>
            <a href=href(&format!("/shop/c/{}", category.slug))>
                {sku.map(|sku| view! { <Drawing sku/> })}
                <span class="item-name">{category.name}</span>
                <span class="small">{format!("{count} things")}</span>
            </a>
        </li>
    }
}

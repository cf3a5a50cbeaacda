//! `/shop/search?q=&max=&sort=`.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::frame::{Page, serve};
use super::grid::Grid;
use crate::shop::money::Cents;
use crate::shop::product::{Search, Sort};
use crate::shop::query;
use crate::shop::tools::Place;
use crate::site::href;

/// Longer searches are cut before anyone looks at them.
const LONGEST: usize = 200;

/// The page.
#[component]
pub fn SearchPage() -> impl IntoView {
    let (text, max, sort) = use_query_map().with_untracked(|params| {
        let text: String = params.get("q").unwrap_or_default().chars().take(LONGEST).collect();
        let max = params.get("max").as_deref().and_then(Cents::from_euros);
        let sort = Sort::from_name(&params.get("sort").unwrap_or_default());
        (text, max, sort)
    });
    serve(async move |visit| {
        let search = query::read(&text, max, sort);
        let found = visit.ports.catalogue.search(&search).await?;
        let count = match found.len() {
            0 => "Nothing found".to_owned(),
            1 => "1 thing found".to_owned(),
            n => format!("{n} things found"),
        };
        let summary = format!("{count}{}", bounds(&search));
        let names: Vec<_> = found
            .iter()
            .take(12)
            .map(|product| format!("{} ({}, {})", product.name, product.sku, product.price))
            .collect();
        let results = if found.is_empty() {
            view! {
                <p class="lead">
                    "Try one word instead of several, a higher price, or the shelves above."
                </p>
            }
            .into_any()
        } else {
            view! { <Grid products=found/> }.into_any()
        };
        Ok(Page {
            title: "Search".to_owned(),
            description: "What the shop has.".to_owned(),
            shelf: None,
            place: Place::Shop,
            context: format!("This is a search. {summary}: {}.", names.join("; ")),
            ask: vec![
                "Find mugs under 20 euros".to_owned(),
                "Search for something for the oven".to_owned(),
            ],
            body: view! {
                <h1>{heading(&text)}</h1>
                <Filter text search/>
                <p class="count" role="status">
                    {summary}
                </p>
                {results}
            }
            .into_any(),
        })
    })
}

fn heading(text: &str) -> String {
    match text.trim() {
        "" => "Everything there is".to_owned(),
        text => format!("“{text}”"),
    }
}

fn bounds(search: &Search) -> String {
    search.max.map(|max| format!(" up to {max}")).unwrap_or_default()
}

#[component]
fn Filter(text: String, search: Search) -> impl IntoView {
    let sorts = Sort::ALL
        .into_iter()
        .map(|(sort, name, words)| {
            view! {
                <option value=name selected=sort == search.sort>
                    {words}
                </option>
            }
        })
        .collect_view();
    view! {
        <form class="filter" action=href("/shop/search")>
            <p class="field grow">
                <label for="q">"Look for"</label>
                <input id="q" type="search" name="q" value=text maxlength="200"/>
            </p>
            <p class="field short">
                <label for="max">"Up to €"</label>
                <input
                    id="max"
                    name="max"
                    inputmode="decimal"
                    maxlength="12"
                    value=search.max.map(Cents::to_field)
                />
            </p>
            <p class="field">
                <label for="sort">"Order"</label>
                <select id="sort" name="sort">
                    {sorts}
                </select>
            </p>
            <button class="button">"Search"</button>
        </form>
    }
}

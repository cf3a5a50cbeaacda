//! How many things are in the cart, in the header of every page.

use leptos::prelude::*;

use crate::shop::live;

/// The number beside the link to the cart, with its unit for those who hear it.
#[island]
pub fn CartBadge(
    /// How many there were when the page was rendered.
    count: u32,
) -> impl IntoView {
    let count = move || live::cart().map_or(count, |cart| cart.count());
    view! {
        <b class="badge">{count}</b>
        <span class="unseen">{move || if count() == 1 { " item" } else { " items" }}</span>
    }
}

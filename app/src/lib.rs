//! The site of Site Agent: the page that says what the program is, the demo shop, and the doors
//! (`/api/…`) that its pages and the element speak to.
//!
//! Built twice: with `ssr` into the server, where pages are rendered and [`ports`] say what the
//! server must supply; with `hydrate` into a small wasm module that wakes the islands of a page.
//! Pages are plain documents with plain links and forms; an island only adds to what works
//! without it. Nothing here knows SQL or a provider's HTTP.
// The type of a view is as deep as its markup.
#![recursion_limit = "256"]
#![expect(unreachable_pub, reason = "the component macro makes public structs for properties")]
#![expect(clippy::needless_pass_by_value, reason = "a component owns its properties")]
#![cfg_attr(
    feature = "ssr",
    expect(clippy::unused_async, reason = "a server function is async whatever it does")
)]

pub mod admin;
pub mod api;
mod fault;
#[cfg(feature = "ssr")]
pub mod ports;
pub mod shop;
#[cfg(feature = "ssr")]
pub mod site;

#[cfg(feature = "ssr")]
pub use site::{App, shell};

/// Wakes the islands; called by the page's own script once the module is there.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    shop::point_at_base();
    leptos::mount::hydrate_islands();
}

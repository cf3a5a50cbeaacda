//! The demo shop: a small store one would buy from, which also tells an agent how to use it.

pub mod api;
pub mod cart;
#[cfg(feature = "ssr")]
pub mod cookies;
#[cfg(feature = "ssr")]
mod counter;
pub mod demo;
mod drawings;
pub mod ids;
#[cfg(feature = "ssr")]
mod in_words;
pub mod islands;
mod live;
#[cfg(feature = "ssr")]
mod lookup;
pub mod money;
pub mod order;
#[cfg(feature = "ssr")]
pub mod pages;
pub mod product;
#[cfg(feature = "ssr")]
mod query;
pub mod said;
mod tools;
#[cfg(feature = "ssr")]
mod visit;

/// Tells server functions the path the site is served under; the document carries it.
#[cfg(feature = "hydrate")]
pub(crate) fn point_at_base() {
    let base = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element())
        .and_then(|root| root.get_attribute("data-base"))
        .unwrap_or_default();
    // Once per page load: the leak is a few bytes, and a second call keeps the first address.
    let _ = server_fn::client::try_set_server_url(Box::leak(base.into_boxed_str()));
}

//! The agent in the shop: the tag a customer would use, with the visitor's choices as attributes.

use http::request::Parts;
use leptos::nonce::use_nonce;
use leptos::prelude::*;

use super::place::Site;
use crate::shop::demo::Demo;

/// The element's tag on the pages of the shop. Not `async`: `document.modelContext` must be there
/// before the islands register the shop's tools.
#[component]
pub(super) fn Embed() -> impl IntoView {
    let Some(parts) = use_context::<Parts>() else { return ().into_any() };
    let path = parts.uri.path();
    if path != "/shop" && !path.starts_with("/shop/") {
        return ().into_any();
    }
    let site = Site::here();
    let demo = Demo::of(&parts, &site);
    view! {
        <script
            src=site.href(&site.assets.embed)
            nonce=use_nonce()
            data-widget="default"
            data-models=demo.model.name()
            data-proxy-url=site.href("/api/agent")
            data-label="Ask this shop"
            data-pre-approved=(!demo.pre_approved.is_empty()).then(|| demo.pre_approved.join(" "))
            data-suggestions=suggestions(path)
        ></script>
    }
    .into_any()
}

/// What to ask first, by page.
fn suggestions(path: &str) -> &'static str {
    match path {
        "/shop/cart" => "What is in my cart?|Apply the coupon WELCOME10|Find a bread knife",
        "/shop/checkout" => "What is in my cart?|Place my order",
        _ => {
            "Find mugs under 20 euros|Add two blue enamel mugs to my cart|\
             What do people say about the blue enamel mug?"
        }
    }
}

//! What every page of the shop has around it, and the one door through which pages are rendered.

use std::future::Future;

use http::StatusCode;
use leptos::prelude::*;
use leptos_meta::Meta;

use super::demo_strip::DemoStrip;
use super::footer::Footer;
use super::icons::Icon;
use crate::ports::StoreError;
use crate::shop::cart::Cart;
use crate::shop::islands::{CartBadge, Notice};
use crate::shop::product::Category;
use crate::shop::said::{Said, ShopFault};
use crate::shop::tools::{Context, Place, ShopTools};
use crate::shop::visit::Visit;
use crate::site::WindowTitle;

/// The name over the door.
pub(super) const NAME: &str = "Larkspur & Daughters";

/// A page inside the frame.
pub(super) struct Page {
    /// For the title bar: what this page is, without the shop's name.
    pub title: String,
    /// For search engines and previews.
    pub description: String,
    /// The slug of the shelf it belongs to.
    pub shelf: Option<String>,
    /// Which tools it has.
    pub place: Place,
    /// What `get_page_context` says of it.
    pub context: String,
    /// What one could ask here.
    pub ask: Vec<String>,
    /// The page itself.
    pub body: AnyView,
}

/// Why there is no page.
pub(super) enum Fault {
    /// There is nothing at this address; what to say about it.
    Missing(&'static str),
    /// The store failed.
    Store,
}

impl From<StoreError> for Fault {
    fn from(_: StoreError) -> Self {
        Self::Store
    }
}

/// Renders a page for the visit that asks for it; a missing one or a failed store becomes a page
/// that says so, with its status.
pub(super) fn serve<R, F>(render: R) -> impl IntoView
where
    R: FnOnce(Visit) -> F,
    F: Future<Output = Result<Page, Fault>> + Send + 'static,
{
    // Outside of a request the routes are only being listed.
    let Some(visit) = Visit::here() else { return ().into_any() };
    let page = render(visit.clone());
    Suspend::new(async move {
        let page = page.await.unwrap_or_else(|fault| fault_page(&visit, &fault));
        let categories = visit.ports.catalogue.categories().await.unwrap_or_default();
        let cart = visit.cart().await.unwrap_or_default();
        view! { <Frame visit page categories cart/> }
    })
    .into_any()
}

fn fault_page(visit: &Visit, fault: &Fault) -> Page {
    let (status, title, words) = match fault {
        Fault::Missing(words) => (StatusCode::NOT_FOUND, "Not here", *words),
        Fault::Store => {
            (StatusCode::SERVICE_UNAVAILABLE, "Closed for a moment", ShopFault::Store.text())
        }
    };
    visit.set_status(status);
    let shop = visit.site.href("/shop");
    Page {
        title: title.to_owned(),
        description: words.to_owned(),
        shelf: None,
        place: Place::Shop,
        context: format!("This page only says: {words}"),
        ask: vec!["Find mugs under 20 euros".to_owned()],
        body: view! {
            <h1>{title}</h1>
            <p class="lead">{words}</p>
            <p>
                <a class="button primary" href=shop>
                    "Look around the shop"
                </a>
            </p>
        }
        .into_any(),
    }
}

#[component]
fn Frame(visit: Visit, page: Page, categories: Vec<Category>, cart: Cart) -> impl IntoView {
    let site = visit.site.clone();
    let notice = visit.take_notice(&cart).or_else(|| {
        visit.came_back_with_fault().then(|| Said::refused(ShopFault::BadInput.text()))
    });
    let context = Context { page: page.context, cart: cart.clone() };
    let shelves = categories
        .iter()
        .map(|category| {
            let current = (page.shelf.as_ref() == Some(&category.slug)).then_some("page");
            view! {
                <a href=site.href(&format!("/shop/c/{}", category.slug)) aria-current=current>
                    {category.name.clone()}
                </a>
            }
        })
        .collect_view();
    view! {
        <WindowTitle text=format!("{} · {NAME}", page.title)/>
        <Meta name="description" content=page.description/>
        <a class="skip" href="#main">
            "Skip to the page"
        </a>
        <header class="top">
            <a class="brand" href=site.href("/shop")>
                {NAME}
            </a>
            <nav aria-label="Shelves">{shelves}</nav>
            <form class="find" role="search" action=site.href("/shop/search")>
                <input
                    type="search"
                    name="q"
                    aria-label="Search the shop"
                    placeholder="Search"
                    maxlength="200"
                />
                <button aria-label="Search">{Icon::Search.view()}</button>
            </form>
            <a class="to-cart" href=site.href("/shop/cart")>
                {Icon::Cart.view()}
                <span>"Cart"</span>
                <CartBadge count=cart.count()/>
            </a>
        </header>
        <DemoStrip visit=visit.clone() ask=page.ask/>
        <Notice said=notice cart_address=site.href("/shop/cart")/>
        <main id="main" class="page" tabindex="-1">
            {page.body}
        </main>
        <Footer site categories/>
        <ShopTools place=page.place context/>
    }
}

//! The site's addresses. No client-side router: every link is a plain navigation.

use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::{SsrMode, path};

use super::home::{HomePage, NowherePage};
use crate::admin::account::pages::AccountRoutes;
use crate::admin::pages::TraceRoutes;
use crate::admin::replay::ReplayRoutes;
use crate::admin::widgets::pages::WidgetRoutes;
use crate::shop::pages::{
    CartPage, CategoryPage, CheckoutPage, OrderPage, ProductPage, SearchPage, ShopPage,
};

/// Every page of the site. Pages are rendered whole (`Async`), so that status and title are true.
#[component]
pub fn App() -> impl IntoView {
    view! {
        <Router>
            <Routes fallback=NowherePage>
                <Route path=path!("/") view=HomePage ssr=SsrMode::Async/>
                <Route path=path!("/shop") view=ShopPage ssr=SsrMode::Async/>
                <Route path=path!("/shop/c/:category") view=CategoryPage ssr=SsrMode::Async/>
                <Route path=path!("/shop/search") view=SearchPage ssr=SsrMode::Async/>
                <Route path=path!("/shop/products/:sku") view=ProductPage ssr=SsrMode::Async/>
                <Route path=path!("/shop/cart") view=CartPage ssr=SsrMode::Async/>
                <Route path=path!("/shop/checkout") view=CheckoutPage ssr=SsrMode::Async/>
                <Route path=path!("/shop/orders/:id") view=OrderPage ssr=SsrMode::Async/>
                <AccountRoutes/>
                <ReplayRoutes/>
                <TraceRoutes/>
                <WidgetRoutes/>
            </Routes>
        </Router>
    }
}

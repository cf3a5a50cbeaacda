//! The pages about widgets.

mod around;
mod list;
mod new;
mod of_file;
mod origins;
mod preview;
mod provider_key;
mod remove;
mod seen;
mod settings;
mod sheet;
mod told;

use leptos::prelude::*;
use leptos_router::components::Route;
use leptos_router::{MatchNestedRoutes, SsrMode, path};

use list::ListPage;
use new::NewPage;
use preview::PreviewPage;
use remove::RemovePage;
use sheet::SheetPage;

/// Their addresses.
#[component(transparent)]
pub fn WidgetRoutes() -> impl MatchNestedRoutes + Clone {
    view! {
        <Route path=path!("/admin/widgets") view=ListPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/widgets/new") view=NewPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/widgets/:key") view=SheetPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/widgets/:key/preview") view=PreviewPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/widgets/:key/remove") view=RemovePage ssr=SsrMode::Async/>
    }
    .into_inner()
}

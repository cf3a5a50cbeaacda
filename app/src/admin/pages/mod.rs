//! The pages about runs. Each is a plain document; its address is all of its state.

mod charts;
mod compare;
mod compared_rows;
mod confirm;
mod filters;
mod open;
mod overview;
mod trace;
mod trace_facts;
mod traces;

use leptos::prelude::*;
use leptos_router::components::Route;
use leptos_router::{MatchNestedRoutes, SsrMode, path};

pub use open::Upload;

use compare::ComparePage;
use confirm::DeletePage;
use open::OpenPage;
use overview::OverviewPage;
use trace::TracePage;
use traces::TracesPage;

/// Their addresses.
#[component(transparent)]
pub fn TraceRoutes() -> impl MatchNestedRoutes + Clone {
    view! {
        <Route path=path!("/admin") view=OverviewPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/traces") view=TracesPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/traces/open") view=OpenPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/traces/delete") view=DeletePage ssr=SsrMode::Async/>
        <Route path=path!("/admin/traces/:id") view=TracePage ssr=SsrMode::Async/>
        <Route path=path!("/admin/compare") view=ComparePage ssr=SsrMode::Async/>
    }
    .into_inner()
}

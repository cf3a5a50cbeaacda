//! The site's addresses. No client-side router: every link is a plain navigation.

use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::{SsrMode, path};

use super::home::{HomePage, NowherePage};

/// Every page of the site. Pages are rendered whole (`Async`), so that status and title are true.
#[component]
pub fn App() -> impl IntoView {
    view! {
        <Router>
            <Routes fallback=NowherePage>
                <Route path=path!("/") view=HomePage ssr=SsrMode::Async/>
            </Routes>
        </Router>
    }
}

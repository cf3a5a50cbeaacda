//! The pages about accounts.

mod field;
mod login;
mod new_account;
mod new_password;

use leptos::prelude::*;
use leptos_router::components::Route;
use leptos_router::{MatchNestedRoutes, SsrMode, path};

use login::LoginPage;
use new_account::NewAccountPage;
use new_password::NewPasswordPage;

/// Their addresses. Whether one has to be signed in for them is the server's to say.
#[component(transparent)]
pub fn AccountRoutes() -> impl MatchNestedRoutes + Clone {
    view! {
        <Route path=path!("/admin/login") view=LoginPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/set-up") view=NewAccountPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/join") view=NewAccountPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/reset") view=NewPasswordPage ssr=SsrMode::Async/>
    }
    .into_inner()
}

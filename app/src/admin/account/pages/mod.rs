//! The pages about accounts.

mod audit;
mod code;
mod codes;
mod data;
mod field;
mod login;
mod new_account;
mod new_password;
mod people;
mod sessions;
mod settings;
mod tabs;

use leptos::prelude::*;
use leptos_router::components::Route;
use leptos_router::{MatchNestedRoutes, SsrMode, path};

use audit::AuditPage;
use code::CodePage;
use data::DataPage;
pub(super) use data::kept;
use login::LoginPage;
use new_account::NewAccountPage;
use new_password::NewPasswordPage;
use people::PeoplePage;
use settings::SettingsPage;

/// Their addresses. Whether one has to be signed in for them is the server's to say.
#[component(transparent)]
pub fn AccountRoutes() -> impl MatchNestedRoutes + Clone {
    view! {
        <Route path=path!("/admin/login") view=LoginPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/login/code") view=CodePage ssr=SsrMode::Async/>
        <Route path=path!("/admin/set-up") view=NewAccountPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/join") view=NewAccountPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/reset") view=NewPasswordPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/settings") view=SettingsPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/settings/data") view=DataPage ssr=SsrMode::Async/>
        <Route path=path!("/admin/settings/people") view=PeoplePage ssr=SsrMode::Async/>
        <Route path=path!("/admin/settings/audit") view=AuditPage ssr=SsrMode::Async/>
    }
    .into_inner()
}

//! `/admin/settings`: the own account.

use leptos::prelude::*;

use super::codes::CodesBox;
use super::field::{Field, NewPassword};
use super::sessions::SessionsBox;
use super::tabs::{Tab, Tabs};
use crate::admin::account::{Role, SignedIn};
use crate::admin::{AdminFrame, Section};
use crate::ports::Ports;
use crate::site::{Site, href};

/// The page.
#[component]
pub(super) fn SettingsPage() -> impl IntoView {
    let (Some(ports), Some(who)) = (use_context::<Ports>(), SignedIn::here()) else {
        return ().into_any();
    };
    Suspend::new(async move {
        let own = &ports.own_account;
        let (codes, sessions) = (own.codes(&who).await, own.sessions(&who).await);
        let shown = own.shown(&who);
        let what = match who.role {
            Role::Owner => "an owner, who may change everything",
            Role::Viewer => "a viewer, who may look at everything",
        };
        view! {
            <AdminFrame title="Settings" current=Section::Settings>
                <Tabs current=Tab::Account/>
                <div class="card-boxes">
                    <section class="card-box">
                        <h2>"Your account"</h2>
                        <p>"You are " <bdi>{who.name.clone()}</bdi> ", " {what} "."</p>
                        <Unprotected/>
                    </section>
                    <section class="card-box">
                        <h2>"Password"</h2>
                        <p class="small">"A new password ends your other sessions."</p>
                        <form class="stack" method="post" action=href("/api/fn/admin/view/change_password")>
                            <input
                                type="hidden"
                                name="username"
                                autocomplete="username"
                                value=who.name.clone()
                            />
                            <Field
                                name="current"
                                label="Current password"
                                kind="password"
                                autocomplete="current-password"
                            />
                            <NewPassword/>
                            <p>
                                <button class="button primary">"Change the password"</button>
                            </p>
                        </form>
                    </section>
                    <CodesBox codes shown/>
                    <SessionsBox sessions current=who.session/>
                </div>
            </AdminFrame>
        }
    })
    .into_any()
}

/// Whoever listens on the way can read everything that is not https.
#[component]
fn Unprotected() -> impl IntoView {
    let site = Site::here();
    let is_local = ["http://localhost", "http://127.", "http://[::1]"]
        .iter()
        .any(|local| site.public_url.starts_with(local));
    (!site.is_secure() && !is_local).then(|| {
        view! {
            <p class="small">
                "The dashboard is reached without https, so the network between can read passwords and \
                 sessions. Put a proxy with TLS in front and set public_url to its https address."
            </p>
        }
    })
}

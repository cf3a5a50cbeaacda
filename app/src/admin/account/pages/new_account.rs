//! `/admin/set-up` and `/admin/join`: an account made with a one-time link.

use leptos::prelude::*;

use super::field::{Field, NewPassword};
use crate::admin::account::Role;
use crate::admin::account::door::Door;
use crate::admin::account::link::Link;
use crate::admin::account::told::word;
use crate::ports::Ports;
use crate::site::href;

/// The page.
#[component]
pub(super) fn NewAccountPage() -> impl IntoView {
    let Some(ports) = use_context::<Ports>() else { return ().into_any() };
    let token = word("token").unwrap_or_default();
    Suspend::new(async move {
        let (title, lead) = match ports.accounts.link(&token).await {
            Ok(Some(Link::SetUp)) => {
                ("Set up Site Agent", "This makes the first account, an owner's.")
            }
            Ok(Some(Link::Invitation(Role::Owner))) => {
                ("Join as an owner", "Owners may change everything, also who else has an account.")
            }
            Ok(Some(Link::Invitation(Role::Viewer))) => {
                ("Join as a viewer", "Viewers may look at everything and change nothing.")
            }
            Ok(_) | Err(_) => return view! { <NoLongerValid/> }.into_any(),
        };
        view! {
            <Door title=title>
                <p>{lead}</p>
                <form class="stack" method="post" action=href("/api/fn/admin/open/join")>
                    <input type="hidden" name="token" value=token/>
                    <Field
                        name="name"
                        label="Name"
                        autocomplete="username"
                        hint="1 to 40 letters, digits and . _ - + @, for example an email address."
                    />
                    <NewPassword/>
                    <button class="button primary wide">"Make the account"</button>
                </form>
            </Door>
        }
        .into_any()
    })
    .into_any()
}

/// For a link that was used, is too old, or was never made.
#[component]
pub(super) fn NoLongerValid() -> impl IntoView {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::GONE);
    }
    view! {
        <Door title="This link is no longer valid">
            <p>
                "Each link works once and for a limited time. If there is an account already, sign in; \
                 if not, restart the program and it prints a new link; if you were invited, ask for \
                 another invitation."
            </p>
            <p>
                <a class="button" href=href("/admin/login")>
                    "Go to sign in"
                </a>
            </p>
        </Door>
    }
}

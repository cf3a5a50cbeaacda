//! `/admin/reset`: a new password, set with a one-time link.

use leptos::prelude::*;

use super::field::NewPassword;
use super::new_account::NoLongerValid;
use crate::admin::account::door::Door;
use crate::admin::account::link::Link;
use crate::admin::account::told::word;
use crate::ports::Ports;
use crate::site::href;

/// The page.
#[component]
pub(super) fn NewPasswordPage() -> impl IntoView {
    let Some(ports) = use_context::<Ports>() else { return ().into_any() };
    let token = word("token").unwrap_or_default();
    Suspend::new(async move {
        let Ok(Some(Link::Reset(name))) = ports.accounts.link(&token).await else {
            return view! { <NoLongerValid/> }.into_any();
        };
        view! {
            <Door title="Choose a new password">
                <p>"For the account " <bdi>{name.clone()}</bdi> ". Its sessions end."</p>
                <form class="stack" method="post" action=href("/api/fn/admin/open/reset_password")>
                    <input type="hidden" name="token" value=token/>
                    // So that the browser's list of passwords learns whose it is.
                    <input type="hidden" name="username" autocomplete="username" value=name/>
                    <NewPassword/>
                    <button class="button primary wide">"Set the password"</button>
                </form>
            </Door>
        }
        .into_any()
    })
    .into_any()
}

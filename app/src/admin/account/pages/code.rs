//! `/admin/login/code`: the second step of signing in.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::field::Field;
use crate::admin::account::door::Door;
use crate::admin::account::told::word;
use crate::admin::account::{HalfIn, Refusal};
use crate::admin::icon::AdminIcon;
use crate::site::href;

/// The page.
#[component]
pub(super) fn CodePage() -> impl IntoView {
    let to = use_query_map().with_untracked(|query| query.get("to"));
    if HalfIn::here().is_none() {
        let why = if word("back").is_some() { Refusal::CookieLost } else { Refusal::Expired };
        return view! {
            <Door title="Start again">
                <p class="told refused" role="alert">
                    {AdminIcon::Warning.view()}
                    <span>{why.to_string()}</span>
                </p>
                <p>
                    <a class="button" href=href("/admin/login")>
                        "Go to sign in"
                    </a>
                </p>
            </Door>
        }
        .into_any();
    }
    view! {
        <Door title="One more step">
            <form class="stack" method="post" action=href("/api/fn/admin/open/enter_code")>
                <input type="hidden" name="to" value=to/>
                <Field
                    name="code"
                    label="Code"
                    autocomplete="one-time-code"
                    hint="The six digits that your app shows now, or a recovery code."
                />
                <button class="button primary wide">"Sign in"</button>
            </form>
            <details class="aside">
                <summary>"No app and no recovery codes any more?"</summary>
                <p>
                    "Whoever runs the program can turn this step off on its machine: "
                    <code>"site-agent disable-totp NAME"</code>
                </p>
            </details>
        </Door>
    }
    .into_any()
}

//! `/admin/login`: name and password, and why it did not work the last time.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::field::Field;
use crate::admin::account::Refusal;
use crate::admin::account::door::Door;
use crate::admin::account::told::word;
use crate::admin::icon::AdminIcon;
use crate::ports::Ports;
use crate::site::{Site, href};

/// The page. Whoever is signed in already is sent on before it is reached.
#[component]
pub(super) fn LoginPage() -> impl IntoView {
    let Some(ports) = use_context::<Ports>() else { return ().into_any() };
    let to = use_query_map().with_untracked(|query| query.get("to"));
    // Right after a sign-in: the session's cookie should have come along.
    let is_lost = word("back").is_some();
    Suspend::new(async move {
        match ports.accounts.are_there().await {
            Ok(false) => view! { <NobodyYet/> }.into_any(),
            Ok(true) | Err(_) => view! { <LogIn to is_lost/> }.into_any(),
        }
    })
    .into_any()
}

#[component]
fn LogIn(to: Option<String>, is_lost: bool) -> impl IntoView {
    view! {
        <Door title="Sign in">
            {is_lost.then(|| view! { <CookieLost/> })}
            <form class="stack" method="post" action=href("/api/fn/admin/open/log_in")>
                <input type="hidden" name="to" value=to/>
                <Field name="name" label="Name" autocomplete="username"/>
                <Field
                    name="password"
                    label="Password"
                    kind="password"
                    autocomplete="current-password"
                />
                <button class="button primary wide">"Sign in"</button>
            </form>
            <details class="aside">
                <summary>"Forgot the password?"</summary>
                <p>
                    "Whoever runs the program can print a one-time link on its machine: "
                    <code>"site-agent reset-password NAME"</code>
                </p>
            </details>
        </Door>
    }
}

/// What to look at when a browser does not keep the cookie.
#[component]
fn CookieLost() -> impl IntoView {
    let site = Site::here();
    let page = format!("{}/admin/login", site.public_url);
    let why = if site.is_secure() {
        view! {
            <span>
                {Refusal::CookieLost.to_string()}
                " Its address is set to https, so the cookie is for https alone. Sign in at "
                <a href=page.clone()>{page.clone()}</a>
                ", or set public_url to the address that you use."
            </span>
        }
        .into_any()
    } else {
        view! {
            <span>
                {Refusal::CookieLost.to_string()}
                " Allow cookies for this address in the browser, and try again."
            </span>
        }
        .into_any()
    };
    view! {
        <p class="told refused" role="alert">
            {AdminIcon::Warning.view()}
            {why}
        </p>
    }
}

/// There is no account: only the link that the program printed makes the first.
#[component]
fn NobodyYet() -> impl IntoView {
    view! {
        <Door title="No account yet">
            <p>
                "When the program started it printed a one-time link to set up the first account. Open \
                 that link: it works once, for 60 minutes."
            </p>
            <p>"Too late, or lost? Restart the program and it prints a new one."</p>
        </Door>
    }
}

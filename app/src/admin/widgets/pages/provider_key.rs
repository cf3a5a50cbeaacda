//! The provider's key: given, tested, forgotten, and never shown.

use leptos::prelude::*;

use crate::admin::widgets::field::PROVIDER_KEY;
use crate::admin::widgets::wrong::Wrong;
use crate::admin::widgets::{Answer, Sheet};
use crate::site::href;

/// The section of a widget's page.
#[component]
pub(super) fn ProviderKey(sheet: Sheet, is_owner: bool, answer: Option<Answer>) -> impl IntoView {
    let key = sheet.summary.key;
    let is_of_file = sheet.summary.is_of_file;
    let is_given = sheet.provider_key.is_some();
    let state = match sheet.provider_key {
        _ if is_of_file => "The configuration holds it, if there is one.".to_owned(),
        Some(end) if end.is_empty() => "A key is kept, sealed.".to_owned(),
        Some(end) => format!("A key is kept, sealed. It ends in …{end}"),
        None => "No key is kept.".to_owned(),
    };
    view! {
        <section class="card-box" aria-labelledby="provider-key">
            <h2 id="provider-key">"Provider key"</h2>
            <p>{state}</p>
            {(is_owner && !is_of_file)
                .then(|| view! { <GiveKey key=key.clone() is_given answer/> })}
            {is_owner.then(|| view! { <Test key/> })}
        </section>
    }
}

#[component]
fn GiveKey(key: String, is_given: bool, answer: Option<Answer>) -> impl IntoView {
    let wrong = Wrong::of(answer.as_ref(), PROVIDER_KEY.0, PROVIDER_KEY.1);
    view! {
        <form method="post" action=href("/api/fn/admin/own/set_provider_key")>
            <input type="hidden" name="key" value=key.clone()/>
            <div class="field">
                <label for="provider_key">
                    {if is_given { "Another key" } else { "The key" }}
                </label>
                <div class="with-button">
                    <input
                        type="password"
                        id="provider_key"
                        name="provider_key"
                        autocomplete="off"
                        required
                        aria-describedby=wrong.described(true)
                        aria-invalid=wrong.invalid()
                    />
                    <button class="button">"Keep"</button>
                </div>
                <span class="small" id="provider_key-hint">
                    "For the provider and host that are saved below; it goes to no other."
                </span>
                {wrong.view()}
            </div>
        </form>
        {is_given
            .then(|| {
                view! {
                    <form method="post" action=href("/api/fn/admin/own/forget_provider_key")>
                        <input type="hidden" name="key" value=key/>
                        <button class="button small danger">"Forget the key"</button>
                    </form>
                }
            })}
    }
}

#[component]
fn Test(key: String) -> impl IntoView {
    view! {
        <form method="post" action=href("/api/fn/admin/own/test_provider")>
            <input type="hidden" name="key" value=key/>
            <div class="buttons">
                <button class="button">"Test"</button>
                <span class="small">
                    "Asks the saved model one small thing, with the key: a few tokens."
                </span>
            </div>
        </form>
    }
}

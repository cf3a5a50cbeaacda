//! `/admin/widgets/{key}`: everything about one.

use leptos::prelude::*;

use super::around::{Page, serve};
use super::list::State;
use super::of_file::OfFile;
use super::origins::Origins;
use super::provider_key::ProviderKey;
use super::seen::Seen;
use super::settings::SettingsForm;
use crate::admin::widgets::snippet::Snippet;
use crate::admin::widgets::{Answer, Sheet};
use crate::site::href;

/// The page.
#[component]
pub(super) fn SheetPage() -> impl IntoView {
    serve(async |look| {
        let sheet = look.sheet().await?;
        let title = sheet.summary.name.clone();
        let (is_owner, answer) = (look.is_owner, look.answer);
        Ok(Page { title, body: view! { <Body sheet is_owner answer/> }.into_any() })
    })
}

#[component]
fn Body(sheet: Sheet, is_owner: bool, answer: Option<Answer>) -> impl IntoView {
    let key = sheet.summary.key.clone();
    let is_of_file = sheet.summary.is_of_file;
    let may_change = is_owner && !is_of_file;
    view! {
        <div class="card-boxes">
            <section class="card-box" aria-label="State">
                <dl class="facts">
                    <dt>"Public key"</dt>
                    <dd class="mono">{key.clone()}</dd>
                    <dt>"State"</dt>
                    <dd>
                        <State widget=sheet.summary.clone()/>
                    </dd>
                    <dt>"Who answers"</dt>
                    <dd dir="auto">{sheet.summary.model.clone()}</dd>
                </dl>
                {may_change
                    .then(|| view! { <Switch key=key.clone() is_on=sheet.summary.is_on/> })}
            </section>
            <Snippet key=key.clone()/>
            <Origins sheet=sheet.clone() may_change answer=answer.clone()/>
            <ProviderKey sheet=sheet.clone() is_owner answer=answer.clone()/>
            {if is_of_file {
                view! { <OfFile settings=sheet.of_file/> }.into_any()
            } else {
                view! { <SettingsForm key fields=sheet.fields may_change answer/> }.into_any()
            }}
            <Seen pages=sheet.seen tools=sheet.tools/>
        </div>
    }
}

/// Pausing, going on, and the way to remove it.
#[component]
fn Switch(key: String, is_on: bool) -> impl IntoView {
    view! {
        <div class="buttons">
            <form method="post" action=href("/api/fn/admin/own/switch_widget")>
                <input type="hidden" name="key" value=key.clone()/>
                <input type="hidden" name="on" value=(!is_on).to_string()/>
                <button class="button">{if is_on { "Pause" } else { "Go on" }}</button>
            </form>
            <a class="button danger" href=href(&format!("/admin/widgets/{key}/remove"))>
                "Remove…"
            </a>
        </div>
    }
}

//! `/admin/widgets/new`: what a widget cannot do without; all else has a default.

use leptos::prelude::*;

use super::around::{Page, serve};
use crate::admin::widgets::Answer;
use crate::admin::widgets::field::{
    BASE_URL, FieldView, MODEL, NAME, ORIGINS, PROVIDER, PROVIDER_KEY,
};
use crate::admin::widgets::wrong::Wrong;
use crate::site::href;

/// The page.
#[component]
pub(super) fn NewPage() -> impl IntoView {
    serve(async |look| {
        let body = if look.is_owner {
            view! { <NewForm answer=look.answer/> }.into_any()
        } else {
            view! { <p>"Only an owner can make a widget."</p> }.into_any()
        };
        Ok(Page { title: "New widget".to_owned(), body })
    })
}

#[component]
fn NewForm(answer: Option<Answer>) -> impl IntoView {
    let values = answer.as_ref().and_then(|answer| answer.typed.clone()).unwrap_or_default();
    let origins = values.get("allowed_origins").cloned().unwrap_or_default();
    let wrong = |(name, label)| Wrong::of(answer.as_ref(), name, label);
    let (wrong_origins, wrong_key) = (wrong(ORIGINS), wrong(PROVIDER_KEY));
    let field = |field| view! { <FieldView field values=values.clone() answer=answer.clone()/> };
    view! {
        <form
            class="card-box widget-form"
            method="post"
            action=href("/api/fn/admin/own/create_widget")
        >
            {field(&NAME)}
            <div class="field">
                <label for="allowed_origins">{ORIGINS.1}</label>
                <textarea
                    id="allowed_origins"
                    name="fields[allowed_origins]"
                    rows="3"
                    placeholder="https://shop.example"
                    spellcheck="false"
                    aria-describedby=wrong_origins.described(true)
                    aria-invalid=wrong_origins.invalid()
                >
                    {format!("\n{origins}")}
                </textarea>
                <span class="small" id="allowed_origins-hint">
                    "One a line, as in the browser's address up to the first slash. Others are refused, \
                     and shown to you."
                </span>
                {wrong_origins.view()}
            </div>
            {field(&PROVIDER)}
            {field(&MODEL)}
            {field(&BASE_URL)}
            <div class="field">
                <label for="provider_key">{PROVIDER_KEY.1}</label>
                <input
                    type="password"
                    id="provider_key"
                    name="fields[provider_key]"
                    autocomplete="off"
                    aria-describedby=wrong_key.described(true)
                    aria-invalid=wrong_key.invalid()
                />
                <span class="small" id="provider_key-hint">
                    "Sealed at once and never shown again. It can be given later."
                </span>
                {wrong_key.view()}
            </div>
            <p>
                <button class="button primary">"Make the widget"</button>
            </p>
        </form>
    }
}

//! `/admin/widgets/new`: what a widget cannot do without; all else has a default.

use leptos::prelude::*;

use super::around::{Page, serve};
use crate::admin::widgets::Answer;
use crate::admin::widgets::field::{BASE_URL, FieldView, MODEL, NAME, PROVIDER, sentence};
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
    let wrong = |field: &str| answer.as_ref().and_then(|a| a.fault(field).map(str::to_owned));
    let wrong_origins = wrong("allowed_origins").map(|words| sentence("Origins", &words));
    let wrong_key = wrong("provider_key").map(|words| sentence("Provider key", &words));
    let field = |field| view! { <FieldView field values=values.clone() answer=answer.clone()/> };
    view! {
        <form
            class="card-box widget-form"
            method="post"
            action=href("/api/fn/admin/own/create_widget")
        >
            {field(&NAME)}
            <div class="field">
                <label for="allowed_origins">"Origins of your pages"</label>
                <textarea
                    id="allowed_origins"
                    name="fields[allowed_origins]"
                    rows="3"
                    placeholder="https://shop.example"
                    spellcheck="false"
                    aria-describedby="allowed_origins-hint"
                    aria-invalid=wrong_origins.is_some().then_some("true")
                >
                    {format!("\n{origins}")}
                </textarea>
                <span class="small" id="allowed_origins-hint">
                    "One a line, as in the browser's address up to the first slash. Others are refused, \
                     and shown to you."
                </span>
                {wrong_origins.map(|words| view! { <span class="wrong">{words}</span> })}
            </div>
            {field(&PROVIDER)}
            {field(&MODEL)}
            {field(&BASE_URL)}
            <div class="field">
                <label for="provider_key">"Provider key"</label>
                <input
                    type="password"
                    id="provider_key"
                    name="fields[provider_key]"
                    autocomplete="off"
                    aria-describedby="provider_key-hint"
                    aria-invalid=wrong_key.is_some().then_some("true")
                />
                <span class="small" id="provider_key-hint">
                    "Sealed at once and never shown again. It can be given later."
                </span>
                {wrong_key.map(|words| view! { <span class="wrong">{words}</span> })}
            </div>
            <p>
                <button class="button primary">"Make the widget"</button>
            </p>
        </form>
    }
}

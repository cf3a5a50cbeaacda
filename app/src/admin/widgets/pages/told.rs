//! What came of the last form, above the page.

use leptos::prelude::*;

use crate::admin::AdminIcon;
use crate::admin::widgets::Answer;
use crate::admin::widgets::field::{id_of, label_of, listed_sentence};

/// The sentence, and a link to each field that is to be mended.
#[component]
pub(super) fn Told(answer: Option<Answer>) -> impl IntoView {
    let Some(answer) = answer else { return ().into_any() };
    if !answer.is_refusal {
        return view! {
            <p class="told done" role="status">
                {AdminIcon::Check.view()}
                <span>{answer.words}</span>
            </p>
        }
        .into_any();
    }
    let faults = answer
        .faults
        .iter()
        .map(|fault| {
            let field = fault.field.as_str();
            let told = match label_of(field) {
                Some(label) => view! {
                    <a href=format!("#{}", id_of(field))>{listed_sentence(label, &fault.words)}</a>
                }
                .into_any(),
                // A key of the configuration that no form asks for.
                None => listed_sentence(field, &fault.words).into_any(),
            };
            view! { <li>{told}</li> }
        })
        .collect_view();
    view! {
        <div class="told refused" role="alert" tabindex="-1" autofocus>
            {AdminIcon::Warning.view()}
            <div>
                <p>{answer.words}</p>
                {(!answer.faults.is_empty()).then(|| view! { <ul>{faults}</ul> })}
            </div>
        </div>
    }
    .into_any()
}

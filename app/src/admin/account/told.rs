//! What the address of a page says of the form that led to it.

use http::request::Parts;
use leptos::prelude::*;

use super::done::Done;
use super::refusal::Refusal;
use crate::admin::icon::AdminIcon;

/// The sentence, above the page; nothing where the address says nothing.
#[component]
pub(crate) fn Told() -> impl IntoView {
    if let Some(refusal) = refused() {
        return view! {
            <p class="told refused" role="alert" tabindex="-1" autofocus>
                {AdminIcon::Warning.view()}
                <span>{refusal.to_string()}</span>
            </p>
        }
        .into_any();
    }
    let Some(done) = word("done").as_deref().and_then(Done::parse) else { return ().into_any() };
    view! {
        <p class="told done" role="status">
            {AdminIcon::Check.view()}
            <span>{done.sentence()}</span>
        </p>
    }
    .into_any()
}

/// Why the form before was refused.
pub(super) fn refused() -> Option<Refusal> {
    // What the framework itself could not read.
    let unread = || word("__err").map(|_| Refusal::Form);
    word("refused").as_deref().and_then(Refusal::parse).or_else(unread)
}

/// A plain word of the query.
pub(super) fn word(name: &str) -> Option<String> {
    let parts = use_context::<Parts>()?;
    let mut pairs = parts.uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, word)| word.to_owned())
}

//! The dashboard's server functions about widgets, at `/api/fn/admin/own/…`: for owners. Each is one
//! verb of the port.

use leptos::prelude::*;

use super::answer::{Answer, Fields};
use super::form::{Form, LIST, page_of};
use super::refusal::Refusal;

/// Makes a widget.
#[server(prefix = "/api/fn/admin/own", endpoint = "create_widget")]
pub async fn create_widget(
    /// What was filled in.
    fields: Fields,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    match form.widgets().create(&fields).await {
        Ok(key) => {
            let done = form.noted(Ok(()), "made a widget", &key).await;
            form.answer(&page_of(&key), done, None, |()| {
                Answer::done("The widget is there. Put its tag into your pages.")
            })
        }
        Err(refusal) => {
            let refused: Result<(), _> = Err(refusal);
            let page = format!("{LIST}/new");
            form.answer(&page, refused, Some(without_secret(fields)), |()| Answer::default())
        }
    }
}

/// Changes a widget's name and settings.
#[server(prefix = "/api/fn/admin/own", endpoint = "change_widget")]
pub async fn change_widget(
    /// The widget.
    key: String,
    /// What was filled in.
    fields: Fields,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let done = form.widgets().change(&key, &fields).await;
    let done = form.noted(done, "changed a widget", &key).await;
    form.answer(&page_of(&key), done, Some(without_secret(fields)), |is_key_dropped| {
        Answer::done(if is_key_dropped {
            "Saved, and in force. The provider's key was for another provider or host: it is \
             forgotten. Give the one for this host."
        } else {
            "Saved, and in force."
        })
    })
}

/// Pauses a widget, or lets it go on.
#[server(prefix = "/api/fn/admin/own", endpoint = "switch_widget")]
pub async fn switch_widget(
    /// The widget.
    key: String,
    /// Whether it answers from now on.
    #[server(default)]
    on: bool,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let done = form.widgets().switch(&key, on).await;
    let what = if on { "let a widget go on" } else { "paused a widget" };
    let done = form.noted(done, what, &key).await;
    form.answer(&page_of(&key), done, None, |()| {
        Answer::done(if on {
            "The widget answers again."
        } else {
            "The widget is paused: its tag shows nothing on pages loaded from now on."
        })
    })
}

/// Removes a widget for good.
#[server(prefix = "/api/fn/admin/own", endpoint = "remove_widget")]
pub async fn remove_widget(
    /// The widget.
    key: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let done = form.widgets().remove(&key).await;
    let done = form.noted(done, "removed a widget", &key).await;
    form.answer(LIST, done, None, |()| Answer::done("The widget is removed, with its key."))
}

/// Puts an origin on a widget's list.
#[server(prefix = "/api/fn/admin/own", endpoint = "allow_origin")]
pub async fn allow_origin(
    /// The widget.
    key: String,
    /// The origin.
    origin: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let done = form.widgets().allow_origin(&key, &origin).await;
    let done = form.noted(done, "allowed an origin", &format!("{key}: {}", origin.trim())).await;
    let typed = Fields::from([("origin".to_owned(), origin.clone())]);
    form.answer(&page_of(&key), done, Some(typed), |()| {
        Answer::done(format!("Pages of {} may use it from now on.", origin.trim()))
    })
}

/// Takes an origin off a widget's list.
#[server(prefix = "/api/fn/admin/own", endpoint = "forbid_origin")]
pub async fn forbid_origin(
    /// The widget.
    key: String,
    /// The origin.
    origin: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let done = form.widgets().forbid_origin(&key, &origin).await;
    let done = form.noted(done, "took an origin off", &format!("{key}: {}", origin.trim())).await;
    form.answer(&page_of(&key), done, None, |()| {
        Answer::done(format!("Pages of {origin} may not use it any more."))
    })
}

/// Keeps the provider's key of a widget.
#[server(prefix = "/api/fn/admin/own", endpoint = "set_provider_key")]
pub async fn set_provider_key(
    /// The widget.
    key: String,
    /// The provider's key.
    provider_key: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let done = form.widgets().set_provider_key(&key, &provider_key).await;
    let done = form.noted(done, "gave a provider key", &key).await;
    form.answer(&page_of(&key), done, None, |()| {
        Answer::done("The provider's key is kept. Test it to see whether the model answers.")
    })
}

/// Forgets the provider's key of a widget.
#[server(prefix = "/api/fn/admin/own", endpoint = "forget_provider_key")]
pub async fn forget_provider_key(
    /// The widget.
    key: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let done = form.widgets().forget_provider_key(&key).await;
    let done = form.noted(done, "forgot a provider key", &key).await;
    form.answer(&page_of(&key), done, None, |()| Answer::done("The provider's key is forgotten."))
}

/// Asks a widget's model one small thing.
#[server(prefix = "/api/fn/admin/own", endpoint = "test_provider")]
pub async fn test_provider(
    /// The widget.
    key: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let done = form.widgets().test_provider(&key).await;
    form.answer(&page_of(&key), done, None, |tested| Answer {
        words: tested.words,
        is_refusal: !tested.answers,
        ..Answer::default()
    })
}

/// A key that was typed is not kept with what is to be mended.
fn without_secret(mut fields: Fields) -> Fields {
    fields.remove("provider_key");
    fields
}

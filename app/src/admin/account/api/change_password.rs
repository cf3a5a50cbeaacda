//! `POST /api/fn/admin/view/change_password`

use leptos::prelude::*;

use super::SETTINGS;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Sets a new password, and gives this session another token.
#[server(prefix = "/api/fn/admin/view", endpoint = "change_password")]
pub async fn change_password(
    #[server(default)] current: String,
    #[server(default)] password: String,
    #[server(default)] repeated: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.signed_in()?;
    if password != repeated {
        return form.refused(SETTINGS, Refusal::Differ);
    }
    let done = form.ports.own_account.change_password(&who, &current, &password).await;
    let done = done.map(|begun| {
        form.keep_session(&begun.token);
        Done::PasswordChanged
    });
    form.answer(SETTINGS, done)
}

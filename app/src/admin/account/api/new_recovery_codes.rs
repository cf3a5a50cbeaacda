//! `POST /api/fn/admin/view/new_recovery_codes`

use leptos::prelude::*;

use super::CODES;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Puts new recovery codes in the place of the old.
#[server(prefix = "/api/fn/admin/view", endpoint = "new_recovery_codes")]
pub async fn new_recovery_codes(#[server(default)] password: String) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.signed_in()?;
    let done = form.ports.own_account.new_recovery_codes(&who, &password).await;
    let done = done.map(|()| Done::NewRecoveryCodes);
    form.answer(CODES, done)
}

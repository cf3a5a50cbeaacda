//! `POST /api/fn/admin/view/turn_codes_on`

use leptos::prelude::*;

use super::CODES;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Asks for a code at every sign-in from now on.
#[server(prefix = "/api/fn/admin/view", endpoint = "turn_codes_on")]
pub async fn turn_codes_on(#[server(default)] code: String) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.signed_in()?;
    let done = form.ports.own_account.turn_codes_on(&who, &code).await;
    let done = done.map(|()| Done::CodesOn);
    form.answer(CODES, done)
}

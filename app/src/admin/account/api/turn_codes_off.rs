//! `POST /api/fn/admin/view/turn_codes_off`

use leptos::prelude::*;

use super::CODES;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Asks for no codes any more.
#[server(prefix = "/api/fn/admin/view", endpoint = "turn_codes_off")]
pub async fn turn_codes_off(#[server(default)] password: String) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.signed_in()?;
    let done = form.ports.own_account.turn_codes_off(&who, &password).await;
    let done = done.map(|()| Done::CodesOff);
    form.answer(CODES, done)
}

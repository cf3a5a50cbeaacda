//! `POST /api/fn/admin/own/remove_account`

use leptos::prelude::*;

use super::PEOPLE;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Removes an account.
#[server(prefix = "/api/fn/admin/own", endpoint = "remove_account")]
pub async fn remove_account(#[server(default)] account: String) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.owner()?;
    let done = match account.parse() {
        Ok(account) => form.ports.people.remove(&who, account).await,
        Err(_) => Err(Refusal::Gone),
    };
    let done = done.map(|()| Done::Removed);
    form.answer(PEOPLE, done)
}

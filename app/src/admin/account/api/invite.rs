//! `POST /api/fn/admin/own/invite`

use leptos::prelude::*;

use super::PEOPLE;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal, Role};

/// Makes an invitation, whose link the page then shows.
#[server(prefix = "/api/fn/admin/own", endpoint = "invite")]
pub async fn invite(#[server(default)] role: String) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.owner()?;
    let done = match Role::parse(&role) {
        Some(role) => form.ports.people.invite(&who, role).await,
        None => Err(Refusal::Form),
    };
    let done = done.map(|()| Done::Invited);
    form.answer(PEOPLE, done)
}

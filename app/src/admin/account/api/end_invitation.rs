//! `POST /api/fn/admin/own/end_invitation`

use leptos::prelude::*;

use super::PEOPLE;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Takes an invitation back.
#[server(prefix = "/api/fn/admin/own", endpoint = "end_invitation")]
pub async fn end_invitation(#[server(default)] invitation: String) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.owner()?;
    let done = match invitation.parse() {
        Ok(invitation) => form.ports.people.end_invitation(&who, invitation).await,
        Err(_) => Err(Refusal::Gone),
    };
    let done = done.map(|()| Done::InvitationEnded);
    form.answer(PEOPLE, done)
}

//! `POST /api/fn/admin/view/end_session`

use leptos::prelude::*;

use super::SESSIONS;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Ends one of the own sessions.
#[server(prefix = "/api/fn/admin/view", endpoint = "end_session")]
pub async fn end_session(#[server(default)] session: String) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.signed_in()?;
    let done = match session.parse() {
        Ok(session) => form.ports.own_account.end_session(&who, session).await,
        Err(_) => Err(Refusal::Gone),
    };
    let done = done.map(|()| Done::SessionEnded);
    form.answer(SESSIONS, done)
}

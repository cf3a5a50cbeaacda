//! `POST /api/fn/admin/view/end_other_sessions`

use leptos::prelude::*;

use super::SESSIONS;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Ends all of the own sessions but this one.
#[server(prefix = "/api/fn/admin/view", endpoint = "end_other_sessions")]
pub async fn end_other_sessions() -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.signed_in()?;
    let done = form.ports.own_account.end_other_sessions(&who).await;
    let done = done.map(|()| Done::OthersEnded);
    form.answer(SESSIONS, done)
}

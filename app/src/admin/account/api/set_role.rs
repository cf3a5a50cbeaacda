//! `POST /api/fn/admin/own/set_role`

use leptos::prelude::*;

use super::PEOPLE;
use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal, Role};

/// Changes what an account may do.
#[server(prefix = "/api/fn/admin/own", endpoint = "set_role")]
pub async fn set_role(
    #[server(default)] account: String,
    #[server(default)] role: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.owner()?;
    let done = match (account.parse(), Role::parse(&role)) {
        (Ok(account), Some(role)) => form.ports.people.set_role(&who, account, role).await,
        (Err(_), _) => Err(Refusal::Gone),
        (_, None) => Err(Refusal::Form),
    };
    let done = done.map(|()| Done::RoleChanged);
    form.answer(PEOPLE, done)
}

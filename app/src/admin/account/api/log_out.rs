//! `POST /api/fn/admin/view/log_out`

use leptos::prelude::*;

use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Ends the session.
#[server(prefix = "/api/fn/admin/view", endpoint = "log_out")]
pub async fn log_out() -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.signed_in()?;
    match form.ports.accounts.log_out(&who).await {
        Ok(()) => {
            form.drop_session();
            form.done("/admin/login", Done::SignedOut);
            Ok(())
        }
        Err(refusal) => form.refused("/admin/settings", refusal),
    }
}

//! `POST /api/fn/admin/view/start_codes`

use leptos::prelude::*;

use super::CODES;
use crate::admin::account::Refusal;
use crate::admin::account::form::Form;

/// Makes the secret of a code generator, which the page then shows.
#[server(prefix = "/api/fn/admin/view", endpoint = "start_codes")]
pub async fn start_codes(#[server(default)] password: String) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.signed_in()?;
    match form.ports.own_account.start_codes(&who, &password).await {
        Ok(()) => {
            form.go_to(CODES);
            Ok(())
        }
        Err(refusal) => form.refused(CODES, refusal),
    }
}

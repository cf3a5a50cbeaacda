//! `POST /api/fn/admin/view/cancel_codes`

use leptos::prelude::*;

use super::CODES;
use crate::admin::account::Refusal;
use crate::admin::account::form::Form;

/// Forgets the secret of a code generator that was never used.
#[server(prefix = "/api/fn/admin/view", endpoint = "cancel_codes")]
pub async fn cancel_codes() -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.signed_in()?;
    match form.ports.own_account.cancel_codes(&who).await {
        Ok(()) => {
            form.go_to(CODES);
            Ok(())
        }
        Err(refusal) => form.refused(CODES, refusal),
    }
}

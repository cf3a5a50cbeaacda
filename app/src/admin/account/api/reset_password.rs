//! `POST /api/fn/admin/open/reset_password`

use leptos::prelude::*;

use crate::admin::account::form::Form;
use crate::admin::account::{Done, Refusal};

/// Sets a new password with a link.
#[server(prefix = "/api/fn/admin/open", endpoint = "reset_password")]
pub async fn reset_password(
    #[server(default)] token: String,
    #[server(default)] password: String,
    #[server(default)] repeated: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let link = form.ports.accounts.link(&token).await?;
    let page = link.map_or_else(|| "/admin/reset".to_owned(), |link| link.path(&token));
    if password != repeated {
        return form.refused(&page, Refusal::Differ);
    }
    match form.ports.accounts.reset(&form.caller, &token, &password).await {
        Ok(()) => {
            form.done("/admin/login", Done::PasswordReset);
            Ok(())
        }
        Err(refusal) => form.refused(&page, refusal),
    }
}

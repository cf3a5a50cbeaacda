//! `POST /api/fn/admin/open/join`

use leptos::prelude::*;

use crate::admin::account::Refusal;
use crate::admin::account::form::Form;

/// Makes an account with a link, and signs it in.
#[server(prefix = "/api/fn/admin/open", endpoint = "join")]
pub async fn join(
    #[server(default)] token: String,
    #[server(default)] name: String,
    #[server(default)] password: String,
    #[server(default)] repeated: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let link = form.ports.accounts.link(&token).await?;
    let page = link.map_or_else(|| "/admin/join".to_owned(), |link| link.path(&token));
    if password != repeated {
        return form.refused(&page, Refusal::Differ);
    }
    match form.ports.accounts.join(&form.caller, &token, &name, &password).await {
        Ok(begun) => {
            form.keep_session(&begun.token);
            form.go_to("/admin/login?back=1");
            Ok(())
        }
        Err(refusal) => form.refused(&page, refusal),
    }
}

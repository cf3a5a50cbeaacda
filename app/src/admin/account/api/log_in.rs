//! `POST /api/fn/admin/open/log_in`

use leptos::prelude::*;

use crate::admin::account::Refusal;
use crate::admin::account::form::Form;
use crate::admin::account::way_back::{HOME, encode, within};

/// Begins a session, and sends the browser where it wanted to go; by way of a page that finds out
/// whether the session's cookie came back.
#[server(prefix = "/api/fn/admin/open", endpoint = "log_in")]
pub async fn log_in(
    #[server(default)] name: String,
    #[server(default)] password: String,
    #[server(default)] to: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let to = encode(within(&to).unwrap_or(HOME));
    match form.ports.accounts.log_in(&form.caller, &name, &password).await {
        Ok(begun) => {
            form.keep_session(&begun.token);
            let page = if begun.is_half { "/admin/login/code" } else { "/admin/login" };
            form.go_to(&format!("{page}?back=1&to={to}"));
            Ok(())
        }
        Err(refusal) => form.refused(&format!("/admin/login?to={to}"), refusal),
    }
}

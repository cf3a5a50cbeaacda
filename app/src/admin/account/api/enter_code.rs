//! `POST /api/fn/admin/open/enter_code`

use leptos::prelude::*;

use crate::admin::account::Refusal;
use crate::admin::account::form::Form;
use crate::admin::account::way_back::{HOME, encode, within};

/// Makes a half session whole with a code, and sends the browser where it wanted to go.
#[server(prefix = "/api/fn/admin/open", endpoint = "enter_code")]
pub async fn enter_code(
    #[server(default)] code: String,
    #[server(default)] to: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let to = within(&to).unwrap_or(HOME);
    let half = match form.half_in() {
        Ok(half) => half,
        Err(refusal) => return form.refused(&format!("/admin/login?to={}", encode(to)), refusal),
    };
    match form.ports.accounts.enter_code(&form.caller, &half, &code).await {
        Ok(begun) => {
            form.keep_session(&begun.token);
            form.go_to(to);
            Ok(())
        }
        Err(refusal) => form.refused(&format!("/admin/login/code?to={}", encode(to)), refusal),
    }
}

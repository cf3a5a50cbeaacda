//! `POST /api/fn/admin/own/keep_runs`

use leptos::prelude::*;

use super::DATA;
use crate::admin::account::form::Form;
use crate::admin::account::pages::kept;
use crate::admin::account::{Done, Refusal};
use crate::admin::trace::Retention;

/// Changes how long stored runs are kept: days and a number, 0 for no bound; or what the
/// configuration says.
#[server(prefix = "/api/fn/admin/own", endpoint = "keep_runs")]
pub async fn keep_runs(
    #[server(default)] days: String,
    #[server(default)] runs: String,
    #[server(default)] as_configured: String,
) -> Result<(), Refusal> {
    let form = Form::here()?;
    let who = form.owner()?;
    let wanted = Retention::parse(&days, &runs);
    if wanted.is_none() && as_configured.is_empty() {
        return form.refused(DATA, Refusal::Retention);
    }
    let wanted = wanted.filter(|_| as_configured.is_empty());
    let keeping = &form.ports.keeping;
    // The line comes first: nothing is deleted by this that the log does not tell of.
    let about = kept(wanted.unwrap_or(keeping.configured()));
    let done = match form.ports.audit.note(&who, "changed how long runs are kept", &about).await {
        Ok(()) => keeping.keep(wanted).await,
        Err(error) => Err(error),
    };
    form.answer(DATA, done.map(|()| Done::RetentionChanged).map_err(Refusal::from))
}

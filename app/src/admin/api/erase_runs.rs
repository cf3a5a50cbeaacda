//! `POST /api/fn/admin/own/erase_runs`

use leptos::prelude::*;

use crate::admin::run_fault::RunFault;

/// Deletes the runs with these ids, or all that a filter finds and that were stored until then;
/// says how many there were. A plain form is sent to the list, which tells it.
#[server(prefix = "/api/fn/admin/own", endpoint = "erase_runs")]
pub async fn erase_runs(
    #[server(default)] ids: String,
    #[server(default)] q: String,
    #[server(default)] until: String,
) -> Result<u64, RunFault> {
    use crate::admin::asked::selected;
    use crate::admin::desk::{Desk, now};

    let desk = Desk::here().ok_or(RunFault::Store)?;
    let mut pairs: Vec<_> =
        ids.split_whitespace().map(|id| ("id".to_owned(), id.to_owned())).collect();
    pairs.push(("q".to_owned(), q.clone()));
    if !until.is_empty() {
        // A time that cannot be read must not become "until now".
        let until: u64 = until.parse().map_err(|_| RunFault::BadInput)?;
        pairs.push(("until".to_owned(), until.to_string()));
    }
    let runs =
        selected(&pairs, now()).ok_or(RunFault::BadInput)?.map_err(|_| RunFault::BadInput)?;
    let erased = desk.ports.traces.erase(&runs).await?;
    desk.go_to(&desk.link("/admin/traces", &[("q", &q), ("erased", &erased.to_string())]));
    Ok(erased)
}

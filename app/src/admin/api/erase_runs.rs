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
    use crate::admin::account::SignedIn;
    use crate::admin::asked::selected;
    use crate::admin::desk::{Desk, now};

    use crate::admin::said_as::several;

    let desk = Desk::here().ok_or(RunFault::Store)?;
    let who = SignedIn::here().ok_or(RunFault::Store)?;
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
    // The line comes first: nothing is deleted that nobody would know of.
    let meant = desk.ports.traces.measure(&runs).await?;
    let about = format!("{}: {}", several(meant, "run"), which(&runs));
    desk.ports.audit.note(&who, "deleted runs", &about).await?;
    let erased = desk.ports.traces.erase(&runs).await?;
    desk.go_to(&desk.link("/admin/traces", &[("q", &q), ("erased", &erased.to_string())]));
    Ok(erased)
}

/// Which runs were meant, for the audit log. What was looked for in texts is not said: whoever asks
/// for their words to be deleted would find them there for ever.
#[cfg(feature = "ssr")]
fn which(runs: &crate::admin::trace::Selector) -> String {
    use crate::admin::trace::{Filter, Selector};

    let filter = match runs {
        Selector::Ids(_) => return "selected one by one".to_owned(),
        Selector::Matching { filter, .. } => filter,
    };
    let fields = Filter { text: None, ..(**filter).clone() }.to_string();
    match (fields.is_empty(), filter.text.is_some()) {
        (true, false) => "all that there were".to_owned(),
        (false, false) => fields,
        (true, true) => "found by a text".to_owned(),
        (false, true) => format!("{fields} and a text"),
    }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::which;
    use crate::admin::trace::{Filter, Selector};

    #[test]
    fn the_log_says_which_runs_were_meant_and_repeats_no_text() {
        for (line, said) in [
            ("", "all that there were"),
            ("status:error tool:add_to_cart", "status:error tool:add_to_cart"),
            ("ada@example.com", "found by a text"),
            ("widget:shop ada@example.com", "widget:shop and a text"),
        ] {
            let filter = Box::new(Filter::parse_at(line, 0).expect(line));
            assert_eq!(which(&Selector::Matching { filter, until: 1 }), said, "{line}");
        }
        assert_eq!(which(&Selector::Ids(Vec::new())), "selected one by one");
    }
}

//! Whether a run that has just been stored may belong into a list.

use super::{Filter, TraceRow};

impl Filter {
    /// Whether it finds a run as far as the run's line tells, which is all but its text: that is
    /// looked for in the whole run, by the store.
    pub fn may_find(&self, row: &TraceRow) -> bool {
        let is = |wanted: &Option<String>, value: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == value)
        };
        let has = |wanted: &Option<String>, value: &str| {
            wanted.as_deref().is_none_or(|wanted| contains(value, wanted))
        };
        is(&self.status, &row.status)
            && is(&self.widget, &row.widget)
            && is(&self.origin, &row.origin)
            && is(&self.code, &row.code)
            && has(&self.model, &row.model)
            && self.tool.as_ref().is_none_or(|tool| row.tools.contains(tool))
            && self.level.is_none_or(|level| level == row.level)
            && self.after.is_none_or(|after| row.ended_at >= after)
            && self.before.is_none_or(|before| row.started_at < before)
            && match self.decision.as_deref() {
                None => true,
                Some("asked") => row.asked > 0,
                Some("denied") => row.denied > 0,
                Some("allowed") => row.calls > row.denied,
                Some(_) => false,
            }
    }
}

fn contains(value: &str, part: &str) -> bool {
    value.to_lowercase().contains(&part.to_lowercase())
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::admin::run::fixtures::{FULL, stored};

    #[test]
    fn each_part_of_a_filter_narrows() {
        let row = stored(FULL).row;
        let some = |text: &str| Some(text.to_owned());
        let all = Filter::default();
        assert!(all.may_find(&row));
        for (filter, found) in [
            (Filter { status: some("answered"), ..all.clone() }, true),
            (Filter { status: some("error"), ..all.clone() }, false),
            (Filter { tool: some("add"), ..all.clone() }, true),
            (Filter { tool: some("ad"), ..all.clone() }, false),
            (Filter { decision: some("denied"), ..all.clone() }, true),
            (Filter { decision: some("never"), ..all.clone() }, false),
            (Filter { model: some("TES"), ..all.clone() }, true),
            // Only the store knows all of a run.
            (Filter { text: some("board"), ..all.clone() }, true),
            (Filter { after: Some(1_000_025), ..all.clone() }, true),
            (Filter { after: Some(1_000_026), ..all.clone() }, false),
            (Filter { before: Some(1_000_001), ..all.clone() }, false),
            (Filter { widget: some("other"), ..all.clone() }, false),
        ] {
            assert_eq!(filter.may_find(&row), found, "{filter:?}");
        }
    }
}

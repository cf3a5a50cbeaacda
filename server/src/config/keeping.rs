//! How long stored runs are kept.

use super::problem::Problems;
use super::settings::Settings;
use crate::traces::Retention;

/// Both bounds; 0 is none.
pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Retention {
    let default = Retention::default();
    let mut bound = |key, most, default| match settings.number(key, 0..=i64::from(most), problems) {
        Some(0) => None,
        Some(bound) => Some(bound),
        None => default,
    };
    Retention {
        days: bound("traces.keep_days", Retention::MOST_DAYS, default.days),
        runs: bound("traces.keep_runs", Retention::MOST_RUNS, default.runs),
    }
}

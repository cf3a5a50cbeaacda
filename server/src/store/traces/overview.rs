//! Sums by day and widget, kept as runs come and go.

use site_agent_app::admin::trace::{Day, Overview};
use sqlx::{FromRow, Sqlite, Transaction};

use super::TraceStore;
use crate::store::StoreError;

const DAY: u64 = 86_400_000;

/// The day of a time.
pub(super) fn midnight(ms: u64) -> u64 {
    ms - ms % DAY
}

#[derive(FromRow)]
struct Sums {
    day: i64,
    widget: String,
    runs: i64,
    answered: i64,
    errors: i64,
    calls: i64,
    asked: i64,
    denied: i64,
    input_tokens: i64,
    output_tokens: i64,
}

impl From<Sums> for Day {
    fn from(sums: Sums) -> Self {
        let n = |sum: i64| u64::try_from(sum).unwrap_or(0);
        Self {
            day: n(sums.day),
            widget: sums.widget,
            runs: n(sums.runs),
            answered: n(sums.answered),
            errors: n(sums.errors),
            calls: n(sums.calls),
            asked: n(sums.asked),
            denied: n(sums.denied),
            input_tokens: n(sums.input_tokens),
            output_tokens: n(sums.output_tokens),
        }
    }
}

/// Adds to a day of a widget.
pub(super) async fn add(
    write: &mut Transaction<'_, Sqlite>,
    (day, widget): (u64, &str),
    sums: &Day,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO run_days (day, widget, runs, answered, errors, calls, asked, denied, \
         input_tokens, output_tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
         ON CONFLICT (day, widget) DO UPDATE SET runs = runs + excluded.runs, \
         answered = answered + excluded.answered, errors = errors + excluded.errors, \
         calls = calls + excluded.calls, asked = asked + excluded.asked, \
         denied = denied + excluded.denied, \
         input_tokens = input_tokens + excluded.input_tokens, \
         output_tokens = output_tokens + excluded.output_tokens",
    )
    .bind(day.cast_signed())
    .bind(widget)
    .bind(sums.runs.cast_signed())
    .bind(sums.answered.cast_signed())
    .bind(sums.errors.cast_signed())
    .bind(sums.calls.cast_signed())
    .bind(sums.asked.cast_signed())
    .bind(sums.denied.cast_signed())
    .bind(sums.input_tokens.cast_signed())
    .bind(sums.output_tokens.cast_signed())
    .execute(&mut **write)
    .await?;
    Ok(())
}

impl TraceStore {
    pub(super) async fn days(
        &self,
        since: u64,
        until: u64,
        widget: Option<&str>,
    ) -> Result<Overview, StoreError> {
        let sums: Vec<Sums> = sqlx::query_as(
            "SELECT day, widget, runs, answered, errors, calls, asked, denied, input_tokens, \
             output_tokens FROM run_days \
             WHERE day BETWEEN ?1 AND ?2 AND (?3 IS NULL OR widget = ?3) ORDER BY day, widget",
        )
        .bind(i64::try_from(midnight(since)).unwrap_or(i64::MAX))
        .bind(i64::try_from(midnight(until)).unwrap_or(i64::MAX))
        .bind(widget)
        .fetch_all(self.database.reader())
        .await?;
        Ok(Overview { days: sums.into_iter().map(Into::into).collect() })
    }
}

//! A row as SQLite gives it.

use site_agent_app::admin::trace::{Level, TraceRow};
use sqlx::FromRow;

use super::TraceStore;
use super::place::Place;
use crate::store::StoreError;

/// The columns of [`Row`], of the table `runs` as `r`.
pub(super) const COLUMNS: &str = "r.n, r.tail, r.code, r.widget, r.started_at, r.ended_at, \
    r.status, r.model, r.origin, r.path, r.level, r.question, r.answer, r.tools, r.turns, r.calls, \
    r.asked, r.denied, r.failed, r.redacted, r.input_tokens, r.output_tokens, r.error";

#[derive(FromRow)]
pub(super) struct Row {
    n: i64,
    tail: i64,
    code: String,
    widget: String,
    started_at: i64,
    ended_at: i64,
    status: String,
    model: String,
    origin: String,
    path: String,
    level: String,
    question: String,
    answer: String,
    tools: String,
    turns: u32,
    calls: u32,
    asked: u32,
    denied: u32,
    failed: u32,
    redacted: u32,
    input_tokens: i64,
    output_tokens: i64,
    error: Option<String>,
}

impl From<Row> for TraceRow {
    fn from(row: Row) -> Self {
        let place = Place::new(row.n, row.tail);
        Self {
            id: place.id(),
            code: row.code,
            widget: row.widget,
            started_at: row.started_at.cast_unsigned(),
            ended_at: row.ended_at.cast_unsigned(),
            stored_at: place.stored_at(),
            status: row.status,
            model: row.model,
            origin: row.origin,
            path: row.path,
            level: if row.level == Level::Full.as_str() { Level::Full } else { Level::Metadata },
            question: row.question,
            answer: row.answer,
            tools: serde_json::from_str(&row.tools).unwrap_or_default(),
            turns: row.turns,
            calls: row.calls,
            asked: row.asked,
            denied: row.denied,
            failed: row.failed,
            redacted: row.redacted,
            input_tokens: row.input_tokens.cast_unsigned(),
            output_tokens: row.output_tokens.cast_unsigned(),
            error: row.error,
        }
    }
}

impl TraceStore {
    /// The row at a place, if the id is whole.
    pub(super) async fn row(&self, place: Place) -> Result<Option<TraceRow>, StoreError> {
        let mut query = sqlx::QueryBuilder::new("SELECT ");
        query.push(COLUMNS).push(" FROM runs r WHERE r.n = ").push_bind(place.n);
        query.push(" AND r.tail = ").push_bind(place.tail);
        let row: Option<Row> =
            query.build_query_as().fetch_optional(self.database.reader()).await?;
        Ok(row.map(Into::into))
    }
}

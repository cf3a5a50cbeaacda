//! Writing runs: a batch is one transaction.

use std::collections::BTreeMap;

use site_agent_app::admin::trace::{Day, Redaction, TraceRow};
use sqlx::{Sqlite, Transaction};

use super::TraceStore;
use super::overview::midnight;
use super::place::Place;
use crate::store::StoreError;

/// As fast as it gets; a trace repeats its own names and shrinks well all the same.
const COMPRESSION: i32 = 1;
/// More than any trace may have; a damaged row cannot ask for more memory.
const LARGEST: usize = 8 * 1024 * 1024;

/// A run that is ready to be written: what was to be taken out of it is gone.
#[derive(Clone, Debug)]
pub struct NewRun {
    place: Place,
    row: TraceRow,
    document: Vec<u8>,
    redactions: String,
    words: String,
    was_allowed: bool,
    delete_hash: [u8; 32],
}

impl NewRun {
    /// A run at a place. `words` is what it is found by, `delete_hash` belongs to the token of
    /// whoever may delete it.
    pub fn new(
        place: Place,
        row: TraceRow,
        document: &str,
        redactions: &[Redaction],
        words: String,
        was_allowed: bool,
        delete_hash: [u8; 32],
    ) -> Result<Self, StoreError> {
        Ok(Self {
            place,
            row,
            document: zstd::bulk::compress(document.as_bytes(), COMPRESSION)
                .map_err(StoreError::Body)?,
            redactions: serde_json::to_string(redactions).unwrap_or_default(),
            words,
            was_allowed,
            delete_hash,
        })
    }
}

/// The text of a stored document.
pub(super) fn opened(document: &[u8]) -> Result<String, StoreError> {
    let bytes = zstd::bulk::decompress(document, LARGEST).map_err(StoreError::Body)?;
    String::from_utf8(bytes).map_err(|error| StoreError::Body(std::io::Error::other(error)))
}

impl TraceStore {
    /// Writes all of them or none. They are on disk, and whoever watches knows of them, when it
    /// returns.
    pub async fn insert(&self, runs: &[NewRun]) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        for run in runs {
            insert(&mut write, run).await?;
        }
        for (day, sums) in days(runs) {
            super::overview::add(&mut write, day, &sums).await?;
        }
        write.commit().await?;
        for run in runs {
            // Nobody watching is no failure.
            let _ = self.feed.send(run.row.clone());
        }
        Ok(())
    }
}

async fn insert(write: &mut Transaction<'_, Sqlite>, run: &NewRun) -> Result<(), StoreError> {
    let (n, row) = (run.place.n, &run.row);
    sqlx::query(
        "INSERT INTO runs (n, tail, code, widget, started_at, ended_at, status, model, origin, \
         path, level, question, answer, tools, turns, calls, asked, denied, failed, redacted, \
         input_tokens, output_tokens, error, was_allowed, was_asked, was_denied, delete_hash) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(n)
    .bind(run.place.tail)
    .bind(&row.code)
    .bind(&row.widget)
    .bind(row.started_at.cast_signed())
    .bind(row.ended_at.cast_signed())
    .bind(&row.status)
    .bind(&row.model)
    .bind(&row.origin)
    .bind(&row.path)
    .bind(row.level.as_str())
    .bind(&row.question)
    .bind(&row.answer)
    .bind(serde_json::to_string(&row.tools).unwrap_or_default())
    .bind(row.turns)
    .bind(row.calls)
    .bind(row.asked)
    .bind(row.denied)
    .bind(row.failed)
    .bind(row.redacted)
    .bind(row.input_tokens.cast_signed())
    .bind(row.output_tokens.cast_signed())
    .bind(&row.error)
    .bind(run.was_allowed)
    .bind(row.asked > 0)
    .bind(row.denied > 0)
    .bind(run.delete_hash.as_slice())
    .execute(&mut **write)
    .await?;
    sqlx::query("INSERT INTO run_bodies (n, document, redactions) VALUES (?, ?, ?)")
        .bind(n)
        .bind(&run.document)
        .bind(&run.redactions)
        .execute(&mut **write)
        .await?;
    for tool in &row.tools {
        sqlx::query("INSERT OR IGNORE INTO run_tools (tool, n) VALUES (?, ?)")
            .bind(tool)
            .bind(n)
            .execute(&mut **write)
            .await?;
    }
    sqlx::query("INSERT INTO run_words (rowid, words) VALUES (?, ?)")
        .bind(n)
        .bind(&run.words)
        .execute(&mut **write)
        .await?;
    Ok(())
}

/// The sums of a batch.
fn days(runs: &[NewRun]) -> BTreeMap<(u64, &str), Day> {
    let mut days: BTreeMap<(u64, &str), Day> = BTreeMap::new();
    for NewRun { row, .. } in runs {
        let sums = days.entry((midnight(row.started_at), &row.widget)).or_default();
        sums.runs += 1;
        sums.answered += u64::from(row.status == "answered");
        sums.errors += u64::from(row.status == "error");
        sums.calls += u64::from(row.calls);
        sums.asked += u64::from(row.asked);
        sums.denied += u64::from(row.denied);
        sums.input_tokens += row.input_tokens;
        sums.output_tokens += row.output_tokens;
    }
    days
}

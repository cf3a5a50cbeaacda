//! Deleting runs for good: row, body, index and sums in one transaction, then the bytes.

use std::time::Duration;

use site_agent_app::admin::trace::{Selector, TraceId};
use sqlx::{Sqlite, Transaction};

use super::TraceStore;
use super::place::{Place, first_of};
use crate::store::StoreError;

/// Runs in one transaction: others write in between.
pub(super) const CHUNK: u32 = 100;

impl TraceStore {
    /// How many runs [`TraceStore::delete`] would find.
    pub(super) async fn meant(&self, runs: &Selector) -> Result<u64, StoreError> {
        match runs {
            Selector::Ids(ids) => Ok(self.known(ids).await?.len() as u64),
            Selector::Matching { filter, until } => self.measured(filter, last_of(*until)).await,
        }
    }

    pub(super) async fn delete(&self, runs: &Selector) -> Result<u64, StoreError> {
        let mut deleted = 0;
        match runs {
            Selector::Ids(ids) => {
                for ids in ids.chunks(CHUNK as usize) {
                    deleted += self.delete_places(&self.known(ids).await?, Sums::Taken).await?;
                }
            }
            Selector::Matching { filter, until } => {
                let mut newest = last_of(*until);
                loop {
                    let places = self.places(filter, newest, CHUNK).await?;
                    // What is behind them was not looked at yet, what is before them was.
                    let Some(last) = places.last() else { break };
                    newest = last - 1;
                    deleted += self.delete_places(&places, Sums::Taken).await?;
                }
            }
        }
        if deleted > 0 {
            self.scrub().await?;
        }
        Ok(deleted)
    }

    /// Deletes the run whose visitor holds the token of this hash. False when there is no such run,
    /// whichever of the two is wrong.
    pub async fn delete_by_token(&self, id: &TraceId, hash: &[u8; 32]) -> Result<bool, StoreError> {
        let Some(place) = Place::of(id) else { return Ok(false) };
        let kept: Option<Vec<u8>> =
            sqlx::query_scalar("SELECT delete_hash FROM runs WHERE n = ? AND tail = ?")
                .bind(place.n)
                .bind(place.tail)
                .fetch_optional(self.database.reader())
                .await?;
        if !kept.is_some_and(|kept| are_equal(&kept, hash)) {
            return Ok(false);
        }
        let is_gone = self.delete_places(&[place.n], Sums::Taken).await? == 1;
        self.scrub().await?;
        Ok(is_gone)
    }

    /// The places of those ids that are whole.
    async fn known(&self, ids: &[TraceId]) -> Result<Vec<i64>, StoreError> {
        let mut places = Vec::new();
        for place in ids.iter().filter_map(Place::of) {
            if self.row(place).await?.is_some() {
                places.push(place.n);
            }
        }
        Ok(places)
    }

    /// Deletes runs in one transaction.
    pub(super) async fn delete_places(
        &self,
        places: &[i64],
        sums: Sums,
    ) -> Result<u64, StoreError> {
        let list = serde_json::to_string(places).unwrap_or_default();
        let mut write = self.database.write().await?;
        if sums == Sums::Taken {
            take_out(&mut write, &list).await?;
        }
        for statement in [
            "DELETE FROM run_words WHERE rowid IN (SELECT value FROM json_each(?))",
            "DELETE FROM run_tools WHERE n IN (SELECT value FROM json_each(?))",
            "DELETE FROM run_bodies WHERE n IN (SELECT value FROM json_each(?))",
        ] {
            sqlx::query(statement).bind(&list).execute(&mut *write).await?;
        }
        let done = sqlx::query("DELETE FROM runs WHERE n IN (SELECT value FROM json_each(?))")
            .bind(&list)
            .execute(&mut *write)
            .await?;
        write.commit().await?;
        Ok(done.rows_affected())
    }

    /// Takes deleted bytes out of the write-ahead log. SQLite has overwritten them in the pages; the
    /// log holds older pages until it is folded into the file and cut. A reader at work may be in
    /// the way for a moment: then it is tried again in the background.
    pub(super) async fn scrub(&self) -> Result<(), StoreError> {
        if self.database.fold().await? {
            return Ok(());
        }
        let database = self.database.clone();
        tokio::spawn(async move {
            for _ in 0..60 {
                tokio::time::sleep(Duration::from_secs(1)).await;
                if !matches!(database.fold().await, Ok(false)) {
                    return;
                }
            }
            tracing::warn!("deleted bytes are still in the write-ahead log: a reader never ends");
        });
        Ok(())
    }
}

/// What becomes of the sums of a day when its runs go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sums {
    /// The runs are taken out of them: somebody wanted them never to have been.
    Taken,
    /// They stay: the runs only grew old.
    Kept,
}

async fn take_out(write: &mut Transaction<'_, Sqlite>, list: &str) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE run_days SET runs = run_days.runs - gone.runs, \
         answered = run_days.answered - gone.answered, errors = run_days.errors - gone.errors, \
         calls = run_days.calls - gone.calls, asked = run_days.asked - gone.asked, \
         denied = run_days.denied - gone.denied, \
         input_tokens = run_days.input_tokens - gone.input_tokens, \
         output_tokens = run_days.output_tokens - gone.output_tokens \
         FROM (SELECT started_at - started_at % 86400000 AS day, widget, count(*) AS runs, \
         sum(status = 'answered') AS answered, sum(status = 'error') AS errors, \
         sum(calls) AS calls, sum(asked) AS asked, sum(denied) AS denied, \
         sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens \
         FROM runs WHERE n IN (SELECT value FROM json_each(?)) GROUP BY 1, 2) AS gone \
         WHERE run_days.day = gone.day AND run_days.widget = gone.widget",
    )
    .bind(list)
    .execute(&mut **write)
    .await?;
    sqlx::query("DELETE FROM run_days WHERE runs <= 0").execute(&mut **write).await?;
    Ok(())
}

/// The last place of a millisecond.
fn last_of(until: u64) -> i64 {
    first_of(until.saturating_add(1)).saturating_sub(1)
}

/// Takes as long for any two of one length.
fn are_equal(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

//! Runs that grew old. Their days' sums stay: they say nothing of anybody.

use std::time::Duration;

use site_agent_app::admin::trace::Retention;

use super::TraceStore;
use super::erase::{CHUNK, Sums};
use super::place::first_of;
use crate::clock::now;
use crate::store::StoreError;

impl TraceStore {
    /// How long an owner said that runs are kept.
    pub async fn retention(&self) -> Result<Option<Retention>, StoreError> {
        let query = sqlx::query_as("SELECT days, runs FROM run_retention");
        let kept: Option<(Option<u32>, Option<u32>)> =
            query.fetch_optional(self.database.reader()).await?;
        Ok(kept.map(|(days, runs)| Retention { days, runs }))
    }

    /// Keeps what an owner said, or forgets it.
    pub async fn set_retention(&self, kept: Option<Retention>) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        sqlx::query("DELETE FROM run_retention").execute(&mut *write).await?;
        if let Some(Retention { days, runs }) = kept {
            sqlx::query("INSERT INTO run_retention (one, days, runs) VALUES (1, ?, ?)")
                .bind(days)
                .bind(runs)
                .execute(&mut *write)
                .await?;
        }
        Ok(write.commit().await?)
    }

    /// Bytes of the file.
    pub async fn bytes(&self) -> Result<u64, StoreError> {
        let query = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        let bytes: i64 = sqlx::query_scalar(query).fetch_one(self.database.reader()).await?;
        Ok(bytes.unsigned_abs())
    }

    /// Deletes runs that were stored longer ago than this; says how many.
    pub async fn expire(&self, age: Duration) -> Result<u64, StoreError> {
        let age = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        self.retire(first_of(now().saturating_sub(age)) - 1).await
    }

    /// Deletes all but the newest; says how many.
    pub async fn keep_newest(&self, most: u32) -> Result<u64, StoreError> {
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT n FROM runs ORDER BY n DESC LIMIT 1 OFFSET ?")
                .bind(most)
                .fetch_optional(self.database.reader())
                .await?;
        match newest {
            Some(newest) => self.retire(newest).await,
            None => Ok(0),
        }
    }

    /// Deletes everything up to a place, in chunks: others write in between.
    async fn retire(&self, newest: i64) -> Result<u64, StoreError> {
        let mut gone = 0;
        loop {
            let places: Vec<i64> =
                sqlx::query_scalar("SELECT n FROM runs WHERE n <= ? ORDER BY n LIMIT ?")
                    .bind(newest)
                    .bind(CHUNK)
                    .fetch_all(self.database.reader())
                    .await?;
            if places.is_empty() {
                break;
            }
            gone += self.delete_places(&places, Sums::Kept).await?;
        }
        if gone > 0 {
            self.database.shrink().await?;
            self.scrub().await?;
        }
        Ok(gone)
    }
}

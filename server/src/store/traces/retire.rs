//! Runs that grew old. Their days' sums stay: they say nothing of anybody.

use std::time::Duration;

use super::TraceStore;
use super::erase::{CHUNK, Sums};
use super::place::first_of;
use crate::clock::now;
use crate::store::StoreError;

impl TraceStore {
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

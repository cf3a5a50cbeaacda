//! One SQLite file: a single writer, a handful of readers.
//!
//! Every write runs in a transaction that takes the write lock at once: one that starts as a reader and upgrades later
//! fails with "database is locked" however long it is willing to wait. One writing connection makes writers queue up
//! here, in order, instead of racing in SQLite.

use std::path::Path;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteAutoVacuum, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

use super::error::StoreError;

/// Longer than SQLite's own wait for a lock, so that the more telling error comes first.
const ACQUIRE: Duration = Duration::from_secs(10);
const READERS: u32 = 4;
/// Earlier versions can corrupt a file in WAL mode.
const OLDEST: [u32; 3] = [3, 51, 3];

/// An open database.
#[derive(Clone, Debug)]
pub struct Database {
    writer: SqlitePool,
    readers: SqlitePool,
}

impl Database {
    /// Opens `path`, makes it if it is not there, and applies the migrations it lacks.
    pub async fn open(path: &Path, migrations: &Migrator) -> Result<Self, StoreError> {
        let failed = |error| StoreError::open(path, error);
        let options = SqliteConnectOptions::new()
            .filename(path)
            .foreign_keys(true)
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(Duration::from_secs(5))
            .pragma("temp_store", "memory")
            .pragma("cache_size", "-20000");
        let writing = options
            .clone()
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .auto_vacuum(SqliteAutoVacuum::Incremental)
            .pragma("journal_size_limit", "67108864")
            // What is deleted is gone from the file, too.
            .pragma("secure_delete", "on");

        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(ACQUIRE)
            .connect_with(writing)
            .await
            .map_err(failed)?;
        expect_version(&writer, path).await?;
        migrations.run(&writer).await.map_err(|error| StoreError::migrate(path, error))?;

        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(ACQUIRE)
            .connect_with(options.read_only(true))
            .await
            .map_err(failed)?;
        Ok(Self { writer, readers })
    }

    /// For queries that only read.
    pub fn reader(&self) -> &SqlitePool {
        &self.readers
    }

    /// Begins a write; it is undone unless committed.
    pub async fn write(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Whether the file answers.
    pub(super) async fn is_well(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.readers).await.is_ok()
    }

    pub(super) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

async fn expect_version(pool: &SqlitePool, path: &Path) -> Result<(), StoreError> {
    let version: String = sqlx::query_scalar("SELECT sqlite_version()")
        .fetch_one(pool)
        .await
        .map_err(|error| StoreError::open(path, error))?;
    if is_new_enough(&version) { Ok(()) } else { Err(StoreError::OldSqlite { version }) }
}

fn is_new_enough(version: &str) -> bool {
    let numbers: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    numbers.as_slice() >= OLDEST.as_slice()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_with_the_wal_bug_are_refused() {
        assert!(!is_new_enough("3.51.2") && !is_new_enough("3.46.0"));
        assert!(is_new_enough("3.51.3") && is_new_enough("3.52.0") && is_new_enough("4.0.0"));
    }
}

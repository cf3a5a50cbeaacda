//! One SQLite file: a single writer, a handful of readers.
//!
//! Every write runs in a transaction that takes the write lock at once: one that starts as a reader
//! and upgrades later fails with "database is locked" however long it is willing to wait. One
//! writing connection makes writers queue up here, in order, instead of racing in SQLite.

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
        let options = options(path);
        let writing = options
            .clone()
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .auto_vacuum(SqliteAutoVacuum::Incremental)
            .pragma("journal_size_limit", "67108864")
            // 16 MB of log between two foldings: many runs touch the same pages of an index.
            .pragma("wal_autocheckpoint", "4000")
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

    /// Opens `path` as another process beside the one whose it is: it is neither made nor migrated.
    pub async fn join(path: &Path, migrations: &Migrator) -> Result<Self, StoreError> {
        let failed = |error| StoreError::open(path, error);
        let options = options(path).pragma("secure_delete", "on");
        let pool = |options: SqliteConnectOptions| {
            let pool = SqlitePoolOptions::new().max_connections(1).acquire_timeout(ACQUIRE);
            async move { pool.connect_with(options).await.map_err(failed) }
        };
        let (writer, readers) =
            (pool(options.clone()).await?, pool(options.read_only(true)).await?);
        let applied = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations");
        let applied: Option<i64> = applied.fetch_one(&readers).await.map_err(failed)?;
        if applied != migrations.iter().map(|migration| migration.version).max() {
            return Err(StoreError::OtherVersion { file: path.to_owned() });
        }
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

    /// Folds the write-ahead log into the file and cuts it to nothing. False while a reader still
    /// needs what it holds.
    pub(super) async fn fold(&self) -> Result<bool, StoreError> {
        let (busy, _, _): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&self.writer).await?;
        Ok(busy == 0)
    }

    /// Gives pages that hold nothing any more back to the file system, a few at a time: others write
    /// in between.
    pub(super) async fn shrink(&self) -> Result<(), StoreError> {
        loop {
            // SQLite frees a page a step, so the statement is read to its end.
            sqlx::query("PRAGMA incremental_vacuum(256)").fetch_all(&self.writer).await?;
            let free: i64 =
                sqlx::query_scalar("PRAGMA freelist_count").fetch_one(&self.writer).await?;
            if free == 0 {
                return Ok(());
            }
        }
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

/// How each connection is set up.
fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(Duration::from_secs(5))
        .pragma("temp_store", "memory")
        .pragma("cache_size", "-20000")
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

    /// A database with one counter.
    async fn counter(folder: &Path) -> Database {
        let store = crate::store::Store::open(folder).await.expect("it opens");
        let mut write = store.traces.write().await.expect("a write");
        let make = sqlx::query("CREATE TABLE counter (n INTEGER NOT NULL)");
        make.execute(&mut *write).await.expect("made");
        let start = sqlx::query("INSERT INTO counter VALUES (0)");
        start.execute(&mut *write).await.expect("filled");
        write.commit().await.expect("kept");
        store.traces
    }

    async fn read(database: &Database) -> i64 {
        let query = sqlx::query_scalar("SELECT n FROM counter");
        query.fetch_one(database.reader()).await.expect("a number")
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn writers_that_read_first_queue_up_instead_of_failing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = counter(folder.path()).await;
        let writers = (0..50).map(|_| {
            let database = database.clone();
            tokio::spawn(async move {
                let mut write = database.write().await?;
                let n: i64 =
                    sqlx::query_scalar("SELECT n FROM counter").fetch_one(&mut *write).await?;
                let set = sqlx::query("UPDATE counter SET n = ?").bind(n + 1);
                set.execute(&mut *write).await?;
                write.commit().await.map_err(StoreError::from)
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.expect("no panic").expect("no lock is lost");
        }
        assert_eq!(read(&database).await, 50);
    }

    #[tokio::test]
    async fn what_is_not_committed_never_was() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = counter(folder.path()).await;
        let mut write = database.write().await.expect("a write");
        let set = sqlx::query("UPDATE counter SET n = 7");
        set.execute(&mut *write).await.expect("written");
        drop(write);
        assert_eq!(read(&database).await, 0);
    }

    #[tokio::test]
    async fn a_reader_cannot_write() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = counter(folder.path()).await;
        let set = sqlx::query("UPDATE counter SET n = 7");
        assert!(set.execute(database.reader()).await.is_err());
    }

    #[tokio::test]
    async fn the_file_is_set_up_as_promised() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = counter(folder.path()).await;
        let mut write = database.write().await.expect("a write");
        for (pragma, expected) in [
            ("SELECT journal_mode FROM pragma_journal_mode", "wal"),
            ("SELECT CAST(foreign_keys AS TEXT) FROM pragma_foreign_keys", "1"),
            ("SELECT CAST(synchronous AS TEXT) FROM pragma_synchronous", "1"),
            ("SELECT CAST(auto_vacuum AS TEXT) FROM pragma_auto_vacuum", "2"),
            ("SELECT CAST(secure_delete AS TEXT) FROM pragma_secure_delete", "1"),
        ] {
            let found: String =
                sqlx::query_scalar(pragma).fetch_one(&mut *write).await.expect(pragma);
            assert_eq!(found, expected, "{pragma}");
        }
    }
}

//! A copy of both databases that can be brought back.
//!
//! A copy is made by SQLite itself (`VACUUM INTO`), while the program runs or not: one moment of
//! each file, without gaps and without what was deleted. It appears under its name when it is
//! whole. What is brought back is looked at first, and what it replaces is put aside, not deleted.

pub mod archive;

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use thiserror::Error;

use super::error::StoreError;
use super::{FolderLock, SITE, SITE_FILE, Store, TRACES, TRACES_FILE, folder};
use crate::clock::now_ms;

/// Both files, and how each must be made.
fn files() -> [(&'static str, &'static Migrator); 2] {
    [(SITE_FILE, &SITE), (TRACES_FILE, &TRACES)]
}

/// Why a copy was not made or not brought back. Nothing was changed then.
#[derive(Debug, Error)]
pub enum BackupError {
    /// There is something under that name.
    #[error("{} is there already; name a folder that is not", .0.display())]
    Exists(PathBuf),
    /// A file of the copy, or of the data, is not there.
    #[error("{} is not there", .0.display())]
    Missing(PathBuf),
    /// SQLite finds the file damaged.
    #[error("{} is damaged: {found}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The first thing that it found.
        found: String,
    },
    /// The file was made by a newer version, or is not ours.
    #[error("{} is not a database of this version or one before it", .0.display())]
    Foreign(PathBuf),
    /// A database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file system failed.
    #[error("{}: {source}", path.display())]
    Files {
        /// Where.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |source| BackupError::Files { path, source }
}

/// Copies both databases of `data` into the folder `to`, which is made.
pub async fn backup(data: &Path, to: &Path) -> Result<(), BackupError> {
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let mut name = to.file_name().unwrap_or_default().to_owned();
    name.push(".unfinished");
    let unfinished = to.with_file_name(name);
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(at(&unfinished))?;
    }
    folder::make(&unfinished)?;
    for (file, _) in files() {
        copy(&data.join(file), &unfinished.join(file)).await?;
    }
    sync(&unfinished)?;
    fs::rename(&unfinished, to).map_err(at(to))?;
    let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    sync(parent.unwrap_or(Path::new(".")))
}

/// Copies one database into a file for this user's eyes only.
pub async fn copy(database: &Path, to: &Path) -> Result<(), BackupError> {
    let pool = open(database, false).await?;
    // SQLite writes into an empty file as into none, and keeps whose it is.
    own_file(to)?;
    let name = to.to_string_lossy().into_owned();
    sqlx::query("VACUUM INTO ?").bind(name).execute(&pool).await.map_err(StoreError::from)?;
    pool.close().await;
    File::open(to).and_then(|file| file.sync_all()).map_err(at(to))
}

/// Puts the databases of the folder `from` in the place of those in `data`, which are put aside in
/// the folder that is given back.
pub async fn restore(from: &Path, data: &Path) -> Result<PathBuf, BackupError> {
    let _lock = FolderLock::take(data)?;
    for (file, migrations) in files() {
        check(&from.join(file), migrations).await?;
    }
    // First everything is here, then it takes two renames a file.
    for (file, _) in files() {
        let coming = data.join(format!("{file}.coming"));
        let _ = fs::remove_file(&coming);
        own_file(&coming)?;
        fs::copy(from.join(file), &coming).map_err(at(&coming))?;
        File::open(&coming).and_then(|file| file.sync_all()).map_err(at(&coming))?;
    }
    let aside = data.join(format!("before-restore-{}", now_ms()));
    folder::make(&aside)?;
    for (file, _) in files() {
        for name in [file.to_owned(), format!("{file}-wal"), format!("{file}-shm")] {
            let old = data.join(&name);
            if old.exists() {
                fs::rename(&old, aside.join(&name)).map_err(at(&old))?;
            }
        }
        let new = data.join(file);
        fs::rename(data.join(format!("{file}.coming")), &new).map_err(at(&new))?;
    }
    sync(data)?;
    // Brings an older copy to this version.
    Store::open(data).await?.close().await;
    Ok(aside)
}

/// Whether a file is whole, and of this version or one before.
async fn check(file: &Path, migrations: &Migrator) -> Result<(), BackupError> {
    let foreign = |_| BackupError::Foreign(file.to_owned());
    let pool = open(file, true).await?;
    let applied: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations")
            .fetch_all(&pool)
            .await
            .map_err(foreign)?;
    let is_known = |(version, checksum): &(i64, Vec<u8>)| {
        migrations.iter().any(|ours| ours.version == *version && *ours.checksum == **checksum)
    };
    if applied.is_empty() || !applied.iter().all(is_known) {
        return Err(BackupError::Foreign(file.to_owned()));
    }
    let found: Result<String, _> =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&pool).await;
    pool.close().await;
    let found = found.unwrap_or_else(|error| error.to_string());
    if found == "ok" { Ok(()) } else { Err(BackupError::Damaged { file: file.to_owned(), found }) }
}

/// A connection of its own. A copy that lies somewhere is read as it is; a database at work with
/// its log.
async fn open(file: &Path, lies_still: bool) -> Result<SqlitePool, BackupError> {
    if !file.is_file() {
        return Err(BackupError::Missing(file.to_owned()));
    }
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .read_only(lies_still)
        .immutable(lies_still)
        .busy_timeout(Duration::from_secs(10));
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options);
    Ok(pool.await.map_err(|error| StoreError::open(file, error))?)
}

/// An empty file that only this user can read.
fn own_file(path: &Path) -> Result<(), BackupError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop).map_err(at(path))
}

/// What a folder lists is on disk.
fn sync(folder: &Path) -> Result<(), BackupError> {
    #[cfg(unix)]
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(at(folder))?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

//! What can go wrong with the store. A driver's text stays in here and in the log; it never reaches
//! a browser.

use std::io;
use std::path::{Path, PathBuf};

use sqlx::migrate::MigrateError;
use thiserror::Error;

/// Why the store could not do what was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The data folder cannot be made or entered.
    #[error("the data folder {} cannot be used: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process works in the folder.
    #[error(
        "the data folder {} is in use by another site-agent; stop that one, or set data_dir",
        folder.display()
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The file cannot be opened.
    #[error("the database {} cannot be opened: {source}", file.display())]
    Open {
        /// The file.
        file: PathBuf,
        /// What SQLite said.
        source: Box<sqlx::Error>,
    },
    /// The file was made by a newer version, or a migration failed.
    #[error("the database {} cannot be brought to this version: {source}", file.display())]
    Migrate {
        /// The file.
        file: PathBuf,
        /// What went wrong.
        source: Box<MigrateError>,
    },
    /// The file was made by another version, and is not to be changed beside that.
    #[error(
        "the database {} is of another version; stop the program that serves from it, run \
         `site-agent migrate`, and try again",
        file.display()
    )]
    OtherVersion {
        /// The file.
        file: PathBuf,
    },
    /// The linked SQLite has a bug that loses data.
    #[error("SQLite {version} can corrupt databases; 3.51.3 or newer is needed")]
    OldSqlite {
        /// The version found.
        version: String,
    },
    /// A stored run cannot be packed or unpacked.
    #[error("a run's document cannot be read or written: {0}")]
    Body(io::Error),
    /// The system gives no random bits.
    #[error("the system gives no random bits: {0}")]
    Random(#[from] getrandom::Error),
    /// A query failed.
    #[error("the database failed: {0}")]
    Query(#[from] sqlx::Error),
}

impl StoreError {
    pub(super) fn open(file: &Path, source: sqlx::Error) -> Self {
        Self::Open { file: file.to_owned(), source: Box::new(source) }
    }

    /// Whether the same may work later: the file is locked, or the disk full.
    pub fn is_temporary(&self) -> bool {
        const BUSY: i32 = 5;
        const LOCKED: i32 = 6;
        const FULL: i32 = 13;
        match self {
            Self::Query(sqlx::Error::PoolTimedOut) => true,
            Self::Query(sqlx::Error::Database(error)) => error
                .code()
                .and_then(|code| code.parse::<i32>().ok())
                .is_some_and(|code| matches!(code & 0xff, BUSY | LOCKED | FULL)),
            _ => false,
        }
    }

    pub(super) fn migrate(file: &Path, source: MigrateError) -> Self {
        Self::Migrate { file: file.to_owned(), source: Box::new(source) }
    }
}

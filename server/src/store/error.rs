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
    /// The linked SQLite has a bug that loses data.
    #[error("SQLite {version} can corrupt databases; 3.51.3 or newer is needed")]
    OldSqlite {
        /// The version found.
        version: String,
    },
    /// A query failed.
    #[error("the database failed: {0}")]
    Query(#[from] sqlx::Error),
}

impl StoreError {
    pub(super) fn open(file: &Path, source: sqlx::Error) -> Self {
        Self::Open { file: file.to_owned(), source: Box::new(source) }
    }

    pub(super) fn migrate(file: &Path, source: MigrateError) -> Self {
        Self::Migrate { file: file.to_owned(), source: Box::new(source) }
    }
}

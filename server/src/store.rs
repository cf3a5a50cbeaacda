//! What is kept: two SQLite files in the data folder. The only place in the program that says SQL.
//!
//! `site-agent.db` holds the shop, accounts and widgets, `traces.db` the stored runs:
//! its retention and vacuuming never block the other, and no key reaches across. Each is opened by
//! [`Database::open`], which brings it to the current schema first.

pub mod accounts;
pub mod backup;
mod database;
mod error;
mod folder;
pub mod offered_tools;
pub mod shop;
pub mod traces;
pub mod widgets;

use std::path::Path;

pub use database::Database;
pub use error::StoreError;
pub use folder::FolderLock;

use sqlx::migrate::Migrator;

const SITE_FILE: &str = "site-agent.db";
const TRACES_FILE: &str = "traces.db";

static SITE: Migrator = sqlx::migrate!("../migrations/sqlite/site");
static TRACES: Migrator = sqlx::migrate!("../migrations/sqlite/traces");

/// Both databases, open.
#[derive(Clone, Debug)]
pub struct Store {
    /// `site-agent.db`.
    pub site: Database,
    /// `traces.db`.
    pub traces: Database,
}

impl Store {
    /// Opens the databases in `folder`, making the folder and them if need be.
    pub async fn open(folder: &Path) -> Result<Self, StoreError> {
        folder::make(folder)?;
        Ok(Self {
            site: Database::open(&folder.join(SITE_FILE), &SITE).await?,
            traces: Database::open(&folder.join(TRACES_FILE), &TRACES).await?,
        })
    }

    /// Opens `site-agent.db` in `folder` beside a program that may be serving from it: it has to be
    /// there, and of this version.
    pub async fn join_site(folder: &Path) -> Result<Database, StoreError> {
        Database::join(&folder.join("site-agent.db"), &SITE).await
    }

    /// Whether both answer.
    pub async fn is_well(&self) -> bool {
        self.site.is_well().await && self.traces.is_well().await
    }

    /// Waits for what runs and closes both.
    pub async fn close(&self) {
        self.site.close().await;
        self.traces.close().await;
    }
}

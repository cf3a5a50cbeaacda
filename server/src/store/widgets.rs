//! Widgets made in the dashboard, and what is noted of the pages that ask for one.

use sqlx::FromRow;

use super::{Database, StoreError};
use crate::clock::now_ms;

/// Pages and origins that are kept of each widget.
pub const NOTED: u32 = 50;

/// The tables of widgets in `site-agent.db`.
#[derive(Clone, Debug)]
pub struct WidgetStore {
    pub(super) database: Database,
}

/// A row of the table.
#[derive(Clone, Debug, FromRow)]
pub struct WidgetRow {
    /// The public key.
    pub key: String,
    /// What the owner calls it.
    pub name: String,
    /// Whether it answers.
    pub is_on: bool,
    /// A JSON object.
    pub settings: String,
    /// Sealed.
    pub provider_key: Option<Vec<u8>>,
    /// The key's last characters.
    pub key_end: Option<String>,
    /// When it was made.
    pub created_at: i64,
}

/// Which of the two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// Origins that were refused.
    Refused,
    /// Pages that loaded the tag.
    Seen,
}

/// How often something was met, and when.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Noted {
    /// The origin or page.
    pub place: String,
    /// How often.
    pub count: i64,
    /// The first time.
    pub first_at: i64,
    /// The last time.
    pub last_at: i64,
}

impl WidgetStore {
    /// The widgets in an open database.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// All rows, the oldest first.
    pub async fn all(&self) -> Result<Vec<WidgetRow>, StoreError> {
        let query = sqlx::query_as(
            "SELECT key, name, is_on, settings, provider_key, key_end, created_at FROM widgets \
             ORDER BY created_at, key",
        );
        Ok(query.fetch_all(self.database.reader()).await?)
    }

    /// The row of a key.
    pub async fn row(&self, key: &str) -> Result<Option<WidgetRow>, StoreError> {
        let query = sqlx::query_as(
            "SELECT key, name, is_on, settings, provider_key, key_end, created_at FROM widgets \
             WHERE key = ?",
        );
        Ok(query.bind(key).fetch_optional(self.database.reader()).await?)
    }

    /// Writes a row, new or changed.
    pub async fn keep(&self, row: &WidgetRow) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        sqlx::query(
            "INSERT INTO widgets \
             (key, name, is_on, settings, provider_key, key_end, created_at, changed_at) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET \
             name = excluded.name, is_on = excluded.is_on, settings = excluded.settings, \
             provider_key = excluded.provider_key, key_end = excluded.key_end, \
             changed_at = excluded.changed_at",
        )
        .bind(&row.key)
        .bind(&row.name)
        .bind(row.is_on)
        .bind(&row.settings)
        .bind(&row.provider_key)
        .bind(&row.key_end)
        .bind(row.created_at)
        .bind(now_ms())
        .execute(&mut *write)
        .await?;
        Ok(write.commit().await?)
    }

    /// Removes a row and what was noted of it; false where there was none.
    pub async fn remove(&self, key: &str) -> Result<bool, StoreError> {
        let mut write = self.database.write().await?;
        for sql in [
            "DELETE FROM widget_refused_origins WHERE widget = ?",
            "DELETE FROM widget_seen_pages WHERE widget = ?",
            "DELETE FROM widget_offered_tools WHERE widget = ?",
        ] {
            sqlx::query(sql).bind(key).execute(&mut *write).await?;
        }
        let remove = sqlx::query("DELETE FROM widgets WHERE key = ?").bind(key);
        let removed = remove.execute(&mut *write).await?.rows_affected();
        write.commit().await?;
        Ok(removed > 0)
    }

    /// Adds what was met to the lists, in one write, and keeps the newest of each.
    pub async fn note(&self, notes: &[(String, List, Noted)]) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        for (widget, list, noted) in notes {
            let (add, prune) = match list {
                List::Refused => (ADD_REFUSED, PRUNE_REFUSED),
                List::Seen => (ADD_SEEN, PRUNE_SEEN),
            };
            sqlx::query(add)
                .bind(widget)
                .bind(&noted.place)
                .bind(noted.count)
                .bind(noted.first_at)
                .bind(noted.last_at)
                .execute(&mut *write)
                .await?;
            let prune = sqlx::query(prune).bind(widget).bind(NOTED);
            prune.execute(&mut *write).await?;
        }
        Ok(write.commit().await?)
    }

    /// A list of a widget, the newest first.
    pub async fn noted(&self, widget: &str, list: List) -> Result<Vec<Noted>, StoreError> {
        let sql = match list {
            List::Refused => {
                "SELECT origin AS place, count, first_at, last_at FROM widget_refused_origins \
                 WHERE widget = ? ORDER BY last_at DESC, origin"
            }
            List::Seen => {
                "SELECT page AS place, count, first_at, last_at FROM widget_seen_pages \
                 WHERE widget = ? ORDER BY last_at DESC, page"
            }
        };
        Ok(sqlx::query_as(sql).bind(widget).fetch_all(self.database.reader()).await?)
    }

    /// When each widget was last met on a page.
    pub async fn last_seen(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let query =
            sqlx::query_as("SELECT widget, max(last_at) FROM widget_seen_pages GROUP BY widget");
        Ok(query.fetch_all(self.database.reader()).await?)
    }

    /// Strikes an origin from those that were refused.
    pub async fn forget_refused(&self, widget: &str, origin: &str) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        let forget =
            sqlx::query("DELETE FROM widget_refused_origins WHERE widget = ? AND origin = ?");
        forget.bind(widget).bind(origin).execute(&mut *write).await?;
        Ok(write.commit().await?)
    }
}

const ADD_REFUSED: &str = "INSERT INTO widget_refused_origins (widget, origin, count, first_at, last_at) \
     VALUES (?, ?, ?, ?, ?) ON CONFLICT (widget, origin) DO UPDATE SET \
     count = count + excluded.count, last_at = max(last_at, excluded.last_at)";
const ADD_SEEN: &str = "INSERT INTO widget_seen_pages (widget, page, count, first_at, last_at) \
     VALUES (?, ?, ?, ?, ?) ON CONFLICT (widget, page) DO UPDATE SET \
     count = count + excluded.count, last_at = max(last_at, excluded.last_at)";
const PRUNE_REFUSED: &str = "DELETE FROM widget_refused_origins WHERE widget = ?1 AND origin NOT IN \
     (SELECT origin FROM widget_refused_origins WHERE widget = ?1 \
      ORDER BY last_at DESC, origin LIMIT ?2)";
const PRUNE_SEEN: &str = "DELETE FROM widget_seen_pages WHERE widget = ?1 AND page NOT IN \
     (SELECT page FROM widget_seen_pages WHERE widget = ?1 \
      ORDER BY last_at DESC, page LIMIT ?2)";

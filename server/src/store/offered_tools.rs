//! Tools that pages offered to a widget's model.

use sqlx::FromRow;

use super::StoreError;
use super::widgets::WidgetStore;

/// Tools that are kept of each widget, of all its pages together.
pub const MOST_TOOLS: u32 = 200;

/// A tool of some origin's pages, and when it was offered last.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Offered {
    /// The pages' origin.
    pub origin: String,
    /// The tool's name.
    pub tool: String,
    /// When, in milliseconds since 1970.
    pub last_at: i64,
}

impl WidgetStore {
    /// Adds what was offered to each widget, in one write, and keeps the newest.
    pub async fn note_offered(&self, offered: &[(String, Offered)]) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        for (widget, Offered { origin, tool, last_at }) in offered {
            let add = sqlx::query(
                "INSERT INTO widget_offered_tools (widget, origin, tool, last_at) \
                 VALUES (?, ?, ?, ?) ON CONFLICT (widget, origin, tool) DO UPDATE SET \
                 last_at = max(last_at, excluded.last_at)",
            );
            add.bind(widget).bind(origin).bind(tool).bind(last_at).execute(&mut *write).await?;
        }
        let mut widgets: Vec<_> = offered.iter().map(|(widget, _)| widget).collect();
        widgets.dedup();
        for widget in widgets {
            let prune = sqlx::query(
                "DELETE FROM widget_offered_tools WHERE widget = ?1 AND (origin, tool) NOT IN \
                 (SELECT origin, tool FROM widget_offered_tools WHERE widget = ?1 \
                  ORDER BY last_at DESC, origin, tool LIMIT ?2)",
            );
            prune.bind(widget).bind(MOST_TOOLS).execute(&mut *write).await?;
        }
        Ok(write.commit().await?)
    }

    /// What was offered to a widget, by origin and name.
    pub async fn offered(&self, widget: &str) -> Result<Vec<Offered>, StoreError> {
        let query = sqlx::query_as(
            "SELECT origin, tool, last_at FROM widget_offered_tools WHERE widget = ? \
             ORDER BY origin, tool",
        );
        Ok(query.bind(widget).fetch_all(self.database.reader()).await?)
    }
}

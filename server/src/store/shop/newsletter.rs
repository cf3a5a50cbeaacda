//! The list of people who asked for the newsletter.

use async_trait::async_trait;
use site_agent_app::ports::{Newsletter, StoreError};

use super::{ShopStore, failed, now_ms};

#[async_trait]
impl Newsletter for ShopStore {
    async fn subscribe(&self, email: &str) -> Result<bool, StoreError> {
        let mut write = self.database.write().await.map_err(failed)?;
        let done = sqlx::query(
            "INSERT INTO shop_newsletter (email, subscribed_at) VALUES (lower(trim(?)), ?) \
             ON CONFLICT (email) DO NOTHING",
        )
        .bind(email)
        .bind(now_ms())
        .execute(&mut *write)
        .await
        .map_err(failed)?;
        write.commit().await.map_err(failed)?;
        Ok(done.rows_affected() == 1)
    }
}

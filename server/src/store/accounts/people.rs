//! The accounts themselves.

use site_agent_app::admin::account::Role;
use sqlx::{FromRow, SqliteConnection};

use super::AccountStore;
use crate::store::StoreError;

/// An account as signing in needs it.
#[derive(Clone, Debug)]
pub struct Account {
    /// Its id.
    pub id: i64,
    /// Its name, as its owner writes it.
    pub name: String,
    /// The hash of its password.
    pub password: String,
    /// Whether signing in asks for a code.
    pub has_codes: bool,
}

#[derive(FromRow)]
struct AccountRow {
    id: i64,
    name: String,
    password: String,
    has_codes: bool,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        let AccountRow { id, name, password, has_codes } = row;
        Self { id, name, password, has_codes }
    }
}

impl AccountStore {
    /// Whether there is any account.
    pub async fn are_there(&self) -> Result<bool, StoreError> {
        let found: Option<i64> = sqlx::query_scalar("SELECT 1 FROM accounts LIMIT 1")
            .fetch_optional(self.database.reader())
            .await?;
        Ok(found.is_some())
    }

    /// The account of a name, however it is written.
    pub async fn by_name(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let row: Option<AccountRow> = sqlx::query_as(
            "SELECT id, name, password, totp IS NOT NULL AS has_codes FROM accounts WHERE name = ?",
        )
        .bind(name)
        .fetch_optional(self.database.reader())
        .await?;
        Ok(row.map(Account::from))
    }
}

/// Makes an account; `None` if somebody has the name.
pub(super) async fn make(
    write: &mut SqliteConnection,
    name: &str,
    role: Role,
    password: &str,
    now: i64,
) -> Result<Option<i64>, StoreError> {
    Ok(sqlx::query_scalar(
        "INSERT INTO accounts (name, role, password, password_at, created_at) \
         VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING RETURNING id",
    )
    .bind(name)
    .bind(role.as_str())
    .bind(password)
    .bind(now)
    .bind(now)
    .fetch_optional(write)
    .await?)
}

/// The role of a row; what the table's own check does not allow is the least of them.
pub(super) fn role(word: &str) -> Role {
    Role::parse(word).unwrap_or(Role::Viewer)
}

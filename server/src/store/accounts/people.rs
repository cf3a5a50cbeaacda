//! The accounts themselves.

use site_agent_app::admin::account::{Person, Role, SignedIn};
use sqlx::{FromRow, SqliteConnection};

use super::audit::{What, note};
use super::{AccountStore, By};
use crate::auth::TokenHash;
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

#[derive(FromRow)]
struct PersonRow {
    id: i64,
    name: String,
    role: String,
    created_at: i64,
    seen_at: Option<i64>,
    has_codes: bool,
}

impl From<PersonRow> for Person {
    fn from(row: PersonRow) -> Self {
        let PersonRow { id, name, created_at, seen_at, has_codes, .. } = row;
        Self { id, name, role: role(&row.role), created_at, seen_at, has_codes }
    }
}

/// How changing an account went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It is changed.
    Yes,
    /// There is no such account.
    Gone,
    /// No owner would be left.
    LastOwner,
}

impl AccountStore {
    /// Everybody, by name.
    pub async fn people(&self) -> Result<Vec<Person>, StoreError> {
        let rows: Vec<PersonRow> = sqlx::query_as(
            "SELECT a.id, a.name, a.role, a.created_at, a.totp IS NOT NULL AS has_codes, \
               (SELECT max(s.seen_at) FROM account_sessions AS s \
                WHERE s.account = a.id AND s.is_half = 0) AS seen_at \
             FROM accounts AS a ORDER BY a.name",
        )
        .fetch_all(self.database.reader())
        .await?;
        Ok(rows.into_iter().map(Person::from).collect())
    }

    /// All names, for whoever mistook one.
    pub async fn names(&self) -> Result<Vec<String>, StoreError> {
        let names = sqlx::query_scalar("SELECT name FROM accounts ORDER BY name");
        Ok(names.fetch_all(self.database.reader()).await?)
    }

    /// Changes somebody's role.
    pub async fn set_role(
        &self,
        by: By<'_>,
        account: i64,
        to: Role,
        now: i64,
    ) -> Result<Changed, StoreError> {
        let mut write = self.database.write().await?;
        let Some(name) = name(&mut write, account).await? else { return Ok(Changed::Gone) };
        sqlx::query("UPDATE accounts SET role = ? WHERE id = ?")
            .bind(to.as_str())
            .bind(account)
            .execute(&mut *write)
            .await?;
        if !has_owner(&mut write).await? {
            return Ok(Changed::LastOwner);
        }
        let about = format!("{name}: {}", to.as_str());
        note(&mut write, by, What::RoleChanged.as_str(), &about, now).await?;
        write.commit().await?;
        Ok(Changed::Yes)
    }

    /// Removes an account with its sessions.
    pub async fn remove(&self, by: By<'_>, account: i64, now: i64) -> Result<Changed, StoreError> {
        let mut write = self.database.write().await?;
        let Some(name) = name(&mut write, account).await? else { return Ok(Changed::Gone) };
        let delete = sqlx::query("DELETE FROM accounts WHERE id = ?").bind(account);
        delete.execute(&mut *write).await?;
        if !has_owner(&mut write).await? {
            return Ok(Changed::LastOwner);
        }
        note(&mut write, by, What::Removed.as_str(), &name, now).await?;
        write.commit().await?;
        Ok(Changed::Yes)
    }

    /// Sets a new password, ends the other sessions, and gives this one another token.
    pub async fn change_password(
        &self,
        who: &SignedIn,
        password: &str,
        token: &TokenHash,
        now: i64,
    ) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        sqlx::query("UPDATE accounts SET password = ?, password_at = ? WHERE id = ?")
            .bind(password)
            .bind(now)
            .bind(who.account)
            .execute(&mut *write)
            .await?;
        sqlx::query("DELETE FROM account_sessions WHERE account = ? AND id <> ?")
            .bind(who.account)
            .bind(who.session)
            .execute(&mut *write)
            .await?;
        sqlx::query("UPDATE account_sessions SET hash = ? WHERE id = ?")
            .bind(token.as_slice())
            .bind(who.session)
            .execute(&mut *write)
            .await?;
        let by = By { who: &who.name, address: &who.address };
        note(&mut write, by, What::PasswordChanged.as_str(), "", now).await?;
        Ok(write.commit().await?)
    }

    /// Puts another hash of the same password in the place of one, unless that has changed since.
    pub async fn rehash(&self, account: i64, old: &str, new: &str) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        sqlx::query("UPDATE accounts SET password = ? WHERE id = ? AND password = ?")
            .bind(new)
            .bind(account)
            .bind(old)
            .execute(&mut *write)
            .await?;
        Ok(write.commit().await?)
    }

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

async fn name(write: &mut SqliteConnection, account: i64) -> Result<Option<String>, StoreError> {
    let name = sqlx::query_scalar("SELECT name FROM accounts WHERE id = ?").bind(account);
    Ok(name.fetch_optional(write).await?)
}

async fn has_owner(write: &mut SqliteConnection) -> Result<bool, StoreError> {
    let owner = sqlx::query_scalar::<_, i64>("SELECT 1 FROM accounts WHERE role = 'owner' LIMIT 1");
    Ok(owner.fetch_optional(write).await?.is_some())
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

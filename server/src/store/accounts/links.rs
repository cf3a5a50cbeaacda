//! One-time links. Using one deletes it, in the same transaction as what it is used for.

use site_agent_app::admin::account::link::Link;
use site_agent_app::admin::account::{Invitation, Role};
use sqlx::{FromRow, SqliteConnection};

use super::audit::{What, note};
use super::people::{make, role};
use super::sessions::{NewSession, begin};
use super::{AccountStore, By};
use crate::auth::TokenHash;
use crate::store::StoreError;

/// A link to make.
#[derive(Clone, Copy, Debug)]
pub enum NewLink {
    /// For the first account; those made before stop working.
    SetUp,
    /// For an account of that role.
    Invitation(Role),
    /// For a new password of that account.
    Reset(i64),
}

/// A link that is still good.
#[derive(Clone, Debug)]
pub struct FoundLink {
    /// What it is for.
    pub link: Link,
    id: i64,
    account: Option<i64>,
}

#[derive(FromRow)]
struct LinkRow {
    id: i64,
    kind: String,
    role: Option<String>,
    account: Option<i64>,
    name: Option<String>,
}

impl From<LinkRow> for FoundLink {
    fn from(row: LinkRow) -> Self {
        let link = match row.kind.as_str() {
            "set-up" => Link::SetUp,
            "reset" => Link::Reset(row.name.unwrap_or_default()),
            _ => Link::Invitation(role(&row.role.unwrap_or_default())),
        };
        Self { link, id: row.id, account: row.account }
    }
}

#[derive(FromRow)]
struct InvitationRow {
    id: i64,
    role: String,
    created_at: i64,
    expires_at: i64,
}

impl From<InvitationRow> for Invitation {
    fn from(row: InvitationRow) -> Self {
        let InvitationRow { id, created_at, expires_at, .. } = row;
        Self { id, role: role(&row.role), created_at, expires_at }
    }
}

impl AccountStore {
    /// Makes a link that is good until `expires`.
    pub async fn make_link(
        &self,
        hash: &TokenHash,
        link: NewLink,
        by: By<'_>,
        now: i64,
        expires: i64,
    ) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        let (kind, role, account) = match link {
            NewLink::SetUp => ("set-up", None, None),
            NewLink::Invitation(role) => ("invitation", Some(role.as_str()), None),
            NewLink::Reset(account) => ("reset", None, Some(account)),
        };
        // One set-up link, one link for a password: the last one made.
        sqlx::query(
            "DELETE FROM account_links WHERE expires_at <= ? \
             OR (kind = ? AND kind <> 'invitation' AND account IS ?)",
        )
        .bind(now)
        .bind(kind)
        .bind(account)
        .execute(&mut *write)
        .await?;
        sqlx::query(
            "INSERT INTO account_links (hash, kind, role, account, created_at, expires_at) \
             VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(hash.as_slice())
        .bind(kind)
        .bind(role)
        .bind(account)
        .bind(now)
        .bind(expires)
        .execute(&mut *write)
        .await?;
        match link {
            NewLink::SetUp => {}
            NewLink::Invitation(role) => {
                note(&mut write, by, What::Invited.as_str(), role.as_str(), now).await?;
            }
            NewLink::Reset(_) => {
                note(&mut write, by, What::ResetPrinted.as_str(), "", now).await?;
            }
        }
        Ok(write.commit().await?)
    }

    /// The invitations that are still good, the newest first.
    pub async fn invitations(&self, now: i64) -> Result<Vec<Invitation>, StoreError> {
        let rows: Vec<InvitationRow> = sqlx::query_as(
            "SELECT id, role, created_at, expires_at FROM account_links \
             WHERE kind = 'invitation' AND expires_at > ? ORDER BY id DESC",
        )
        .bind(now)
        .fetch_all(self.database.reader())
        .await?;
        Ok(rows.into_iter().map(Invitation::from).collect())
    }

    /// Takes an invitation back; false if there is no such.
    pub async fn end_invitation(&self, by: By<'_>, id: i64, now: i64) -> Result<bool, StoreError> {
        let mut write = self.database.write().await?;
        let done = sqlx::query("DELETE FROM account_links WHERE id = ? AND kind = 'invitation'")
            .bind(id)
            .execute(&mut *write)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        note(&mut write, by, What::InvitationEnded.as_str(), "", now).await?;
        write.commit().await?;
        Ok(true)
    }

    /// What a link is for; `None` for one that was used, is over or was never made.
    pub async fn link(&self, hash: &TokenHash, now: i64) -> Result<Option<FoundLink>, StoreError> {
        let mut reader = self.database.reader().acquire().await?;
        find(&mut reader, hash, now).await
    }

    /// Makes an account with a link, and begins its first session.
    pub async fn join(
        &self,
        link: &TokenHash,
        name: &str,
        password: &str,
        session: NewSession<'_>,
        now: i64,
    ) -> Result<Joined, StoreError> {
        let mut write = self.database.write().await?;
        let Some(found) = find(&mut write, link, now).await? else { return Ok(Joined::NoLink) };
        let (role, what) = match found.link {
            Link::SetUp => (Role::Owner, What::SetUp),
            Link::Invitation(role) => (role, What::Joined),
            Link::Reset(_) => return Ok(Joined::NoLink),
        };
        let Some(account) = make(&mut write, name, role, password, now).await? else {
            return Ok(Joined::NameTaken);
        };
        spend(&mut write, found.id).await?;
        begin(&mut write, account, session, now).await?;
        let by = By { who: name, address: &session.caller.address };
        note(&mut write, by, what.as_str(), role.as_str(), now).await?;
        note(&mut write, by, What::SignedIn.as_str(), "", now).await?;
        write.commit().await?;
        Ok(Joined::Yes)
    }

    /// Sets a new password with a link and ends all sessions of the account; false for a link that
    /// is no longer good.
    pub async fn reset(
        &self,
        link: &TokenHash,
        password: &str,
        address: &str,
        now: i64,
    ) -> Result<bool, StoreError> {
        let mut write = self.database.write().await?;
        let Some(FoundLink { link: Link::Reset(name), id, account: Some(account) }) =
            find(&mut write, link, now).await?
        else {
            return Ok(false);
        };
        spend(&mut write, id).await?;
        sqlx::query("UPDATE accounts SET password = ?, password_at = ? WHERE id = ?")
            .bind(password)
            .bind(now)
            .bind(account)
            .execute(&mut *write)
            .await?;
        sqlx::query("DELETE FROM account_sessions WHERE account = ?")
            .bind(account)
            .execute(&mut *write)
            .await?;
        let by = By { who: &name, address };
        note(&mut write, by, What::PasswordReset.as_str(), "", now).await?;
        write.commit().await?;
        Ok(true)
    }
}

/// How making an account with a link went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// It is made.
    Yes,
    /// The link is not good for that any more.
    NoLink,
    /// Somebody has the name.
    NameTaken,
}

async fn find(
    connection: &mut SqliteConnection,
    hash: &TokenHash,
    now: i64,
) -> Result<Option<FoundLink>, StoreError> {
    // A set-up link ends with the first account, whoever made it.
    let row: Option<LinkRow> = sqlx::query_as(
        "SELECT l.id, l.kind, l.role, l.account, a.name FROM account_links AS l \
         LEFT JOIN accounts AS a ON a.id = l.account \
         WHERE l.hash = ? AND l.expires_at > ? \
           AND (l.kind <> 'set-up' OR NOT EXISTS (SELECT 1 FROM accounts))",
    )
    .bind(hash.as_slice())
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(FoundLink::from))
}

async fn spend(write: &mut SqliteConnection, link: i64) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM account_links WHERE id = ?").bind(link).execute(write).await?;
    Ok(())
}

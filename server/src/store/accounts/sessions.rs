//! Sessions: who holds the token of one is signed in, until it is idle or old.

use site_agent_app::admin::account::{Caller, HalfIn, Session, SignedIn};
use sqlx::{FromRow, SqliteConnection};

use super::audit::{What, note};
use super::people::role;
use super::{AccountStore, By};
use crate::auth::TokenHash;
use crate::store::StoreError;

const MINUTE_MS: i64 = 60 * 1000;
/// A session that nobody used for so long ends.
pub const IDLE_MS: i64 = 12 * 60 * MINUTE_MS;
/// And so does one that is this old, however it is used.
pub const ABSOLUTE_MS: i64 = 30 * 24 * 60 * MINUTE_MS;
/// How long one may take for the code.
pub const HALF_MS: i64 = 10 * MINUTE_MS;
/// A use is written down once in this time: reading a page should not write.
const TOUCH_MS: i64 = 5 * MINUTE_MS;

/// A session to begin.
#[derive(Clone, Copy, Debug)]
pub struct NewSession<'a> {
    /// The hash of its token.
    pub hash: &'a TokenHash,
    /// Where it begins.
    pub caller: &'a Caller,
    /// Whether a code is still to come.
    pub is_half: bool,
}

/// What a token is good for.
#[derive(Clone, Debug)]
pub enum Found {
    /// Everything.
    Whole(SignedIn),
    /// Writing the code.
    Half(HalfIn),
}

#[derive(FromRow)]
struct SessionRow {
    id: i64,
    account: i64,
    name: String,
    role: String,
    is_half: bool,
    seen_at: i64,
}

#[derive(FromRow)]
struct ListedRow {
    id: i64,
    created_at: i64,
    seen_at: i64,
    address: String,
    browser: String,
}

impl From<ListedRow> for Session {
    fn from(row: ListedRow) -> Self {
        let ListedRow { id, created_at, seen_at, address, browser } = row;
        Self { id, created_at, seen_at, address, browser }
    }
}

impl AccountStore {
    /// What the token of a hash is good for at `now`; `None` if it is unknown or over.
    pub async fn session(
        &self,
        hash: &TokenHash,
        address: &str,
        now: i64,
    ) -> Result<Option<Found>, StoreError> {
        let row: Option<SessionRow> = sqlx::query_as(
            "SELECT s.id, s.account, a.name, a.role, s.is_half, s.seen_at \
             FROM account_sessions AS s JOIN accounts AS a ON a.id = s.account \
             WHERE s.hash = ? AND s.created_at > ? \
               AND (CASE s.is_half WHEN 1 THEN s.created_at > ? ELSE s.seen_at > ? END)",
        )
        .bind(hash.as_slice())
        .bind(now - ABSOLUTE_MS)
        .bind(now - HALF_MS)
        .bind(now - IDLE_MS)
        .fetch_optional(self.database.reader())
        .await?;
        let Some(row) = row else { return Ok(None) };
        let SessionRow { id: session, account, name, .. } = row;
        if row.is_half {
            return Ok(Some(Found::Half(HalfIn { account, name, session })));
        }
        if row.seen_at <= now - TOUCH_MS {
            self.touch(session, address, now).await?;
        }
        let (role, address) = (role(&row.role), address.to_owned());
        Ok(Some(Found::Whole(SignedIn { account, name, role, session, address })))
    }

    async fn touch(&self, session: i64, address: &str, now: i64) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        sqlx::query("UPDATE account_sessions SET seen_at = ?, address = ? WHERE id = ?")
            .bind(now)
            .bind(address)
            .bind(session)
            .execute(&mut *write)
            .await?;
        Ok(write.commit().await?)
    }

    /// Begins a session of an account; whoever is signed in with it is noted.
    pub async fn begin(
        &self,
        account: i64,
        name: &str,
        session: NewSession<'_>,
        now: i64,
    ) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        begin(&mut write, account, session, now).await?;
        if !session.is_half {
            let by = By { who: name, address: &session.caller.address };
            note(&mut write, by, What::SignedIn.as_str(), "", now).await?;
        }
        Ok(write.commit().await?)
    }

    /// Makes a half session whole: another one, with another token, in its place. False if it is
    /// over by now.
    pub async fn complete(
        &self,
        half: &HalfIn,
        session: NewSession<'_>,
        now: i64,
    ) -> Result<bool, StoreError> {
        let mut write = self.database.write().await?;
        let done = sqlx::query("DELETE FROM account_sessions WHERE id = ? AND is_half = 1")
            .bind(half.session)
            .execute(&mut *write)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        begin(&mut write, half.account, session, now).await?;
        let by = By { who: &half.name, address: &session.caller.address };
        note(&mut write, by, What::SignedIn.as_str(), "with a code", now).await?;
        write.commit().await?;
        Ok(true)
    }

    /// The sessions of an account that are not over, the one used last first.
    pub async fn sessions(&self, account: i64, now: i64) -> Result<Vec<Session>, StoreError> {
        let rows: Vec<ListedRow> = sqlx::query_as(
            "SELECT id, created_at, seen_at, address, browser FROM account_sessions \
             WHERE account = ? AND is_half = 0 AND created_at > ? AND seen_at > ? \
             ORDER BY seen_at DESC, id DESC",
        )
        .bind(account)
        .bind(now - ABSOLUTE_MS)
        .bind(now - IDLE_MS)
        .fetch_all(self.database.reader())
        .await?;
        Ok(rows.into_iter().map(Session::from).collect())
    }

    /// Ends one of somebody's own sessions; false if there is no such.
    pub async fn end(&self, who: &SignedIn, session: i64, now: i64) -> Result<bool, StoreError> {
        let mut write = self.database.write().await?;
        let done = sqlx::query("DELETE FROM account_sessions WHERE id = ? AND account = ?")
            .bind(session)
            .bind(who.account)
            .execute(&mut *write)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        let by = By { who: &who.name, address: &who.address };
        note(&mut write, by, What::SessionEnded.as_str(), "", now).await?;
        write.commit().await?;
        Ok(true)
    }

    /// Ends all of somebody's sessions but the one that asks.
    pub async fn end_others(&self, who: &SignedIn, now: i64) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        sqlx::query("DELETE FROM account_sessions WHERE account = ? AND id <> ?")
            .bind(who.account)
            .bind(who.session)
            .execute(&mut *write)
            .await?;
        let by = By { who: &who.name, address: &who.address };
        note(&mut write, by, What::OthersEnded.as_str(), "", now).await?;
        Ok(write.commit().await?)
    }

    /// Ends the session of somebody who signs out.
    pub async fn sign_out(&self, who: &SignedIn, now: i64) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        sqlx::query("DELETE FROM account_sessions WHERE id = ?")
            .bind(who.session)
            .execute(&mut *write)
            .await?;
        let by = By { who: &who.name, address: &who.address };
        note(&mut write, by, What::SignedOut.as_str(), "", now).await?;
        Ok(write.commit().await?)
    }
}

/// Begins a session as part of a write. Those that are over are swept here, because only here
/// their number grows.
pub(super) async fn begin(
    write: &mut SqliteConnection,
    account: i64,
    session: NewSession<'_>,
    now: i64,
) -> Result<i64, StoreError> {
    sqlx::query(
        "DELETE FROM account_sessions WHERE created_at <= ? OR seen_at <= ? \
         OR (is_half = 1 AND created_at <= ?)",
    )
    .bind(now - ABSOLUTE_MS)
    .bind(now - IDLE_MS)
    .bind(now - HALF_MS)
    .execute(&mut *write)
    .await?;
    let done = sqlx::query(
        "INSERT INTO account_sessions \
         (hash, account, is_half, created_at, seen_at, address, browser) \
         VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(session.hash.as_slice())
    .bind(account)
    .bind(session.is_half)
    .bind(now)
    .bind(now)
    .bind(&session.caller.address)
    .bind(&session.caller.browser)
    .execute(write)
    .await?;
    Ok(done.last_insert_rowid())
}

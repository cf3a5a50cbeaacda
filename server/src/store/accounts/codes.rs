//! The second step of signing in: the sealed secret, the last step that was used, recovery codes.

use sqlx::{FromRow, SqliteConnection};

use super::audit::{What, note};
use super::{AccountStore, By};
use crate::auth::TokenHash;
use crate::store::StoreError;

/// What is kept of an account's codes.
#[derive(Clone, Debug, FromRow)]
pub struct Codes {
    /// The sealed secret, while codes are asked for.
    pub totp: Option<Vec<u8>>,
    /// A sealed secret that waits for its first code.
    pub totp_starting: Option<Vec<u8>>,
    /// Recovery codes that were not used.
    pub left: u32,
}

impl AccountStore {
    /// What is kept of the codes of an account.
    pub async fn codes(&self, account: i64) -> Result<Option<Codes>, StoreError> {
        let query = sqlx::query_as(
            "SELECT totp, totp_starting, \
               (SELECT count(*) FROM account_recovery_codes WHERE account = a.id) AS left \
             FROM accounts AS a WHERE id = ?",
        );
        Ok(query.bind(account).fetch_optional(self.database.reader()).await?)
    }

    /// Keeps a sealed secret until its first code; `None` forgets it.
    pub async fn start_codes(&self, account: i64, sealed: Option<&[u8]>) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        sqlx::query("UPDATE accounts SET totp_starting = ? WHERE id = ?")
            .bind(sealed)
            .bind(account)
            .execute(&mut *write)
            .await?;
        Ok(write.commit().await?)
    }

    /// Asks for codes of the secret that was started from now on; `step` is that of its first code.
    /// False if that secret is not waiting any more.
    pub async fn turn_codes_on(
        &self,
        by: By<'_>,
        account: i64,
        sealed: &[u8],
        step: i64,
        recovery: &[TokenHash],
        now: i64,
    ) -> Result<bool, StoreError> {
        let mut write = self.database.write().await?;
        let done = sqlx::query(
            "UPDATE accounts SET totp = totp_starting, totp_starting = NULL, totp_step = ? \
             WHERE id = ? AND totp_starting = ?",
        )
        .bind(step)
        .bind(account)
        .bind(sealed)
        .execute(&mut *write)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        replace(&mut write, account, recovery).await?;
        note(&mut write, by, What::CodesOn.as_str(), "", now).await?;
        write.commit().await?;
        Ok(true)
    }

    /// Asks for no codes any more, and ends sign-ins that wait for one.
    pub async fn turn_codes_off(
        &self,
        by: By<'_>,
        account: i64,
        now: i64,
    ) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        sqlx::query("UPDATE accounts SET totp = NULL, totp_starting = NULL WHERE id = ?")
            .bind(account)
            .execute(&mut *write)
            .await?;
        sqlx::query("DELETE FROM account_sessions WHERE account = ? AND is_half = 1")
            .bind(account)
            .execute(&mut *write)
            .await?;
        replace(&mut write, account, &[]).await?;
        note(&mut write, by, What::CodesOff.as_str(), "", now).await?;
        Ok(write.commit().await?)
    }

    /// Puts new recovery codes in the place of the old.
    pub async fn new_recovery_codes(
        &self,
        by: By<'_>,
        account: i64,
        recovery: &[TokenHash],
        now: i64,
    ) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        replace(&mut write, account, recovery).await?;
        note(&mut write, by, What::NewRecoveryCodes.as_str(), "", now).await?;
        Ok(write.commit().await?)
    }

    /// Uses the code of a time step; false if it, or a later one, was used before.
    pub async fn use_step(&self, account: i64, step: i64) -> Result<bool, StoreError> {
        let mut write = self.database.write().await?;
        let done = sqlx::query("UPDATE accounts SET totp_step = ? WHERE id = ? AND totp_step < ?")
            .bind(step)
            .bind(account)
            .bind(step)
            .execute(&mut *write)
            .await?;
        write.commit().await?;
        Ok(done.rows_affected() == 1)
    }

    /// Uses a recovery code up; false if there is no such.
    pub async fn use_recovery_code(
        &self,
        by: By<'_>,
        account: i64,
        hash: &TokenHash,
        now: i64,
    ) -> Result<bool, StoreError> {
        let mut write = self.database.write().await?;
        let done = sqlx::query("DELETE FROM account_recovery_codes WHERE hash = ? AND account = ?")
            .bind(hash.as_slice())
            .bind(account)
            .execute(&mut *write)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        note(&mut write, by, What::RecoveryCodeUsed.as_str(), "", now).await?;
        write.commit().await?;
        Ok(true)
    }
}

async fn replace(
    write: &mut SqliteConnection,
    account: i64,
    recovery: &[TokenHash],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM account_recovery_codes WHERE account = ?")
        .bind(account)
        .execute(&mut *write)
        .await?;
    for hash in recovery {
        sqlx::query("INSERT INTO account_recovery_codes (hash, account) VALUES (?, ?)")
            .bind(hash.as_slice())
            .bind(account)
            .execute(&mut *write)
            .await?;
    }
    Ok(())
}

//! The audit log: lines are added and never changed, which the database itself sees to.

use sqlx::SqliteConnection;

use super::{AccountStore, By};
use crate::store::StoreError;

/// What is noted about accounts. Others note in their own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Somebody signed in.
    SignedIn,
    /// Somebody wrote a wrong password for an account.
    WrongPassword,
    /// Somebody signed out.
    SignedOut,
    /// The first account was made.
    SetUp,
    /// Somebody used an invitation.
    Joined,
    /// A link for a new password was printed on the machine.
    ResetPrinted,
    /// Such a link was used.
    PasswordReset,
}

impl What {
    /// The words in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignedIn => "signed in",
            Self::WrongPassword => "wrong password",
            Self::SignedOut => "signed out",
            Self::SetUp => "set up the first account",
            Self::Joined => "joined",
            Self::ResetPrinted => "printed a link for a new password",
            Self::PasswordReset => "set a new password with a link",
        }
    }
}

impl AccountStore {
    /// Adds a line.
    pub async fn note(
        &self,
        by: By<'_>,
        what: &str,
        about: &str,
        now: i64,
    ) -> Result<(), StoreError> {
        let mut write = self.database.write().await?;
        note(&mut write, by, what, about, now).await?;
        Ok(write.commit().await?)
    }

    /// Whether an account signed in from an address before.
    pub async fn knows(&self, name: &str, address: &str) -> Result<bool, StoreError> {
        let found: Option<i64> = sqlx::query_scalar(
            "SELECT 1 FROM account_audit \
             WHERE who = ? COLLATE NOCASE AND what = ? AND address = ? LIMIT 1",
        )
        .bind(name)
        .bind(What::SignedIn.as_str())
        .bind(address)
        .fetch_optional(self.database.reader())
        .await?;
        Ok(found.is_some())
    }
}

/// Adds a line as part of a write.
pub(super) async fn note(
    write: &mut SqliteConnection,
    by: By<'_>,
    what: &str,
    about: &str,
    now: i64,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO account_audit (at, who, what, about, address) VALUES (?, ?, ?, ?, ?)")
        .bind(now)
        .bind(by.who)
        .bind(what)
        .bind(about)
        .bind(by.address)
        .execute(write)
        .await?;
    Ok(())
}

//! The audit log: lines are added and never changed, which the database itself sees to.

use site_agent_app::admin::account::AuditLine;
use sqlx::{FromRow, SqliteConnection};

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
    /// Somebody wrote a wrong code.
    WrongCode,
    /// Somebody used a recovery code.
    RecoveryCodeUsed,
    /// Somebody changed the own password.
    PasswordChanged,
    /// Somebody ended one of the own sessions.
    SessionEnded,
    /// Somebody ended all own sessions but one.
    OthersEnded,
    /// Signing in asks for a code from now on.
    CodesOn,
    /// It does not any more.
    CodesOff,
    /// There are new recovery codes.
    NewRecoveryCodes,
    /// Somebody was invited.
    Invited,
    /// An invitation was taken back.
    InvitationEnded,
    /// Somebody's role was changed.
    RoleChanged,
    /// An account was removed.
    Removed,
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
            Self::WrongCode => "wrong code",
            Self::RecoveryCodeUsed => "used a recovery code",
            Self::PasswordChanged => "changed the password",
            Self::SessionEnded => "ended a session",
            Self::OthersEnded => "ended all other sessions",
            Self::CodesOn => "turned two-step sign-in on",
            Self::CodesOff => "turned two-step sign-in off",
            Self::NewRecoveryCodes => "made new recovery codes",
            Self::Invited => "invited somebody",
            Self::InvitationEnded => "took an invitation back",
            Self::RoleChanged => "changed a role",
            Self::Removed => "removed an account",
            Self::ResetPrinted => "printed a link for a new password",
            Self::PasswordReset => "set a new password with a link",
        }
    }
}

#[derive(FromRow)]
struct LineRow {
    id: i64,
    at: i64,
    who: String,
    what: String,
    about: String,
    address: String,
}

impl From<LineRow> for AuditLine {
    fn from(row: LineRow) -> Self {
        let LineRow { id, at, who, what, about, address } = row;
        Self { id, at, who, what, about, address }
    }
}

impl AccountStore {
    /// At most `most` lines before the one of that id, the newest first.
    pub async fn audit_before(&self, id: i64, most: u32) -> Result<Vec<AuditLine>, StoreError> {
        let rows: Vec<LineRow> = sqlx::query_as(
            "SELECT id, at, who, what, about, address FROM account_audit \
             WHERE id < ? ORDER BY id DESC LIMIT ?",
        )
        .bind(id)
        .bind(most)
        .fetch_all(self.database.reader())
        .await?;
        Ok(rows.into_iter().map(AuditLine::from).collect())
    }

    /// At most `most` lines behind the one of that id, the oldest first.
    pub async fn audit_after(&self, id: i64, most: u32) -> Result<Vec<AuditLine>, StoreError> {
        let rows: Vec<LineRow> = sqlx::query_as(
            "SELECT id, at, who, what, about, address FROM account_audit \
             WHERE id > ? ORDER BY id LIMIT ?",
        )
        .bind(id)
        .bind(most)
        .fetch_all(self.database.reader())
        .await?;
        Ok(rows.into_iter().map(AuditLine::from).collect())
    }

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

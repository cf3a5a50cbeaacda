//! A line of the audit log.

use serde::Serialize;

/// What somebody did once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AuditLine {
    /// Its number: later lines have higher ones.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The account's name at that time.
    pub who: String,
    /// What was done.
    pub what: String,
    /// About what.
    pub about: String,
    /// The client's address.
    pub address: String,
}

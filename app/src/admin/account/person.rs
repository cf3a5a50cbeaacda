//! Somebody with an account, and somebody who may make one, as owners see them.

use super::role::Role;

/// Somebody with an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The account's id.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, if a session of it is left.
    pub seen_at: Option<i64>,
    /// Whether signing in asks for a code.
    pub has_codes: bool,
}

/// A link that somebody was sent, and has not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Its id.
    pub id: i64,
    /// What its user will be.
    pub role: Role,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When it ends.
    pub expires_at: i64,
}

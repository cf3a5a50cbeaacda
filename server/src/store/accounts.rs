//! Accounts, their sessions, one-time links and the audit log in `site-agent.db`.
//!
//! Tokens come and go as hashes; moments are the caller's. What changes something writes its line
//! of the audit log in the same transaction: neither is there without the other.

mod audit;
mod codes;
mod links;
mod people;
mod sessions;
#[cfg(test)]
mod tests;

pub use audit::What;
pub use codes::Codes;
pub use links::{FoundLink, Joined, NewLink};
pub use people::{Account, Changed};
pub use sessions::{ABSOLUTE_MS, Found, HALF_MS, IDLE_MS, NewSession};

use super::Database;

/// The tables of the accounts.
#[derive(Clone, Debug)]
pub struct AccountStore {
    database: Database,
}

/// Who does something, and from where, for the audit log.
#[derive(Clone, Copy, Debug)]
pub struct By<'a> {
    /// The account's name; what did it, if no account did.
    pub who: &'a str,
    /// The client's address.
    pub address: &'a str,
}

impl AccountStore {
    /// The accounts in an open database.
    pub fn new(database: Database) -> Self {
        Self { database }
    }
}

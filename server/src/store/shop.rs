//! The demo shop's data: the shelves (read only, filled by a migration), carts, orders and the
//! newsletter's list, behind the ports of the site.
//!
//! What SQLite says of a failure goes to the log; a page only learns that the store failed.

mod carts;
mod catalogue;
mod newsletter;
mod orders;
#[cfg(test)]
mod tests;

use site_agent_app::ports;

use super::Database;
use crate::clock::now_ms;
use crate::random::random;

/// The shop's tables in `site-agent.db`. Implements every port of the shop.
#[derive(Clone, Debug)]
pub struct ShopStore {
    database: Database,
}

impl ShopStore {
    /// The shop in an open database.
    pub fn new(database: Database) -> Self {
        Self { database }
    }
}

/// Keeps the cause for the owner of the log, and hands on that there was one.
fn failed<E: std::error::Error + 'static>(error: E) -> ports::StoreError {
    tracing::error!(error = &error as &dyn std::error::Error, "the shop's store failed");
    ports::StoreError
}

/// 128 random bits: whoever knows the id made of them was told it.
fn random_bits() -> Result<u128, ports::StoreError> {
    Ok(u128::from_be_bytes(random().map_err(failed)?))
}

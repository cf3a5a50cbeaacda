//! Who gets into the dashboard.
//!
//! `guard` stands in front of every request below `/admin` and `/api/fn/admin`; [`Gatekeeper`]
//! knows accounts and sessions and is the site's port for them. There is no password before
//! somebody chose one: the first account is made with a link that the program prints.

mod codes;
mod delays;
mod gatekeeper;
mod guard;
mod need;
mod own_account;
mod password;
mod people;
mod refused;
mod shown;
mod token;

pub use gatekeeper::Gatekeeper;
pub(crate) use guard::{Guard, guard};
pub use need::Need;
pub(crate) use token::hash;
pub use token::{Token, TokenHash};

//! The agent of Site Agent, pure: no DOM, no clock, no randomness, no I/O and no async.
//!
//! Time, ids and nonces come in with [`Event`]s, work to do goes out as [`Effect`]s, and
//! [`Session`] decides between them. Shells (the element's wasm boundary, the tests, the
//! server's rule matcher) carry the effects out. The one place that decides whether a call may
//! run is [`policy`]; everything that a person reads before allowing it is made in [`card`].

pub mod call;
pub mod card;
pub mod config;
pub mod effect;
pub mod event;
pub mod fence;
pub mod history;
pub mod instructions;
pub mod json;
pub mod letters;
pub mod listing;
pub mod message;
mod order;
pub mod outcome;
pub mod policy;
pub mod protocol;
pub mod public;
pub mod replay;
pub mod rules;
pub mod schema;
pub mod session;
pub mod sse;
pub mod text;
pub mod tool;
pub mod trace;
pub mod wire;

pub use call::Call;
pub use config::Config;
pub use effect::Effect;
pub use event::Event;
pub use listing::Listing;
pub use message::Message;
pub use session::Session;
pub use tool::{Hints, Tool};

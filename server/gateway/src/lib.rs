//! The model proxy: protocol 1 in, one provider's wire out.
//!
//! A [`Gateway`] holds the settings of one widget and answers one step at a time with
//! [`Gateway::turn`]. [`protect`] puts the layers in front of whatever route calls it: request id,
//! origin and CORS, per-client limit, envelope, in this order from outside. [`router`] is both
//! together, for anybody with an axum server; `README.md` and `examples/own_server.rs` show how.
//!
//! No key, prompt or provider text leaves through an error: what a client reads and what the log
//! says are different fields of [`ApiError`].

mod budget;
mod client;
mod config;
mod cut;
mod edge;
mod error;
mod events;
#[cfg(any(test, feature = "fuzz"))]
#[doc(hidden)]
pub mod fuzz;
pub mod genai;
mod history;
mod instructions;
mod names;
mod observe;
mod origin;
mod protocol;
mod provider;
mod schema;
mod source;
mod text;
mod toolbox;
mod tries;
mod turn;
mod upstream;

/// The README's own code is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use config::{Caps, ConfigError, GatewayConfig, Model, Provider, RateLimit, Remote};
pub use edge::request_id::RequestId;
pub use edge::{Trust, limited, protect, request_id, router};
pub use error::{ApiError, Code};
pub use events::Events;
pub use observe::{Observer, Outcome, StepSeen};
pub use origin::{Origin, OriginError};
pub use protocol::{Reply, Usage, VERSION};
pub use turn::{Answered, Gateway};

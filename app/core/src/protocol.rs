//! Protocol 1: what the session sends to a model and what comes back.
//!
//! The same form crosses to the proxy (`POST /api/agent`), to an adapter written in JavaScript
//! and to the built-in matcher. What we write is exact; what we read is read kindly where models
//! and adapters are known to slip (arguments as a string, or none at all), and refused with a
//! sentence where a guess would put words into somebody's mouth. Unknown fields are ignored, so
//! that either side may be older.

mod fault;
mod message;
mod reply;
mod request;
mod response;
mod stream;
mod tool_spec;

pub use fault::{Code, Detail, RunFault};
pub(crate) use message::History;
pub use message::{Told, message_from_value};
pub use reply::{BadReply, MAX_VALUE_DEPTH, Reply, unusable};
pub use request::{BadRequest, Request, VERSION};
pub use response::{ModelFailure, from_response};
pub use stream::{Piece, cut_off};
pub use tool_spec::ToolSpec;

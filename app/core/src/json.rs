//! JSON without serde and without floats.
//!
//! The parser is strict RFC 8259: valid UTF-8, no byte order mark, no trailing text. It refuses
//! what a Rust string cannot hold (an escaped surrogate without its other half), more than
//! [`MAX_DEPTH`] levels and more than [`MAX_BYTES`] bytes, so a parsed value can be walked and
//! dropped by plain recursion. Objects keep their key order and numbers keep their spelling:
//! what comes in goes out byte for byte, and a number is compared by its exact decimal value.
//! Of a key that appears twice the last value counts, at the place of the first.

mod decimal;
mod error;
mod number;
mod object;
mod parse;
mod value;
mod write;

pub use error::{ParseError, Problem};
pub use number::Number;
pub use object::Object;
pub use parse::{MAX_BYTES, MAX_DEPTH, parse, parse_bytes};
pub use value::Value;
pub(crate) use write::{object as write_object, string as write_text, value as write};

//! Why a text is not JSON.

use thiserror::Error;

#[cfg(doc)]
use super::{MAX_BYTES, MAX_DEPTH};

/// Why a text is not JSON, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{problem} at byte {offset}")]
pub struct ParseError {
    /// What is wrong.
    pub problem: Problem,
    /// Bytes before the place where it went wrong.
    pub offset: usize,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text ends where more must come.
    #[error("the JSON ends too early")]
    End,
    /// Something else stands where this must come.
    #[error("expected {0}")]
    Expected(&'static str),
    /// Something follows the value.
    #[error("unexpected text after the JSON value")]
    Trailing,
    /// The bytes are not UTF-8.
    #[error("not UTF-8")]
    Utf8,
    /// The text begins with a byte order mark.
    #[error("JSON must not begin with a byte order mark")]
    ByteOrderMark,
    /// A control character stands unescaped in a string.
    #[error("unescaped control character in a string")]
    Control,
    /// A backslash is followed by none of JSON's escapes.
    #[error("unknown escape in a string")]
    Escape,
    /// Half of a surrogate pair is escaped without its other half.
    #[error("surrogate escape without its other half in a string")]
    Surrogate,
    /// A number breaks off or is misspelt.
    #[error("malformed number")]
    Number,
    /// More than [`MAX_DEPTH`] arrays and objects in each other.
    #[error("nested too deeply")]
    TooDeep,
    /// More than [`MAX_BYTES`] bytes.
    #[error("too large")]
    TooLarge,
}

//! Why a text is not JSON.

use std::error::Error;

use crate::text::digits;
use std::fmt;

#[cfg(doc)]
use super::{MAX_BYTES, MAX_DEPTH};

/// Why a text is not JSON, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub problem: Problem,
    /// Bytes before the place where it went wrong.
    pub offset: usize,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The text ends where more must come.
    End,
    /// Something else stands where this must come.
    Expected(&'static str),
    /// Something follows the value.
    Trailing,
    /// The bytes are not UTF-8.
    Utf8,
    /// The text begins with a byte order mark.
    ByteOrderMark,
    /// A control character stands unescaped in a string.
    Control,
    /// A backslash is followed by none of JSON's escapes.
    Escape,
    /// Half of a surrogate pair is escaped without its other half.
    Surrogate,
    /// A number breaks off or is misspelt.
    Number,
    /// More than [`MAX_DEPTH`] arrays and objects in each other.
    TooDeep,
    /// More than [`MAX_BYTES`] bytes.
    TooLarge,
}

impl Problem {
    /// The same in words.
    fn words(self) -> [&'static str; 2] {
        let words = match self {
            Self::End => "the JSON ends too early",
            Self::Expected(what) => return ["expected ", what],
            Self::Trailing => "unexpected text after the JSON value",
            Self::Utf8 => "not UTF-8",
            Self::ByteOrderMark => "JSON must not begin with a byte order mark",
            Self::Control => "unescaped control character in a string",
            Self::Escape => "unknown escape in a string",
            Self::Surrogate => "surrogate escape without its other half in a string",
            Self::Number => "malformed number",
            Self::TooDeep => "nested too deeply",
            Self::TooLarge => "too large",
        };
        [words, ""]
    }
}

impl ParseError {
    /// The same in words. All errors here have them beside their `Display`: Rust's formatting is more
    /// than the element needs to carry.
    #[must_use]
    pub fn words(&self) -> String {
        let [begin, end] = self.problem.words();
        [begin, end, " at byte ", &digits(self.offset)].concat()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().concat())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

impl Error for Problem {}

impl Error for ParseError {}

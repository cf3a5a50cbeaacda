//! The id of a replay.

use std::fmt;

/// 128 random bits in hex: whoever has it was given it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayId(String);

impl ReplayId {
    /// Reads 32 digits of lower-case hexadecimal.
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 32 && text.bytes().all(is_digit)).then(|| Self(text.to_owned()))
    }

    /// The id as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ReplayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

//! The id of a stored run.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A UUIDv7 in its usual text form: later ids sort behind earlier ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TraceId(String);

impl TraceId {
    /// Reads 36 characters of lower-case hexadecimal and hyphens in a UUID's places.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = text.len() == 36
            && text.bytes().enumerate().all(|(at, byte)| match at {
                8 | 13 | 18 | 23 => byte == b'-',
                _ => byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte),
            });
        fits.then(|| Self(text.to_owned()))
    }

    /// The id as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

//! Secrets that let somebody in: 32 random bytes, written in hex. What is kept is a hash, so that
//! whoever reads the database cannot use what is in it.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::hex::hex;
use crate::random::random;

/// The SHA-256 of a token. Enough for 256 random bits, which nobody guesses.
pub type TokenHash = [u8; 32];

/// A session's or link's secret. It cannot be printed by accident.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one.
    pub fn random() -> Result<Self, getrandom::Error> {
        Ok(Self(hex(&random::<32>()?)))
    }

    /// What is kept of it.
    pub fn hash(&self) -> TokenHash {
        hash(&self.0)
    }

    /// The secret itself, for the one it is for.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// What is kept of the token that somebody sent.
pub(crate) fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_long_never_the_same_and_not_printed() {
        let (one, two) = (Token::random().expect("random"), Token::random().expect("random"));
        assert_eq!(one.reveal().len(), 64);
        assert_ne!(one.reveal(), two.reveal());
        assert_eq!(hash(one.reveal()), one.hash());
        assert!(!format!("{one:?}").contains(one.reveal()));
    }
}

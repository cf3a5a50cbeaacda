//! The shop's names for things: parsed once where they come in, trusted inside.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The text is not of the form the name has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not of the right form")
    }
}

impl Error for Malformed {}

/// A product's article number, such as `MUG-BLUE`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sku(String);

impl Sku {
    /// Reads an article number in either case: 2 to 32 letters, digits and hyphens.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let fits = (2..=32).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        fits.then(|| Self(text.to_ascii_uppercase()))
    }

    /// The article number as written on the shelf.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Sku {
    type Error = Malformed;
    fn try_from(text: String) -> Result<Self, Malformed> {
        Self::parse(&text).ok_or(Malformed)
    }
}

impl fmt::Display for Sku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! hex_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Reads an id: exactly 32 lower-case hex digits.
            pub fn parse(text: &str) -> Option<Self> {
                let fits = text.len() == 32
                    && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
                fits.then(|| Self(text.to_owned()))
            }

            /// The id of 128 random bits.
            pub fn from_bits(bits: u128) -> Self {
                Self(format!("{bits:032x}"))
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = Malformed;
            fn try_from(text: String) -> Result<Self, Malformed> {
                Self::parse(&text).ok_or(Malformed)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

hex_id! {
    /// Who holds it holds the cart: 128 random bits, kept in an http-only cookie.
    CartId
}

hex_id! {
    /// Who holds it may read the order: 128 random bits, in the order's address.
    OrderId
}

#[cfg(test)]
mod tests {
    use super::{CartId, Sku};

    #[test]
    fn an_article_number_is_read_in_either_case_and_nothing_else_is() {
        assert_eq!(Sku::parse(" mug-blue ").map(|s| s.to_string()).as_deref(), Some("MUG-BLUE"));
        for text in ["", "M", "MUG BLUE", "mug_blue", "MÜG", "../../etc"] {
            assert_eq!(Sku::parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_id_comes_back_as_it_was_written() {
        let id = CartId::from_bits(7);
        assert_eq!(CartId::parse(id.as_str()), Some(id));
        assert_eq!(CartId::parse("7"), None);
    }
}

//! A number, kept as it was written and compared by what it is worth.

use std::cmp::Ordering;

use crate::text::digits;

use super::decimal::Decimal;

/// A JSON number: the text as written. `1`, `1.0` and `10e-1` are equal and ordered exactly, at
/// any length. An exponent beyond ±10¹⁵ counts as ±10¹⁵.
#[derive(Clone, Debug)]
pub struct Number {
    text: Box<str>,
}

impl Number {
    /// Reads a number by JSON's grammar; `None` when the text is anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        (scan(text.as_bytes()) == Ok(text.len())).then(|| Self::from_scanned(text))
    }

    /// Takes a text that [`scan`] accepted.
    pub(super) fn from_scanned(text: &str) -> Self {
        Self { text: text.into() }
    }

    /// The text as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value, when it is whole and from 0 to `u64::MAX`; `1.0` and `1e3` are whole.
    pub fn as_u64(&self) -> Option<u64> {
        let decimal = Decimal::of(&self.text);
        let size = decimal.whole()?;
        (size == 0 || !decimal.is_negative()).then_some(size)
    }

    /// The value, when it is whole and fits.
    pub fn as_i64(&self) -> Option<i64> {
        let decimal = Decimal::of(&self.text);
        let size = decimal.whole()?;
        if decimal.is_negative() { 0_i64.checked_sub_unsigned(size) } else { size.try_into().ok() }
    }

    /// A text that is the same for equal numbers, and only for them.
    pub(super) fn identity(&self) -> String {
        Decimal::of(&self.text).to_text()
    }

    /// Whether the value is whole: `1`, `1.0` and `1e400` are, `1.5` is not.
    pub fn is_integer(&self) -> bool {
        Decimal::of(&self.text).is_whole()
    }

    /// Whether this is a whole multiple of `divisor`, exactly. False for a zero divisor, and for
    /// numbers of so many digits that telling would take noticeable time.
    pub fn is_multiple_of(&self, divisor: &Self) -> bool {
        Decimal::of(&self.text).is_multiple_of(&Decimal::of(&divisor.text))
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.text == other.text {
            return Ordering::Equal;
        }
        Decimal::of(&self.text).cmp(&Decimal::of(&other.text))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

macro_rules! from_integers {
    ($($write:ident: $($integer:ty),*;)*) => {$($(
        impl From<$integer> for Number {
            fn from(value: $integer) -> Self {
                // By way of one type, so that one piece of code writes them.
                Self { text: $write(value.into()).into() }
            }
        }
    )*)*};
}

from_integers! {
    count: u8, u16, u32, u64;
    whole: i32, i64;
}

fn count(value: u64) -> String {
    digits(value)
}

/// A whole number in decimal digits.
pub(super) fn whole(value: i64) -> String {
    [if value < 0 { "-" } else { "" }, &digits(value.unsigned_abs())].concat()
}

impl From<usize> for Number {
    fn from(value: usize) -> Self {
        (value as u64).into()
    }
}

/// The length of the number that `bytes` begin with, or the place where it stops being one.
pub(super) fn scan(bytes: &[u8]) -> Result<usize, usize> {
    let digits = |mut at: usize| {
        let start = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        if at > start { Ok(at) } else { Err(at) }
    };
    let start = usize::from(bytes.first() == Some(&b'-'));
    // A leading zero stands alone.
    let mut at = if bytes.get(start) == Some(&b'0') { start + 1 } else { digits(start)? };
    if bytes.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let signed = matches!(bytes.get(at + 1), Some(b'+' | b'-'));
        at = digits(at + 1 + usize::from(signed))?;
    }
    Ok(at)
}

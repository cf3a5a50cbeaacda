//! Money as whole cents: sums are exact, and nothing here is ever a float.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Serialize};

/// An amount of euros, in cents.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Cents(pub i64);

impl Cents {
    /// Nothing at all.
    pub const ZERO: Self = Self(0);

    /// Reads what a person types for an amount of euros: `20`, `€19.90`, `19,9`.
    pub fn from_euros(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches('€').trim_end_matches('€').trim();
        let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 9 || part.len() > 2 || !digits(whole) || !digits(part)
        {
            return None;
        }
        let cents = match part.len() {
            0 => 0,
            1 => part.parse::<i64>().ok()? * 10,
            _ => part.parse().ok()?,
        };
        Some(Self(whole.parse::<i64>().ok()? * 100 + cents))
    }

    /// `percent` of this amount, rounded half up to the cent.
    #[must_use]
    pub fn percent(self, percent: u32) -> Self {
        Self((self.0 * i64::from(percent) + 50).div_euclid(100))
    }

    /// Euros without a sign, for a form field: `20` or `19.90`.
    pub fn to_field(self) -> String {
        match self.0 % 100 {
            0 => (self.0 / 100).to_string(),
            cents => format!("{}.{cents:02}", self.0 / 100),
        }
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "−" } else { "" };
        let cents = self.0.unsigned_abs();
        write!(f, "{sign}€{}.{:02}", cents / 100, cents % 100)
    }
}

impl Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Cents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<u32> for Cents {
    type Output = Self;
    fn mul(self, times: u32) -> Self {
        Self(self.0 * i64::from(times))
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Cents;

    #[test]
    fn amounts_are_shown_with_two_places_and_a_true_minus() {
        assert_eq!(Cents(1400).to_string(), "€14.00");
        assert_eq!(Cents(5).to_string(), "€0.05");
        assert_eq!(Cents(-280).to_string(), "−€2.80");
        assert_eq!(Cents(2000).to_field(), "20");
        assert_eq!(Cents(1990).to_field(), "19.90");
    }

    #[test]
    fn typed_euros_are_read_in_the_ways_people_write_them() {
        for (text, cents) in
            [("20", 2000), ("€19.90", 1990), ("19,9", 1990), (" 7.5 € ", 750), ("0.05", 5)]
        {
            assert_eq!(Cents::from_euros(text), Some(Cents(cents)), "{text}");
        }
        for text in ["", "€", "-3", "1.234", "1.2.3", "twenty", "9999999999", ".5", "1e3"] {
            assert_eq!(Cents::from_euros(text), None, "{text}");
        }
    }

    #[test]
    fn a_percentage_is_rounded_half_up() {
        assert_eq!(Cents(2800).percent(10), Cents(280));
        assert_eq!(Cents(1495).percent(10), Cents(150));
        assert_eq!(Cents(1494).percent(10), Cents(149));
    }
}

//! Exact decimal arithmetic on a number's text: as much as comparing and `multipleOf` need.
//!
//! No exponent is ever expanded, so `1e400` and `1e999999999` cost what their texts cost.

use std::cmp::Ordering;

use super::number::whole;
use crate::text::split_at;

/// Exponents are held within this, which keeps all sums of places inside an `i64`.
const MAX_EXPONENT: i64 = 1_000_000_000_000_000;

/// Digit operations that one `multipleOf` may take.
const MAX_WORK: usize = 20_000_000;

/// A decimal number `0.DIGITS × 10^point`. Zero has no digits; else the first and the last digit
/// are not zero, so that each value has one form.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    /// Reads a text of JSON's number grammar.
    pub(super) fn of(text: &str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match split_at(text, "e").or_else(|| split_at(text, "E")) {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)),
            None => (text, 0),
        };
        let (whole, fraction) = split_at(mantissa, ".").unwrap_or((mantissa, ""));
        let mut digits: Vec<u8> =
            whole.bytes().chain(fraction.bytes()).map(|digit| digit - b'0').collect();
        let leading = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..leading);
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            return Self { negative: false, digits, point: 0 };
        }
        Self { negative, digits, point: exponent + places(whole.len()) - places(leading) }
    }

    pub(super) fn is_negative(&self) -> bool {
        self.negative
    }

    pub(super) fn is_whole(&self) -> bool {
        self.digits.is_empty() || self.point >= places(self.digits.len())
    }

    /// The value without its sign, when it is whole and fits.
    pub(super) fn whole(&self) -> Option<u64> {
        if !self.is_whole() || self.point > 20 {
            return None;
        }
        let mut size: u64 = 0;
        for nth in 0..usize::try_from(self.point).ok()? {
            let digit = self.digits.get(nth).copied().unwrap_or(0);
            size = size.checked_mul(10)?.checked_add(u64::from(digit))?;
        }
        Some(size)
    }

    /// Whether `self / divisor` is whole, by long division in decimal.
    pub(super) fn is_multiple_of(&self, divisor: &Self) -> bool {
        if divisor.digits.is_empty() {
            return false;
        }
        if self.digits.is_empty() {
            return true;
        }
        // self = A × 10^a and divisor = B × 10^b, where A and B do not end in zero.
        let shift = (self.point - places(self.digits.len()))
            - (divisor.point - places(divisor.digits.len()));
        // B × 10^-shift would have to divide A, which has no factor ten.
        let Ok(shift) = usize::try_from(shift) else { return false };
        // Zeros beyond this change nothing: 10^shift already holds each 2 and 5 that B can have,
        // since 2^(4 × digits of B) is larger than B.
        let zeros = shift.min(4 * divisor.digits.len());
        let steps = self.digits.len().saturating_add(zeros);
        if steps.saturating_mul(divisor.digits.len()) > MAX_WORK {
            return false;
        }
        let mut rest = Remainder::new(&divisor.digits);
        for digit in self.digits.iter().copied().chain(std::iter::repeat_n(0, zeros)) {
            rest.push(digit);
        }
        rest.is_zero()
    }
}

impl Decimal {
    /// Its one form: `-.125e2`.
    pub(super) fn to_text(&self) -> String {
        let mut text = String::from(if self.negative { "-." } else { "." });
        text.extend(self.digits.iter().map(|digit| char::from(b'0' + digit)));
        text + "e" + &whole(self.point)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.size().cmp(&other.size()),
            (true, true) => other.size().cmp(&self.size()),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Decimal {
    /// Orders as the value without its sign does; zero comes before everything.
    fn size(&self) -> (bool, i64, &[u8]) {
        (!self.digits.is_empty(), self.point, &self.digits)
    }
}

/// What is left of a number, digit by digit, after taking out a divisor.
struct Remainder<'a> {
    divisor: &'a [u8],
    /// One digit longer than the divisor, leading zeros and all.
    digits: Vec<u8>,
}

impl<'a> Remainder<'a> {
    fn new(divisor: &'a [u8]) -> Self {
        Self { divisor, digits: vec![0; divisor.len() + 1] }
    }

    /// `rest × 10 + digit`, modulo the divisor. The first digit is zero before and after.
    fn push(&mut self, digit: u8) {
        self.digits.rotate_left(1);
        if let Some(last) = self.digits.last_mut() {
            *last = digit;
        }
        while self.digits[0] > 0 || self.digits[1..] >= *self.divisor {
            self.subtract();
        }
    }

    fn subtract(&mut self) {
        let mut borrow = 0;
        for at in (0..self.digits.len()).rev() {
            let take = borrow + if at > 0 { self.divisor[at - 1] } else { 0 };
            borrow = u8::from(self.digits[at] < take);
            self.digits[at] = self.digits[at] + 10 * borrow - take;
        }
    }

    fn is_zero(&self) -> bool {
        self.digits.iter().all(|digit| *digit == 0)
    }
}

fn exponent_of(text: &str) -> i64 {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut size: i64 = 0;
    for digit in digits.bytes() {
        size = (size * 10 + i64::from(digit - b'0')).min(MAX_EXPONENT);
    }
    if negative { -size } else { size }
}

/// A length as a count of places. Texts are far shorter than `i64::MAX`.
fn places(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(MAX_EXPONENT)
}

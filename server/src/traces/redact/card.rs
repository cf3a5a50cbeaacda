//! Payment cards: digits that a network issues and that pass Luhn's check.

use std::ops::Range;

/// A group of digits in a text.
struct Group {
    place: Range<usize>,
    /// The one before stands right in front, behind one blank or hyphen.
    follows: bool,
}

pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let groups = groups(text);
    let (mut found, mut first) = (Vec::new(), 0);
    while first < groups.len() {
        match card(text, &groups[first..]) {
            Some(taken) => {
                found.push(groups[first].place.start..groups[first + taken - 1].place.end);
                first += taken;
            }
            None => first += 1,
        }
    }
    found
}

/// How many of the first groups are a card together.
fn card(text: &str, groups: &[Group]) -> Option<usize> {
    let mut digits = String::new();
    for (nth, group) in groups.iter().enumerate() {
        if (nth > 0 && !group.follows) || digits.len() > 19 {
            return None;
        }
        digits.push_str(&text[group.place.clone()]);
        if is_card(digits.as_bytes()) {
            return Some(nth + 1);
        }
    }
    None
}

/// The groups of digits that are not part of a word or of a number with a fraction.
fn groups(text: &str) -> Vec<Group> {
    let bytes = text.as_bytes();
    let (mut groups, mut at) = (Vec::<Group>::new(), 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let before = text[..start].chars().next_back();
        let after = text[at..].chars().next();
        let is_fraction = after == Some('.') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
            || before == Some('.') && start >= 2 && bytes[start - 2].is_ascii_digit();
        if before.is_some_and(is_word) || after.is_some_and(is_word) || is_fraction {
            continue;
        }
        let follows = groups.last().is_some_and(|last| {
            last.place.end + 1 == start && matches!(bytes[start - 1], b' ' | b'-')
        });
        groups.push(Group { place: start..at, follows });
    }
    groups
}

/// Whether a network issues cards of this beginning and length, and the check digit is right.
fn is_card(digits: &[u8]) -> bool {
    let beginning = |length: usize| {
        digits.iter().take(length).fold(0_u32, |sum, digit| sum * 10 + u32::from(digit - b'0'))
    };
    let is_issued = match digits.len() {
        14 => matches!(beginning(3), 300..=305 | 360..=369 | 380..=399),
        15 => matches!(beginning(2), 34 | 37),
        16 => {
            matches!(beginning(1), 4..=6)
                || matches!(beginning(2), 35)
                || matches!(beginning(4), 2221..=2720 | 2200..=2204)
        }
        17 | 18 => matches!(beginning(1), 6),
        19 => matches!(beginning(1), 4 | 6),
        _ => false,
    };
    is_issued && luhn(digits) && digits.iter().any(|digit| *digit != digits[0])
}

fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(nth, digit)| {
            let digit = u32::from(digit - b'0') << (nth % 2);
            if digit > 9 { digit - 9 } else { digit }
        })
        .sum();
    sum.is_multiple_of(10)
}

//! Bank accounts: a country's letters, as many characters as that country has, and the right
//! remainder.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

static BEGINNING: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)[a-z]{2}[0-9]{2}[ -]?[a-z0-9]").ok());

/// Characters of an IBAN by country.
#[rustfmt::skip]
const LENGTHS: [(&str, usize); 84] = [
    ("AD", 24), ("AE", 23), ("AL", 28), ("AT", 20), ("AZ", 28), ("BA", 20), ("BE", 16), ("BG", 22),
    ("BH", 22), ("BI", 27), ("BR", 29), ("BY", 28), ("CH", 21), ("CR", 22), ("CY", 28), ("CZ", 24),
    ("DE", 22), ("DJ", 27), ("DK", 18), ("DO", 28), ("EE", 20), ("EG", 29), ("ES", 24), ("FI", 18),
    ("FK", 18), ("FO", 18), ("FR", 27), ("GB", 22), ("GE", 22), ("GI", 23), ("GL", 18), ("GR", 27),
    ("GT", 28), ("HN", 28), ("HR", 21), ("HU", 28), ("IE", 22), ("IL", 23), ("IQ", 23), ("IS", 26),
    ("IT", 27), ("JO", 30), ("KW", 30), ("KZ", 20), ("LB", 28), ("LC", 32), ("LI", 21), ("LT", 20),
    ("LU", 20), ("LV", 21), ("LY", 25), ("MC", 27), ("MD", 24), ("ME", 22), ("MK", 19), ("MN", 20),
    ("MR", 27), ("MT", 31), ("MU", 30), ("NI", 28), ("NL", 18), ("NO", 15), ("OM", 23), ("PK", 24),
    ("PL", 28), ("PS", 29), ("PT", 25), ("QA", 29), ("RO", 24), ("RS", 22), ("RU", 33), ("SA", 24),
    ("SC", 31), ("SD", 18), ("SE", 24), ("SI", 19), ("SK", 24), ("SM", 27), ("SO", 23), ("ST", 25),
    ("SV", 28), ("TN", 24), ("TR", 26), ("UA", 29),
];

pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for start in BEGINNING.iter().flat_map(|rule| rule.find_iter(text)).map(|at| at.start()) {
        let is_inside = text[..start].chars().next_back().is_some_and(char::is_alphanumeric);
        if is_inside || found.last().is_some_and(|last| start < last.end) {
            continue;
        }
        if let Some(end) = end(text, start) {
            found.push(start..end);
        }
    }
    found
}

/// Where the account that begins here ends.
fn end(text: &str, start: usize) -> Option<usize> {
    let country = text.get(start..start + 2)?.to_ascii_uppercase();
    let (_, length) = LENGTHS.iter().find(|(code, _)| *code == country)?;
    let (mut account, mut end) = (Vec::with_capacity(*length), start);
    let mut was_blank = false;
    for (at, byte) in text.as_bytes().iter().enumerate().skip(start) {
        match byte {
            b' ' | b'-' if !was_blank => was_blank = true,
            byte if byte.is_ascii_alphanumeric() => {
                was_blank = false;
                account.push(byte.to_ascii_uppercase());
                end = at + 1;
                if account.len() == *length {
                    break;
                }
            }
            _ => return None,
        }
    }
    let is_whole =
        account.len() == *length && !text[end..].chars().next().is_some_and(char::is_alphanumeric);
    (is_whole && remainder(&account) == 1).then_some(end)
}

/// ISO 7064: the first four characters go to the end, letters count from 10.
fn remainder(account: &[u8]) -> u32 {
    account.iter().cycle().skip(4).take(account.len()).fold(0, |rest, byte| {
        let value = char::from(*byte).to_digit(36).unwrap_or(0);
        (rest * if value > 9 { 100 } else { 10 } + value) % 97
    })
}

//! Telephone numbers: with a country's code, in a form that only numbers to dial have, or behind a
//! word that says so.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Digits with what people put between them.
static RUN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\+?\(?[0-9](?:[0-9]|[ /.-]?\(?[0-9]|\) ?[/-]? ?[0-9]|[ ][/–-][ ][0-9])*").ok()
});
/// A word in front.
static ANNOUNCED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:\b(?:tele)?phone|\btel|\btelefon|\bmobile|\bmobil|\bhandy|\bcell|\bwhatsapp|\bfax|\bcall (?:me|us)|\btéléphone|\bteléfono|\bring me)\W{0,3}(?:\b(?:number|nummer|no|nr|is|ist|at|on|under|unter)\b\W{0,3}){0,3}$",
    )
    .ok()
});
/// How far in front it is looked for.
const FRONT: usize = 48;

pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let runs = RUN.iter().flat_map(|rule| rule.find_iter(text)).map(|found| found.range());
    runs.filter(|run| is_phone(text, run)).collect()
}

fn is_phone(text: &str, place: &Range<usize>) -> bool {
    let run = &text[place.clone()];
    let groups: Vec<&str> =
        run.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).collect();
    let digits: usize = groups.iter().map(|group| group.len()).sum();
    if !(7..=15).contains(&digits) || !stands_alone(text, place) {
        return false;
    }
    if run.starts_with('+') {
        return digits >= 8 && !groups[0].starts_with('0');
    }
    if is_announced(text, place.start) {
        return true;
    }
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let is_dated = lengths.len() >= 3 && lengths[0] == 2 && lengths[1] == 2 && lengths[2] == 4;
    let has_fraction = run.contains('.') && lengths.iter().any(|length| *length != 2);
    if groups.len() < 2 || is_dated || has_fraction {
        // Digits in one piece are an article's or an order's; these are a date's, or a price's.
        return false;
    }
    let starts_from_two = |group: &str| matches!(group.as_bytes()[0], b'2'..=b'9');
    let american = lengths.ends_with(&[3, 3, 4])
        && matches!(lengths.len(), 3 | 4)
        && (lengths.len() == 3 || groups[0] == "1")
        && groups[groups.len() - 3..groups.len() - 1].iter().all(|group| starts_from_two(group));
    let national = run.trim_start_matches('(').starts_with('0')
        && (9..=12).contains(&digits)
        && (groups[0].len() >= 3 && groups[0].len() <= 6
            || lengths.iter().all(|length| *length == 2));
    let abroad = run.starts_with("00") && !run.starts_with("000") && digits >= 10;
    american || national || abroad
}

/// Neither part of a word or of a longer number, nor a time.
fn stands_alone(text: &str, place: &Range<usize>) -> bool {
    let before = text[..place.start].chars().next_back();
    let after = text[place.end..].chars().next();
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '#' | '$' | '€' | '£');
    let next_digit =
        |c: char| text[place.end + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
    !before.is_some_and(|c| joins(c) || matches!(c, '-' | '.' | '/' | ':' | '+' | ','))
        && !after.is_some_and(|c| {
            joins(c) || c == '%' || (matches!(c, ':' | ',' | '-' | '.' | '/') && next_digit(c))
        })
}

fn is_announced(text: &str, start: usize) -> bool {
    let mut from = start.saturating_sub(FRONT);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    ANNOUNCED.as_ref().is_some_and(|rule| rule.is_match(&text[from..start]))
}

//! Numbers as people write them: digits, words, dozens, limits.

use super::words::{Kind, Word};

/// How a number limits something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// "under 20", "at most 20", "20 or less".
    Max,
    /// "over 20", "at least 20", "20 or more".
    Min,
}

const SMALL: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];
const TENS: [&str; 10] =
    ["", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Whether a token is a number in digits, with a decimal point or comma or grouped thousands.
pub(super) fn is_number(token: &str) -> bool {
    token.starts_with(|ch: char| ch.is_ascii_digit())
        && token.ends_with(|ch: char| ch.is_ascii_digit())
        && token.len() <= 20
        && token.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
        && !token.contains("..")
        && !token.contains(",,")
}

/// The number as JSON: `1,000` → `1000`, `14,50` → `14.50`, `007` → `7`.
pub(super) fn decimal(token: &str) -> String {
    let mut digits = token.trim_end_matches(['.', ',']).to_owned();
    if let Some((whole, rest)) = digits.rsplit_once([',', '.']) {
        let is_grouped = rest.len() == 3 && (digits.contains(',') || whole.contains('.'));
        let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
        digits = if is_grouped { whole + rest } else { format!("{whole}.{rest}") };
    }
    let kept = digits.trim_start_matches('0');
    if kept.is_empty() || kept.starts_with('.') { format!("0{kept}") } else { kept.to_owned() }
}

/// A time of day as `HH:MM`: `19:30`, `7pm`, `7:30pm`.
pub(super) fn time(token: &str) -> Option<String> {
    let lower = token.to_lowercase();
    let half = lower
        .strip_suffix("pm")
        .map(|head| (head, 12))
        .or_else(|| lower.strip_suffix("am").map(|head| (head, 0)));
    let (clock, hours, minutes) = match (half, lower.split_once(':')) {
        (None, Some((hours, minutes))) => (None, hours, minutes),
        (None, None) => return None,
        (Some((head, offset)), _) => match head.split_once(':') {
            Some((hours, minutes)) => (Some(offset), hours, minutes),
            None => (Some(offset), head, "00"),
        },
    };
    let (hour, minute): (u8, u8) = (hours.parse().ok()?, minutes.parse().ok()?);
    let hour = match clock {
        Some(offset) if (1..=12).contains(&hour) => hour % 12 + offset,
        Some(_) => return None,
        None => hour,
    };
    (hour < 24 && minute < 60 && minutes.len() == 2).then(|| format!("{hour:02}:{minute:02}"))
}

/// Turns number words into numbers: "two", "twenty five", "a dozen", "half a dozen", "a pair of".
pub(super) fn read(words: &mut Vec<Word>) {
    let mut at = 0;
    while at < words.len() {
        if let Some((value, length)) = spelled(&words[at..]) {
            let after_break = words[at].after_break;
            let number = Word::new(&value.to_string(), Kind::Number, after_break);
            words.splice(at..at + length, [number]);
        }
        at += 1;
    }
}

/// The number spelled at the beginning and how many words it takes.
fn spelled(words: &[Word]) -> Option<(u32, usize)> {
    let lower = |at: usize| {
        words.get(at).filter(|word| word.kind == Kind::Plain).map_or("", |word| word.lower.as_str())
    };
    for (phrase, value) in [
        ("half a dozen", 6),
        ("a dozen", 12),
        ("dozen", 12),
        ("a couple of", 2),
        ("a couple", 2),
        ("a pair of", 2),
        ("couple of", 2),
        ("pair of", 2),
    ] {
        let length = phrase.split(' ').count();
        if phrase.split(' ').enumerate().all(|(at, word)| lower(at) == word) {
            return Some((value, length));
        }
    }
    if lower(0) == "one" {
        // "the blue one", "one of them": no number unless something is counted.
        let counted = words
            .get(1)
            .is_some_and(|next| next.is_content() && !next.after_break && next.meaning == 0);
        return counted.then_some((1, 1));
    }
    let (head, tail) = lower(0).split_once('-').unwrap_or((lower(0), ""));
    if let Some(ten) = TENS.iter().position(|word| *word == head).filter(|ten| *ten > 1) {
        let of =
            |word: &str| SMALL[..10].iter().position(|small| *small == word).filter(|one| *one > 0);
        let (one, length) = match (of(tail), of(lower(1))) {
            (Some(one), _) => (one, 1),
            (None, Some(one)) if tail.is_empty() => (one, 2),
            _ if tail.is_empty() => (0, 1),
            _ => return None,
        };
        return Some((u32::try_from(ten * 10 + one).ok()?, length));
    }
    let small =
        SMALL.iter().position(|word| *word == lower(0)).and_then(|small| u32::try_from(small).ok());
    let is_hundred = |at: usize| lower(at) == "hundred";
    match small {
        Some(small) if is_hundred(1) => Some((small * 100, 2)),
        Some(small) => Some((small, 1)),
        None if lower(0) == "a" && is_hundred(1) => Some((100, 2)),
        None if is_hundred(0) => Some((100, 1)),
        None => None,
    }
}

/// Whether a currency stands beside the number.
pub(super) fn is_money(words: &[Word], at: usize) -> bool {
    let is_currency = |word: &Word| word.kind == Kind::Currency;
    words.get(at + 1).is_some_and(is_currency)
        || at.checked_sub(1).is_some_and(|at| is_currency(&words[at]))
}

/// How the number at `at` limits, by the words around it.
pub(super) fn limit(words: &[Word], at: usize) -> Option<Limit> {
    let before: Vec<&str> = words[..at]
        .iter()
        .rev()
        .filter(|word| word.kind != Kind::Currency && !word.is("the a price of about around only"))
        .take(3)
        .map(|word| if word.kind == Kind::Number { "#" } else { word.lower.as_str() })
        .collect();
    let after: Vec<&str> = words[at + 1..]
        .iter()
        .filter(|word| word.kind != Kind::Currency)
        .take(2)
        .map(|word| if word.kind == Kind::Number { "#" } else { word.lower.as_str() })
        .collect();
    let far = before.get(1).copied().unwrap_or_default();
    let negated = matches!(before.get(2), Some(&("no" | "not" | "never")));
    match (before.first().copied().unwrap_or_default(), far) {
        ("under" | "below" | "max" | "maximum" | "within" | "<" | "beneath", _)
        | ("than", "less" | "cheaper" | "lower" | "fewer" | "smaller")
        | ("most", "at")
        | ("to" | "until", "up")
        | ("and" | "to", "#") => return Some(Limit::Max),
        ("than", "more" | "greater" | "higher" | "bigger" | "larger") if negated => {
            return Some(Limit::Max);
        }
        ("over" | "above" | "min" | "minimum" | ">" | "between" | "beyond", _)
        | ("than", "more" | "greater" | "higher" | "bigger" | "larger")
        | ("least", "at") => return Some(Limit::Min),
        _ => {}
    }
    match (after.first().copied().unwrap_or_default(), after.get(1).copied().unwrap_or_default()) {
        ("or", "less" | "under" | "below" | "cheaper" | "fewer") | ("max" | "maximum", _) => {
            Some(Limit::Max)
        }
        ("or", "more" | "over" | "above" | "up") | ("to", "#") | ("min" | "minimum", _) => {
            Some(Limit::Min)
        }
        _ => None,
    }
}

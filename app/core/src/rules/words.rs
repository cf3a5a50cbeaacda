//! What the visitor said, cut into words: plain ones, numbers, quotations, codes and the like.

use super::concepts;
use super::stems::{is_stop, stem};

/// One word of a message.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// As it was typed.
    pub(super) text: String,
    /// In small letters, without `'s`.
    pub(super) lower: String,
    pub(super) stem: String,
    pub(super) kind: Kind,
    /// A comma or another mark stands before it.
    pub(super) after_break: bool,
    /// Meanings from [`concepts`]: its own or those of the phrase it belongs to.
    pub(super) meaning: u32,
    /// Spoken for: part of a phrase, a verb, a unit.
    pub(super) used: bool,
}

/// What a word can be read as beside a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    /// `text` is a JSON number.
    Number,
    /// Stood in quotation marks; may be several words.
    Quoted,
    Email,
    /// Capitals with digits or hyphens: `MUG-BLUE`, `WELCOME10`.
    Code,
    /// A currency's name or sign.
    Currency,
    /// `2026-12-24`
    Date,
    /// `19:30`
    Time,
}

impl Word {
    pub(super) fn new(text: &str, kind: Kind, after_break: bool) -> Self {
        let lower = text.to_lowercase().replace('’', "'");
        let lower = match lower.split_once('\'') {
            Some((_, "t")) => "not".to_owned(),
            Some((head, _)) if kind == Kind::Plain => head.to_owned(),
            _ => lower,
        };
        let stem = stem(&lower);
        let meaning = if kind == Kind::Plain { concepts::of(&stem) } else { 0 };
        Self { text: text.to_owned(), lower, stem, kind, after_break, meaning, used: false }
    }

    pub(super) fn is(&self, words: &str) -> bool {
        words.split(' ').any(|word| word == self.lower)
    }

    /// Whether it carries meaning of its own: neither grammar nor politeness.
    pub(super) fn is_content(&self) -> bool {
        !self.used
            && (self.kind != Kind::Plain || !is_stop(&self.lower))
            && self.kind != Kind::Currency
    }
}

/// Splits a message into words. Quoted parts stay whole.
pub(super) fn words_in(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = text;
    let mut after_break = false;
    while let Some(ch) = rest.chars().next() {
        if let Some(inside) = quoted(rest, text) {
            words.push(Word::new(inside, Kind::Quoted, after_break));
            rest = &rest[ch.len_utf8() + inside.len()..];
            rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
            after_break = false;
            continue;
        }
        let length = token_length(rest);
        if length == 0 {
            match ch {
                '€' | '$' | '£' => {
                    words.push(Word::new(&rest[..ch.len_utf8()], Kind::Currency, after_break));
                }
                '<' | '>' | '&' => words.push(Word::new(&rest[..1], Kind::Plain, after_break)),
                '–' | '—' if rest.starts_with("– ") || rest.starts_with("— ") => {
                    after_break = true;
                }
                '–' => words.push(Word::new("to", Kind::Plain, false)),
                _ => {}
            }
            after_break = matches!(ch, ',' | ';' | ':' | '.' | '!' | '?' | '(' | ')' | '\n' | '—')
                || (after_break && ch.is_whitespace());
            rest = &rest[ch.len_utf8()..];
            continue;
        }
        add_token(&mut words, &rest[..length], after_break);
        rest = &rest[length..];
        after_break = false;
    }
    words
}

/// The inside of a quotation that begins here.
fn quoted<'a>(rest: &'a str, whole: &str) -> Option<&'a str> {
    let open = rest.chars().next()?;
    let close = match open {
        '"' => '"',
        '“' | '„' => '”',
        '«' => '»',
        '‘' => '’',
        '\'' => '\'',
        _ => return None,
    };
    // An apostrophe inside a word opens nothing.
    let before = whole[..whole.len() - rest.len()].chars().next_back();
    if before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let inside = &rest[open.len_utf8()..];
    let ends = |ch: char| ch == close || (close == '”' && matches!(ch, '“' | '"'));
    let end = inside.char_indices().find(|&(at, ch)| {
        let after = inside[at + ch.len_utf8()..].chars().next();
        ends(ch) && !after.is_some_and(char::is_alphanumeric)
    })?;
    let inside = &inside[..end.0];
    (!inside.trim().is_empty()).then_some(inside)
}

/// The bytes of the word at the beginning: letters and digits, with the marks that join them.
fn token_length(rest: &str) -> usize {
    let mut end = 0;
    let mut letters = rest.char_indices().peekable();
    while let Some((at, ch)) = letters.next() {
        let next = letters.peek().map(|(_, ch)| *ch);
        let joins =
            at > 0 && matches!(ch, '.' | ',' | '-' | '_' | '@' | '+' | '\'' | '’' | ':' | '/');
        let before_digit = next.is_some_and(|ch| ch.is_ascii_digit());
        let joined = match ch {
            ',' | ':' => before_digit && rest[..at].ends_with(|ch: char| ch.is_ascii_digit()),
            _ => next.is_some_and(char::is_alphanumeric),
        };
        if !(ch.is_alphanumeric() || joins && joined) {
            break;
        }
        end = at + ch.len_utf8();
    }
    end
}

fn add_token(words: &mut Vec<Word>, token: &str, after_break: bool) {
    if let Some((low, high)) = token.split_once('-') {
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits(low) && digits(high) {
            words.push(Word::new(low, Kind::Number, after_break));
            words.push(Word::new("to", Kind::Plain, false));
            words.push(Word::new(high, Kind::Number, false));
            return;
        }
    }
    // `20€` stops at the sign by itself, `20eur` and `3x` do not.
    let digits = token
        .bytes()
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
        .count();
    let (number, unit) = token.split_at(digits);
    if !number.is_empty()
        && matches!(unit.to_lowercase().as_str(), "x" | "eur" | "euro" | "euros" | "usd" | "gbp")
    {
        words.push(Word::new(&super::numbers::decimal(number), Kind::Number, after_break));
        if !unit.eq_ignore_ascii_case("x") {
            words.push(Word::new(unit, Kind::Currency, false));
        }
        return;
    }
    let times = token.strip_prefix(['x', 'X', '×']).filter(|rest| super::numbers::is_number(rest));
    words.push(read_token(times.unwrap_or(token), after_break));
}

fn read_token(token: &str, after_break: bool) -> Word {
    if let Some(time) = super::numbers::time(token) {
        return Word::new(&time, Kind::Time, after_break);
    }
    if super::numbers::is_number(token) {
        return Word::new(&super::numbers::decimal(token), Kind::Number, after_break);
    }
    let lower = token.to_lowercase();
    let kind = if is_email(token) {
        Kind::Email
    } else if is_date(token) {
        Kind::Date
    } else if is_code(token) {
        Kind::Code
    } else if matches!(
        lower.as_str(),
        "eur" | "euro" | "euros" | "usd" | "dollar" | "dollars" | "gbp" | "pounds" | "bucks"
    ) {
        Kind::Currency
    } else {
        Kind::Plain
    };
    Word::new(token, kind, after_break)
}

fn is_email(token: &str) -> bool {
    token
        .split_once('@')
        .is_some_and(|(user, host)| !user.is_empty() && host.contains('.') && !host.contains('@'))
}

fn is_date(token: &str) -> bool {
    let parts: Vec<&str> = token.split('-').collect();
    parts.len() == 3
        && parts.iter().zip([4, 2, 2]).all(|(part, length)| {
            part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit())
        })
}

fn is_code(token: &str) -> bool {
    let plain = |byte: u8| {
        byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
    };
    token.len() >= 4
        && token.bytes().all(plain)
        && token.bytes().any(|byte| byte.is_ascii_uppercase())
        && token.bytes().any(|byte| !byte.is_ascii_uppercase())
}

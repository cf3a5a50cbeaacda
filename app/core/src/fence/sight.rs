//! Finds what a lenient reader could take for a fence.
//!
//! The text is read as a row of [`Seen`] characters: entities, backslash and percent escapes
//! decoded (also when they were encoded twice), look-alike letters folded to ASCII, invisible
//! characters and combining marks left out. A look-alike is then the fence's name with any
//! separator, when an angle bracket stands before it with no ASCII letter or digit between: what is
//! neither after folding spells nothing of a fence.

use crate::text::{is_hidden, is_mark, is_space};

/// Bytes of a text that stand for one of the fence's beginnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LookAlike {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it looks like a closer.
    pub(super) closes: bool,
}

/// One character as it is seen, and the bytes that make it.
#[derive(Clone, Copy)]
struct Seen {
    ch: char,
    start: usize,
    end: usize,
}

/// Finds every look-alike, in order and without overlaps.
pub(super) fn look_alikes(text: &str) -> Vec<LookAlike> {
    let seen = read(text);
    let mut found = Vec::new();
    let mut at = 0;
    let mut free = 0;
    while at < seen.len() {
        let Some(name_end) = name_at(&seen, at) else {
            at += 1;
            continue;
        };
        // Back over gaps and punctuation, as far as the last look-alike's end.
        let before = &seen[free..at];
        let letters =
            before.iter().rposition(|seen| seen.ch.is_ascii_alphanumeric()).map_or(0, |n| n + 1);
        if let Some(open) = before[letters..].iter().position(|seen| seen.ch == '<') {
            let lead = &before[letters + open..];
            found.push(LookAlike {
                start: lead[0].start,
                end: seen[name_end - 1].end,
                closes: lead.iter().any(|seen| seen.ch == '/'),
            });
        }
        at = name_end;
        free = name_end;
    }
    found
}

/// The index after the fence's name, when it stands at `at`.
fn name_at(seen: &[Seen], at: usize) -> Option<usize> {
    let untrusted = spelled(seen, at, "untrusted")?;
    let gap = seen[untrusted..].iter().take_while(|seen| !seen.ch.is_ascii_alphanumeric()).count();
    spelled(seen, untrusted + gap, "data")
}

/// The index after `word`, when it is spelled at `at`; gaps and punctuation between its letters
/// do not hide it.
fn spelled(seen: &[Seen], mut at: usize, word: &str) -> Option<usize> {
    for (nth, letter) in word.chars().enumerate() {
        while nth > 0 && !seen.get(at)?.ch.is_ascii_alphanumeric() {
            at += 1;
        }
        if seen.get(at)?.ch != letter {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// The text as it is seen after every layer of encoding is read through.
fn read(text: &str) -> Vec<Seen> {
    let plain =
        text.char_indices().map(|(start, ch)| Seen { ch, start, end: start + ch.len_utf8() });
    let mut row = visible(plain);
    for _ in 0..LAYERS {
        let (decoded, changed) = decode(&row);
        if !changed {
            break;
        }
        row = visible(decoded.into_iter());
    }
    row
}

/// What shows of a row, folded.
fn visible(row: impl Iterator<Item = Seen>) -> Vec<Seen> {
    let shows = |seen: &Seen| is_space(seen.ch) || !(is_hidden(seen.ch) || is_mark(seen.ch));
    row.filter(shows).map(|seen| Seen { ch: fold(seen.ch), ..seen }).collect()
}

/// One layer of entities and escapes decoded, and whether there was one.
fn decode(row: &[Seen]) -> (Vec<Seen>, bool) {
    let mut out = Vec::with_capacity(row.len());
    let mut changed = false;
    let mut at = 0;
    while at < row.len() {
        let escaped = escape(&row[at..]);
        changed |= escaped.is_some();
        let (ch, length) = escaped.unwrap_or((row[at].ch, 1));
        out.push(Seen { ch, start: row[at].start, end: row[at + length - 1].end });
        at += length;
    }
    (out, changed)
}

/// The character that an entity or escape at the row's beginning stands for, and its length.
fn escape(row: &[Seen]) -> Option<(char, usize)> {
    match row[0].ch {
        '&' => entity(row),
        '%' => number(row, 1, 16, 2, 2),
        '\\' => match (row.get(1)?.ch, row.get(2).map(|seen| seen.ch)) {
            ('u' | 'x', Some('{')) => {
                let (ch, length) = number(row, 3, 16, 1, 6)?;
                (row.get(length)?.ch == '}').then_some((ch, length + 1))
            }
            ('u', _) => number(row, 2, 16, 4, 4),
            ('x', _) => number(row, 2, 16, 2, 2),
            ('n' | 'r' | 't', _) => Some((' ', 2)),
            _ => None,
        },
        _ => None,
    }
}

/// An HTML entity, with or without its semicolon.
fn entity(row: &[Seen]) -> Option<(char, usize)> {
    let (ch, length) = match (row.get(1)?.ch, row.get(2).map(|seen| seen.ch)) {
        ('#', Some('x')) => number(row, 3, 16, 1, 10)?,
        ('#', _) => number(row, 2, 10, 1, 10)?,
        _ => {
            let is_here = |name: &str| {
                name.len() < row.len()
                    && name.chars().zip(&row[1..]).all(|(ch, seen)| ch == seen.ch)
            };
            let (name, ch) = NAMED.iter().find(|(name, _)| is_here(name))?;
            (*ch, 1 + name.len())
        }
    };
    let semicolon = row.get(length).is_some_and(|seen| seen.ch == ';');
    Some((ch, length + usize::from(semicolon)))
}

/// The character whose code is written from `from` on in `least` to `most` digits, and where the
/// digits end.
fn number(
    row: &[Seen],
    from: usize,
    radix: u32,
    least: usize,
    most: usize,
) -> Option<(char, usize)> {
    let digits: String = row
        .iter()
        .skip(from)
        .take(most)
        .map(|seen| seen.ch)
        .take_while(|ch| ch.is_digit(radix))
        .collect();
    let code = u32::from_str_radix(&digits, radix).ok()?;
    (digits.len() >= least).then_some((char::from_u32(code)?, from + digits.len()))
}

/// Layers of encoding that are read through: `&amp;amp;lt;` has three.
const LAYERS: usize = 6;

/// The entities that could help to write a fence. A longer name stands before its beginning.
const NAMED: &[(&str, char)] = &[
    ("amp", '&'),
    ("ltdot", '<'),
    ("lt", '<'),
    ("langle", '<'),
    ("lang", '<'),
    ("lsaquo", '<'),
    ("laquo", '<'),
    ("sol", '/'),
    ("bsol", '\\'),
    ("num", '#'),
    ("percnt", '%'),
    ("semi", ';'),
    ("hyphen", '-'),
    ("dash", '-'),
    ("ndash", '-'),
    ("mdash", '-'),
    ("minus", '-'),
    ("lowbar", '_'),
    ("shy", '\u{ad}'),
    ("nbsp", ' '),
    ("ensp", ' '),
    ("emsp", ' '),
    ("thinsp", ' '),
    ("tab", ' '),
    ("newline", ' '),
    ("nonbreakingspace", ' '),
    ("zerowidthspace", '\u{200b}'),
    ("nobreak", '\u{2060}'),
    ("zwnj", '\u{200c}'),
    ("zwj", '\u{200d}'),
    ("lrm", '\u{200e}'),
    ("rlm", '\u{200f}'),
];

/// The ASCII character that a look-alike stands for, lower-case.
fn fold(ch: char) -> char {
    let code = u32::from(ch);
    match ch {
        _ if is_space(ch) => ' ',
        '＜' | '﹤' | '‹' | '«' | '〈' | '《' | '⟨' | '⟪' | '\u{2329}' | '˂' | 'ᐸ' | '❮' | '❬'
        | '❰' | '≺' | '⋖' | '⪡' | '𐒼' | '⧼' => '<',
        '／' | '⁄' | '∕' | '╱' | '⟋' | '⧸' => '/',
        '＼' | '﹨' => '\\',
        '\u{ff01}'..='\u{ff5e}' => ascii(code - 0xfee0),
        // Mathematical alphabets: thirteen pairs of capitals and small letters.
        '\u{1d400}'..='\u{1d6a3}' => ascii(u32::from('a') + (code - 0x1d400) % 26),
        'ⓐ'..='ⓩ' => ascii(code - u32::from('ⓐ') + u32::from('a')),
        'Ⓐ'..='Ⓩ' => ascii(code - u32::from('Ⓐ') + u32::from('a')),
        '\u{1f110}'..='\u{1f129}' => ascii(code - 0x1f110 + u32::from('a')),
        '\u{1f130}'..='\u{1f149}' => ascii(code - 0x1f130 + u32::from('a')),
        '\u{1f150}'..='\u{1f169}' => ascii(code - 0x1f150 + u32::from('a')),
        '\u{1f170}'..='\u{1f189}' => ascii(code - 0x1f170 + u32::from('a')),
        'а' | 'А' | 'α' | 'Α' | 'ɑ' | 'ᴀ' | 'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'ԁ' | 'ɗ' | 'ᴅ' | 'đ' => 'd',
        'е' | 'Е' | 'ε' | 'Ε' | 'є' | 'ᴇ' | 'é' | 'è' | 'ê' | 'ë' => 'e',
        'п' | 'η' | 'Ν' | 'ո' | 'ɴ' | 'ñ' => 'n',
        'г' | 'ʀ' | 'ɾ' => 'r',
        'ѕ' | 'Ѕ' | 'ꜱ' | 'ſ' | 'ʂ' => 's',
        'т' | 'Т' | 'τ' | 'Τ' | 'ᴛ' | 'ƭ' => 't',
        'υ' | 'ս' | 'ᴜ' | 'ц' | 'ú' | 'ù' | 'û' | 'ü' => 'u',
        _ => ch.to_ascii_lowercase(),
    }
}

fn ascii(code: u32) -> char {
    char::from_u32(code).map_or('\0', |ch| ch.to_ascii_lowercase())
}

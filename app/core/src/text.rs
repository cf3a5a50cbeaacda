//! Words of the page and of the model, made fit to stand beside ours.
//!
//! A name, a title, an error or an argument may hold anything: line breaks, text that runs
//! backwards, letters that nobody sees, quotation marks that end a sentence of ours early. All
//! of it goes through [`one_line`] before a person or a model reads it next to our own words.
//! The tables below are ranges of Unicode code points (General Category Cf, the
//! Default_Ignorable_Code_Point property, UAX #9 controls), short enough to read, so that no
//! Unicode crate is needed.

/// Combining marks that may sit on one letter; more is a tower that covers its neighbours.
const MARKS_PER_LETTER: u8 = 4;

/// One line of at most `max_chars` code points: white space collapsed, controls, bidirectional
/// and invisible characters gone, look-alike quotation marks folded to `"` and `'`. What was too
/// long ends with `…`, which counts.
#[must_use]
pub fn one_line(text: &str, max_chars: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    let mut marks = 0;
    let mut gap = false;
    for ch in text.chars() {
        let ch = fold_quote(ch);
        if is_space(ch) {
            gap = length > 0;
            continue;
        }
        if is_hidden(ch) {
            continue;
        }
        if is_mark(ch) {
            marks += 1;
            // A mark without a letter of its own would sit on whatever stands before the text.
            if length == 0 || gap || marks > MARKS_PER_LETTER {
                continue;
            }
        } else {
            marks = 0;
        }
        for ch in gap.then_some(' ').into_iter().chain([ch]) {
            if length == max_chars {
                return ellipsis(line);
            }
            line.push(ch);
            length += 1;
        }
        gap = false;
    }
    line
}

/// The first `max_chars` code points, and whether there were more.
#[must_use]
pub fn cut(text: &str, max_chars: usize) -> (String, bool) {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => (text[..end].to_owned(), true),
        None => (text.to_owned(), false),
    }
}

/// What stands before and after the first place of a mark. Smaller than Rust's own search, whose
/// speed on long marks nobody here needs.
#[must_use]
pub fn split_at<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let (bytes, mark) = (text.as_bytes(), mark.as_bytes());
    let first = mark.first()?;
    let is_here = |&at: &usize| bytes[at] == *first && bytes[at..].starts_with(mark);
    let at = (0..bytes.len()).find(is_here)?;
    Some((&text[..at], &text[at + mark.len()..]))
}

/// What stands between the places of a mark: one piece where there is none.
pub fn pieces<'a>(text: &'a str, mark: &str) -> impl Iterator<Item = &'a str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let (piece, after) = match split_at(rest?, mark) {
            Some((piece, after)) => (piece, Some(after)),
            None => (rest?, None),
        };
        rest = after;
        Some(piece)
    })
}

/// The text with something else in every place of a mark.
#[must_use]
pub fn replaced(text: &str, mark: &str, by: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = split_at(rest, mark) {
        out.push_str(before);
        out.push_str(by);
        rest = after;
    }
    out + rest
}

/// A count in decimal digits. Smaller than Rust's own formatting, which knows widths and fillers.
#[must_use]
pub fn digits(count: impl TryInto<u64>) -> String {
    fn write(count: u64) -> String {
        let mut text = if count > 9 { write(count / 10) } else { String::new() };
        text.extend(char::from_digit(u32::try_from(count % 10).unwrap_or_default(), 10));
        text
    }
    write(count.try_into().unwrap_or_default())
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// A count as a person reads it: `2,000`.
#[must_use]
pub fn grouped(count: usize) -> String {
    grouped_by(count, ",")
}

/// The same with another separator.
#[must_use]
pub fn grouped_by(count: usize, separator: &str) -> String {
    let digits = digits(count);
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}

/// Whether a character takes no room and shows nothing: controls, format characters, fillers,
/// variation selectors, tags.
#[must_use]
pub fn is_hidden(ch: char) -> bool {
    within(ch, HIDDEN)
}

/// Whether a character shows as a gap. The braille blank and the Hangul fillers do, though
/// Unicode does not call them white space.
#[must_use]
pub fn is_space(ch: char) -> bool {
    ch.is_whitespace()
        || matches!(ch, '\u{2800}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

/// Whether a character sits on the one before it.
#[must_use]
pub fn is_mark(ch: char) -> bool {
    within(ch, MARKS)
}

/// The text with `…` for its last character, and no space before that.
fn ellipsis(mut text: String) -> String {
    if text.pop().is_some() {
        text.truncate(text.trim_end().len());
        text.push('…');
    }
    text
}

fn fold_quote(ch: char) -> char {
    match ch {
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '‶' | '‴' | '‷' | '⁗' | '〝' | '〞' | '〟'
        | '＂' | '❝' | '❞' | '❠' | '⹂' | 'ʺ' | '˝' | 'ˮ' | '״' | '\u{1f676}' | '\u{1f677}'
        | '\u{1f678}' | '《' | '》' | '⟪' | '⟫' => '"',
        '‘' | '’' | '‚' | '‛' | '′' | '‵' | '‹' | '›' | 'ʹ' | 'ʻ' | 'ʼ' | 'ʽ' | 'ʾ' | 'ʿ' | 'ˈ'
        | 'ˊ' | 'ˋ' | '`' | '´' | '＇' | '｀' | '❛' | '❜' | '❟' | '❮' | '❯' | '׳' | '〈' | '〉'
        | '⟨' | '⟩' | '\u{2329}' | '\u{232a}' => '\'',
        _ => ch,
    }
}

fn within(ch: char, ranges: &[(u32, u32)]) -> bool {
    let code = u32::from(ch);
    ranges.iter().any(|&(first, last)| (first..=last).contains(&code))
}

const HIDDEN: &[(u32, u32)] = &[
    (0x0000, 0x001f),     // C0 (those that are white space have become gaps before)
    (0x007f, 0x009f),     // DEL, C1
    (0x00ad, 0x00ad),     // soft hyphen
    (0x034f, 0x034f),     // combining grapheme joiner
    (0x0600, 0x0605),     // Arabic number signs, which reach over what follows
    (0x061c, 0x061c),     // Arabic letter mark
    (0x06dd, 0x06dd),     // end of ayah
    (0x070f, 0x070f),     // Syriac abbreviation mark
    (0x0890, 0x0891),     // Arabic pound and piastre marks above
    (0x08e2, 0x08e2),     // disputed end of ayah
    (0x17b4, 0x17b5),     // Khmer inherent vowels
    (0x180b, 0x180f),     // Mongolian selectors and vowel separator
    (0x200b, 0x200f),     // zero width space and joiners, LRM, RLM
    (0x202a, 0x202e),     // embeddings and overrides
    (0x2060, 0x206f),     // word joiner, invisible operators, isolates
    (0xfe00, 0xfe0f),     // variation selectors
    (0xfeff, 0xfeff),     // byte order mark
    (0xfff0, 0xfffb),     // reserved, interlinear annotation
    (0xfffe, 0xffff),     // not characters
    (0x110bd, 0x110bd),   // Kaithi number sign
    (0x110cd, 0x110cd),   // and above
    (0x13430, 0x1343f),   // hieroglyph joiners
    (0x1bca0, 0x1bca3),   // shorthand format controls
    (0x1d173, 0x1d17a),   // musical beams
    (0xe0000, 0xe0fff),   // tags, variation selectors supplement
    (0xf0000, 0x10_ffff), // private planes
];

const MARKS: &[(u32, u32)] = &[
    (0x0300, 0x036f),
    (0x0483, 0x0489),
    (0x0591, 0x05bd),
    (0x064b, 0x065f),
    (0x1ab0, 0x1aff),
    (0x1dc0, 0x1dff),
    (0x20d0, 0x20ff),
    (0x302a, 0x302d),
    (0x3099, 0x309a),
    (0xfe20, 0xfe2f),
];

//! Two texts, word by word.

use std::time::Duration;

use similar::{ChangeTag, TextDiff};

/// Longer texts are compared by lines.
const BY_WORDS: usize = 32 * 1024;

/// Longer ones are only said to differ.
const LONGEST: usize = 512 * 1024;

/// Texts made to be hard are compared less well rather than for long.
const PATIENCE: Duration = Duration::from_millis(200);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whether it is in the other text, too.
    pub shared: bool,
    /// The part.
    pub text: String,
}

/// Two texts in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// The first one.
    pub a: Vec<Piece>,
    /// The second one.
    pub b: Vec<Piece>,
}

/// Compares two texts; `None` when they are too long for that.
pub fn texts(a: &str, b: &str) -> Option<Texts> {
    let longest = a.len().max(b.len());
    if longest > LONGEST {
        return None;
    }
    let mut how = TextDiff::configure();
    how.timeout(PATIENCE);
    let diff = if longest > BY_WORDS { how.diff_lines(a, b) } else { how.diff_unicode_words(a, b) };
    let mut found = Texts { a: Vec::new(), b: Vec::new() };
    for change in diff.iter_all_changes() {
        let text = change.value();
        match change.tag() {
            ChangeTag::Equal => {
                put(&mut found.a, true, text);
                put(&mut found.b, true, text);
            }
            ChangeTag::Delete => put(&mut found.a, false, text),
            ChangeTag::Insert => put(&mut found.b, false, text),
        }
    }
    Some(found)
}

fn put(pieces: &mut Vec<Piece>, shared: bool, text: &str) {
    match pieces.last_mut() {
        Some(last) if last.shared == shared => last.text.push_str(text),
        _ => pieces.push(Piece { shared, text: text.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(pieces: &[Piece]) -> String {
        let mark = |piece: &Piece| {
            if piece.shared { piece.text.clone() } else { format!("[{}]", piece.text) }
        };
        pieces.iter().map(mark).collect()
    }

    #[test]
    fn words_that_differ_are_marked_in_both() {
        let found = texts("Added one blue mug.", "Added two blue mugs.").unwrap();
        assert_eq!(marked(&found.a), "Added [one] blue [mug].");
        assert_eq!(marked(&found.b), "Added [two] blue [mugs].");
    }

    #[test]
    fn nothing_is_lost_whatever_the_texts() {
        for (a, b) in [
            ("", ""),
            ("", "new"),
            ("a\nb\n", "a\nc\n"),
            ("日本語の文", "日本の文"),
            ("\u{202e}x", "x"),
        ] {
            let found = texts(a, b).unwrap();
            let whole =
                |pieces: &[Piece]| pieces.iter().map(|p| p.text.as_str()).collect::<String>();
            assert_eq!((whole(&found.a), whole(&found.b)), (a.to_owned(), b.to_owned()));
        }
    }

    #[test]
    fn long_texts_go_by_lines_and_longer_ones_are_left() {
        let long = "line of words\n".repeat(5_000);
        let found = texts(&long, &format!("{long}one more\n")).unwrap();
        assert_eq!(marked(&found.b).len(), long.len() + "[one more\n]".len());
        assert_eq!(texts(&"x".repeat(LONGEST + 1), ""), None);
    }
}

//! What an argument is called on the card.

use super::schema::Schema;
use crate::letters::{is_capital, is_small, lowered, upper};
use crate::text::one_line;

/// Code points of one name in a path such as `Address › City`.
const NAME_CHARS: usize = 60;

/// A name of the page, or of the model's making when the schema does not know the key.
pub(super) fn name_of(key: &str, schema: Option<Schema<'_>>) -> String {
    let title = schema.and_then(Schema::title).map(|title| one_line(title, NAME_CHARS));
    match title {
        Some(title) if !title.is_empty() => title,
        _ => from_key(key),
    }
}

/// A key as words: `productId`, `product_id` and `product-id` become "Product id".
pub(crate) fn from_key(key: &str) -> String {
    let mut label = String::new();
    for word in words_of(&one_line(key, NAME_CHARS)) {
        if label.is_empty() {
            label.extend(
                word.chars().enumerate().map(|(nth, ch)| if nth == 0 { upper(ch) } else { ch }),
            );
        } else {
            label.extend([" ", &word]);
        }
    }
    if label.is_empty() { "(no name)".to_owned() } else { one_line(&label, NAME_CHARS) }
}

/// The words of a key, lower-case but for abbreviations.
pub(crate) fn words_of(key: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    let mut letters = key.chars().peekable();
    while let Some(ch) = letters.next() {
        let parts = matches!(ch, '_' | '-' | '.' | ' ');
        let after_small = is_small(before) || before.is_ascii_digit();
        let ends_abbreviation =
            is_capital(before) && letters.peek().is_some_and(|&next| is_small(next));
        if parts || is_capital(ch) && (after_small || ends_abbreviation) {
            finish(&mut word, &mut words);
        }
        if !parts {
            word.push(ch);
        }
        before = ch;
    }
    finish(&mut word, &mut words);
    words
}

/// Puts a word to the others, in small letters unless it is an abbreviation.
fn finish(word: &mut String, words: &mut Vec<String>) {
    let shouts = word.chars().all(|ch| is_capital(ch) || ch.is_ascii_digit());
    if !word.is_empty() {
        words.push(if shouts && word.chars().nth(1).is_some() {
            word.clone()
        } else {
            lowered(word)
        });
        word.clear();
    }
}

/// A step of the dotted path: bare when it can be told from its neighbours.
pub(super) fn path_step(key: &str) -> String {
    let bare = !key.is_empty()
        && key.chars().all(|ch| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '-'));
    let shown = one_line(key, NAME_CHARS);
    if bare { shown } else { ["\"", &shown, "\""].concat() }
}

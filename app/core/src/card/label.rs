//! What an argument is called on the card.

use super::schema::Schema;
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
    let mut words: Vec<String> = words_of(&one_line(key, NAME_CHARS));
    match words.first_mut() {
        Some(first) => *first = capitalised(first),
        None => return "(no name)".to_owned(),
    }
    one_line(&words.join(" "), NAME_CHARS)
}

/// The words of a key, lower-case but for abbreviations.
pub(crate) fn words_of(key: &str) -> Vec<String> {
    let letters: Vec<char> = key.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, &ch) in letters.iter().enumerate() {
        if matches!(ch, '_' | '-' | '.' | ' ') {
            words.push(std::mem::take(&mut word));
            continue;
        }
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after_small = before.is_some_and(|ch| ch.is_lowercase() || ch.is_numeric());
        let ends_abbreviation = before.is_some_and(char::is_uppercase)
            && letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        if ch.is_uppercase() && (after_small || ends_abbreviation) {
            words.push(std::mem::take(&mut word));
        }
        word.push(ch);
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
        .into_iter()
        .map(|word| if is_abbreviation(&word) { word } else { word.to_lowercase() })
        .collect()
}

fn is_abbreviation(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().all(|ch| ch.is_uppercase() || ch.is_numeric())
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A step of the dotted path: bare when it can be told from its neighbours.
pub(super) fn path_step(key: &str) -> String {
    let bare = !key.is_empty()
        && key.chars().all(|ch| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '-'));
    let shown = one_line(key, NAME_CHARS);
    if bare { shown } else { format!("\"{shown}\"") }
}

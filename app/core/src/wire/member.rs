//! Members of an object on the wire: what an expanded declaration calls.

use super::{Wire, WireError};
use crate::json::{Object, Value};

/// The object that a record is on the wire.
pub fn object_of(value: &Value) -> Result<&Object, WireError> {
    value.as_object().ok_or_else(|| WireError::expected("an object", value))
}

/// The word that tells variants apart.
pub fn tag_of<'a>(object: &'a Object, tag: &str) -> Result<&'a str, WireError> {
    let value = object.get(tag).ok_or_else(|| missing(tag))?;
    value.as_str().ok_or_else(|| WireError::expected("a string", value).within(tag))
}

/// Writes a member.
pub fn put<T: Wire>(object: &mut Object, key: &str, field: &T) {
    field.put(object, key);
}

/// Reads a member.
pub fn take<T: Wire>(object: &Object, key: &str) -> Result<T, WireError> {
    match object.get(key) {
        Some(value) => T::from_value(value).map_err(|error| error.within(key)),
        None => T::absent().ok_or_else(|| missing(key)),
    }
}

/// Reads a member that has a default.
pub fn take_or<T: Wire>(
    object: &Object,
    key: &str,
    default: impl FnOnce() -> T,
) -> Result<T, WireError> {
    // As an optional one, so that both kinds of member share their code.
    take::<Option<T>>(object, key).map(|member| member.unwrap_or_else(default))
}

/// Which of the words a value is.
pub fn nth_word(value: &Value, words: &[&str]) -> Result<usize, WireError> {
    let word = value.as_str();
    let nth = words.iter().position(|known| Some(*known) == word);
    nth.ok_or_else(|| unknown_word(value, words))
}

/// A value that is none of these words.
#[cold]
fn unknown_word(value: &Value, words: &[&str]) -> WireError {
    let one_of = format!("one of {}", words.join(", "));
    let Some(word) = value.as_str() else { return WireError::expected(&one_of, value) };
    let word: String = word.chars().take(40).collect();
    WireError::new(format!("expected {one_of}, got {}", Value::from(word)))
}

/// A tagged object whose tag is none of these words.
#[cold]
pub fn untagged(object: &Object, tag: &str, words: &[&str]) -> WireError {
    unknown_word(object.get(tag).unwrap_or(&Value::Null), words).within(tag)
}

#[cold]
fn missing(key: &str) -> WireError {
    WireError::new("missing").within(key)
}

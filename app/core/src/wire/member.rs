//! Members of an object on the wire: what an expanded declaration calls.

use super::{Read, WireError, Write, text_of};
use crate::json::{Object, Value};
use crate::text::cut;

/// Characters of a wrong word or number that are shown.
pub(super) const SHOWN: usize = 40;

/// An object whose members are read one after the other. What goes wrong is kept: the members
/// after it are not looked at, and [`Members::done`] tells it.
pub struct Members<'a> {
    value: &'a Value,
    problem: Option<WireError>,
}

impl<'a> Members<'a> {
    /// The members of a value, which should be an object.
    #[must_use]
    pub fn of(value: &'a Value) -> Self {
        Self { value, problem: None }
    }

    /// Reads a member into a blank.
    pub fn read(&mut self, key: &str, into: &mut dyn Read) {
        match self.get(key) {
            Some(value) => self.keep(key, into.read(value)),
            None if into.is_optional() => {}
            None => self.keep(key, Err(WireError::new("missing"))),
        }
    }

    /// Reads a member into its default, which stays where the member is absent or `null`.
    pub fn read_or(&mut self, key: &str, into: &mut dyn Read) {
        if let Some(value) = self.get(key).filter(|value| !value.is_null()) {
            self.keep(key, into.read(value));
        }
    }

    /// The word that tells variants apart; empty when there is none.
    pub fn tag(&mut self, tag: &str) -> &'a str {
        let wrong = match self.get(tag) {
            Some(Value::String(word)) => return word,
            Some(value) => WireError::expected("a string", value),
            None => WireError::new("missing"),
        };
        self.keep(tag, Err(wrong));
        ""
    }

    /// Refuses a tag that is none of these words.
    #[cold]
    pub fn none_of(&mut self, tag: &str, words: &[&str]) {
        if let Some(value) = self.get(tag) {
            self.keep(tag, Err(unknown_word(value, words)));
        }
    }

    /// The object whole, for a variant that this version does not know.
    pub fn object(&self) -> Object {
        self.value.as_object().cloned().unwrap_or_default()
    }

    /// Notes what went wrong at a member.
    pub fn keep(&mut self, key: &str, read: Result<(), WireError>) {
        if let Err(error) = read
            && self.problem.is_none()
        {
            self.problem = Some(error.within(key));
        }
    }

    /// Whether all went well.
    pub fn done(self) -> Result<(), WireError> {
        self.problem.map_or(Ok(()), Err)
    }

    /// The value of a member, unless something went wrong before.
    fn get(&mut self, key: &str) -> Option<&'a Value> {
        match self.value {
            _ if self.problem.is_some() => None,
            Value::Object(object) => object.get(key),
            value => {
                self.problem = Some(WireError::expected("an object", value));
                None
            }
        }
    }
}

/// Writes a member into an object that begins with its brace; an optional without a value is none.
pub fn put(out: &mut String, key: &str, field: &dyn Write) {
    let before = out.len();
    if !out.ends_with('{') {
        out.push(',');
    }
    key.write(out);
    out.push(':');
    let start = out.len();
    field.write(out);
    if out.len() == start {
        out.truncate(before);
    }
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
    let one_of = ["one of ", &words.join(", ")].concat();
    let Some(word) = value.as_str() else { return WireError::expected(&one_of, value) };
    let word = text_of(&cut(word, SHOWN).0);
    WireError::new(["expected ", &one_of, ", got ", &word].concat())
}

//! Why a value does not fit a type, and where.

use std::fmt;

use crate::json::{ParseError, Value};
use crate::text::replaced;

/// A value that does not fit the type it was read as. One word wide, since every field that is
/// read may come to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError(Box<Place>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// JSON pointer; empty for the whole value.
    pointer: String,
    /// What is wrong there.
    problem: String,
}

impl WireError {
    /// Something else was expected than what came.
    #[cold]
    #[must_use]
    pub fn expected(what: &str, got: &Value) -> Self {
        let got = match got {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        };
        Self::new(["expected ", what, ", got ", got].concat())
    }

    /// A problem of the value itself, in words.
    #[must_use]
    pub fn new(problem: impl Into<String>) -> Self {
        Self(Box::new(Place { pointer: String::new(), problem: problem.into() }))
    }

    /// The place and the problem.
    #[must_use]
    pub fn words(&self) -> String {
        let Place { pointer, problem } = &*self.0;
        [pointer.as_str(), if pointer.is_empty() { "" } else { ": " }, problem].concat()
    }

    /// The same problem, seen from the object or array that holds the place under `key`.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn within(mut self, key: &str) -> Self {
        let escaped = replaced(&replaced(key, "~", "~0"), "/", "~1");
        self.0.pointer = ["/", &escaped, &self.0.pointer].concat();
        self
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

impl std::error::Error for WireError {}

impl From<ParseError> for WireError {
    fn from(error: ParseError) -> Self {
        Self::new(error.words())
    }
}

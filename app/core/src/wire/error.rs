//! Why a value does not fit a type, and where.

use thiserror::Error;

use crate::json::{ParseError, Value};

/// A value that does not fit the type it was read as.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{pointer}{colon}{problem}", colon = if pointer.is_empty() { "" } else { ": " })]
pub struct WireError {
    /// JSON pointer to the place; empty for the whole value.
    pub pointer: String,
    /// What is wrong there.
    pub problem: String,
}

impl WireError {
    /// Something else was expected than what came.
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
        Self::new(format!("expected {what}, got {got}"))
    }

    /// A problem of the value itself, in words.
    #[must_use]
    pub fn new(problem: impl Into<String>) -> Self {
        Self { pointer: String::new(), problem: problem.into() }
    }

    /// The same problem, seen from the object or array that holds the place under `key`.
    #[must_use]
    pub fn within(mut self, key: &str) -> Self {
        let escaped = key.replace('~', "~0").replace('/', "~1");
        self.pointer = format!("/{escaped}{}", self.pointer);
        self
    }
}

impl From<ParseError> for WireError {
    fn from(error: ParseError) -> Self {
        Self::new(error.to_string())
    }
}

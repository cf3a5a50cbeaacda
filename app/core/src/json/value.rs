//! The value: one of JSON's six kinds.

use super::write::{self, Style};
use super::{Number, Object};

/// A JSON value. Equality is JSON's own: numbers by value (`1` equals `1.0`), objects whatever
/// their key order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it was written.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object with its key order.
    Object(Object),
}

impl Value {
    /// Compact JSON text.
    #[must_use]
    pub fn to_text(&self) -> String {
        write::text(self, Style::AsWritten)
    }

    /// Compact JSON text with the keys of every object sorted by code point. Two spellings of one
    /// number stay two texts.
    #[must_use]
    pub fn to_canonical(&self) -> String {
        write::text(self, Style::Canonical)
    }

    /// A text that is the same for equal values, and only for them.
    pub(crate) fn identity(&self) -> String {
        write::text(self, Style::Identity)
    }

    /// The member of that key, when this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object()?.get(key)
    }

    /// The text, when this is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value, when this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The items, when this is an array.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The object, when this is one.
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The number, when this is one.
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number, when this is a whole one from 0 to `u64::MAX`.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// What kind this is, in JSON Schema's words.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// Levels of arrays and objects: 0 for `1`, 1 for `[]`, 2 for `[[]]`.
    #[must_use]
    pub fn depth(&self) -> usize {
        match self {
            Self::Array(items) => 1 + items.iter().map(Self::depth).max().unwrap_or(0),
            Self::Object(object) => object.depth(),
            _ => 0,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Self {
        Self::Array(items)
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

impl<N: Into<Number>> From<N> for Value {
    fn from(number: N) -> Self {
        Self::Number(number.into())
    }
}

impl<V: Into<Value>> FromIterator<V> for Value {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

//! A value within the instance and how it was reached.

use crate::json::Value;
use crate::text::{digits, replaced};

/// A value and the way to it, kept on the stack: a pointer is only written when it is told.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) value: &'a Value,
    /// How many steps below the whole instance.
    pub(super) depth: usize,
    from: Option<(&'a Place<'a>, Step<'a>)>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Place<'a> {
    pub(super) fn top(value: &'a Value) -> Self {
        Self { value, depth: 0, from: None }
    }

    /// The place of a member; it need not be there, `value` is what is checked at it.
    pub(super) fn member(&'a self, key: &'a str, value: &'a Value) -> Self {
        Self { value, depth: self.depth + 1, from: Some((self, Step::Key(key))) }
    }

    pub(super) fn item(&'a self, index: usize, value: &'a Value) -> Self {
        Self { value, depth: self.depth + 1, from: Some((self, Step::Index(index))) }
    }

    /// The JSON pointer.
    pub(super) fn pointer(&self) -> String {
        let Some((up, step)) = self.from else { return String::new() };
        let mut pointer = up.pointer();
        pointer.push('/');
        match step {
            Step::Key(key) => pointer.push_str(&replaced(&replaced(key, "~", "~0"), "/", "~1")),
            Step::Index(index) => pointer.push_str(&digits(index)),
        }
        pointer
    }
}

//! Schemas and values in a few words, for a model to act on. Computed only when they are told.

use std::fmt::{self, Display, Write};

use super::pointer::resolve;
use crate::json::{Object, Value};
use crate::text::cut;

/// Code points of a value's text that are shown.
const MAX_VALUE: usize = 60;

/// Things that are listed before the list is cut.
const MAX_LISTED: usize = 12;

/// References that are followed to find words.
const MAX_REFERENCES: usize = 8;

/// What came: `string "two"`, `number 1.5`, `object with "a", "b"`.
pub(super) struct Got<'a>(pub(super) &'a Value);

impl Display for Got<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::Null => f.write_str("null"),
            Value::Array(items) if items.is_empty() => f.write_str("empty array"),
            Value::Array(items) if items.len() == 1 => f.write_str("array of 1 item"),
            Value::Array(items) => write!(f, "array of {} items", items.len()),
            Value::Object(members) if members.is_empty() => f.write_str("empty object"),
            Value::Object(members) => {
                f.write_str("object with ")?;
                list(f, members.keys().map(Quoted))
            }
            value => write!(f, "{} {}", value.kind(), Shown(value)),
        }
    }
}

/// A value's JSON, cut where it is long.
pub(super) struct Shown<'a>(pub(super) &'a Value);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::String(text) => Quoted(text).fmt(f),
            value => {
                let (shown, more) = cut(&value.to_text(), MAX_VALUE);
                write!(f, "{shown}{}", if more { "…" } else { "" })
            }
        }
    }
}

/// A text in quotes, cut where it is long, with its length.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shown, more) = cut(self.0, MAX_VALUE);
        if more {
            let length = self.0.chars().count();
            write!(f, "{} ({length} characters)", Value::from(shown + "…"))
        } else {
            write!(f, "{}", Value::from(shown))
        }
    }
}

/// What a schema asks for: `integer`, `one of "a", "b"`, `object with "sku"`.
pub(super) struct Wanted<'a> {
    pub(super) schema: &'a Value,
    pub(super) root: &'a Value,
}

impl Display for Wanted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut schema = self.schema;
        for _ in 0..MAX_REFERENCES {
            let reference = schema.get("$ref").and_then(Value::as_str);
            let Some(target) = reference.and_then(|to| resolve(self.root, to)) else { break };
            schema = target;
        }
        match schema {
            Value::Bool(false) => f.write_str("nothing here"),
            Value::Object(keywords) => wanted(f, keywords),
            _ => f.write_str("a value"),
        }
    }
}

fn wanted(f: &mut fmt::Formatter<'_>, keywords: &Object) -> fmt::Result {
    if let Some(value) = keywords.get("const") {
        return Shown(value).fmt(f);
    }
    if let Some(Value::Array(values)) = keywords.get("enum") {
        return one_of(f, values);
    }
    let kinds = keywords.get("type");
    if let Some(kinds) = kinds.filter(|kinds| kinds.as_str() != Some("object")) {
        return Kinds(kinds).fmt(f);
    }
    match keywords.get("required") {
        Some(Value::Array(names)) if !names.is_empty() => {
            f.write_str("object with ")?;
            list(f, names.iter().filter_map(Value::as_str).map(Quoted))
        }
        _ => f.write_str(if kinds.is_some() { "object" } else { "another value" }),
    }
}

/// The kinds that `type` lists: `string or null`.
pub(super) struct Kinds<'a>(pub(super) &'a Value);

impl Display for Kinds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.0.as_array().unwrap_or(std::slice::from_ref(self.0));
        for (nth, kind) in kinds.iter().filter_map(Value::as_str).enumerate() {
            f.write_str(if nth > 0 { " or " } else { "" })?;
            f.write_str(kind)?;
        }
        Ok(())
    }
}

/// `one of "a", "b"`; one alone stands for itself.
pub(super) fn one_of(f: &mut fmt::Formatter<'_>, values: &[Value]) -> fmt::Result {
    if values.len() != 1 {
        f.write_str("one of ")?;
    }
    list(f, values.iter().map(Shown))
}

/// `a, b, c and 4 more`.
pub(super) fn list(
    f: &mut fmt::Formatter<'_>,
    things: impl Iterator<Item = impl Display>,
) -> fmt::Result {
    let mut more = 0_usize;
    for (nth, thing) in things.enumerate() {
        match nth {
            0 => thing.fmt(f)?,
            1..MAX_LISTED => write!(f, ", {thing}")?,
            _ => more += 1,
        }
    }
    if more > 0 { write!(f, " and {more} more") } else { f.write_str("") }
}

/// Several alternatives: `string, or object with "sku"`.
pub(super) struct Alternatives<'a> {
    pub(super) schemas: &'a [Value],
    pub(super) root: &'a Value,
}

impl Display for Alternatives<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told: Vec<String> = Vec::new();
        for schema in self.schemas.iter().take(MAX_LISTED) {
            let words = Wanted { schema, root: self.root }.to_string();
            if !told.contains(&words) {
                told.push(words);
            }
        }
        for (nth, words) in told.iter().enumerate() {
            f.write_str(if nth > 0 { ", or " } else { "" })?;
            f.write_str(words)?;
        }
        if self.schemas.len() > MAX_LISTED { f.write_char('…') } else { Ok(()) }
    }
}

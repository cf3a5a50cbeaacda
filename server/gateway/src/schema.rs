//! A page's schema in a form that no provider refuses: one bad schema must never fail the request.
//!
//! Providers check schemas against JSON Schema 2020-12 and have rules of their own on top; pages
//! write what they like. What is lost here is lost for the model only: the session checks arguments
//! against the schema as the page gave it.

mod keyword;

use serde_json::{Map, Value, json};

use self::keyword::Keyword;
use crate::names::Names;

/// Keywords that providers refuse at the root of a tool's schema.
const NOT_AT_ROOT: [&str; 10] =
    ["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "enum", "const", "$ref"];

/// Levels below the root; what is deeper may be anything.
const DEEPEST: usize = 24;

/// An object schema at its root, whatever came, its arguments under the provider's names.
pub(crate) fn adapt(schema: &Value, names: &Names) -> Value {
    let empty = || json!({ "type": "object", "properties": {} });
    let Value::Object(members) = schema else {
        return empty();
    };
    let is_object = match members.get("type") {
        Some(Value::String(kind)) => kind == "object",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
        Some(_) => false,
        None => true,
    };
    if !is_object {
        return empty();
    }
    let mut out = Map::new();
    out.insert("type".into(), "object".into());
    let rest = members.iter().filter(|(key, _)| !NOT_AT_ROOT.contains(&key.as_str()));
    let cleaner = Cleaner { root: schema, names };
    for (key, value) in rest.filter(|(key, _)| *key != "type") {
        if let Some(value) = cleaner.member(key, value, members, 0) {
            out.insert(key.clone(), value);
        }
    }
    if !out.contains_key("properties") {
        out.insert("properties".into(), json!({}));
        out.remove("required");
    }
    Value::Object(out)
}

/// The names of all arguments, at every depth.
pub(crate) fn keys(schema: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = vec![schema];
    while let Some(schema) = rest.pop() {
        match schema {
            Value::Object(members) => {
                for (key, value) in members {
                    match (Keyword::of(key), value) {
                        (Keyword::Arguments, Value::Object(properties)) => {
                            found.extend(properties.keys().map(String::as_str));
                            rest.extend(properties.values());
                        }
                        // Any of them may be called `properties`.
                        (Keyword::Schemas, Value::Object(schemas)) => rest.extend(schemas.values()),
                        _ => rest.push(value),
                    }
                }
            }
            Value::Array(items) => rest.extend(items),
            _ => {}
        }
    }
    found
}

/// What is left where a provider refuses even the adapted schema: the names of the arguments, what
/// they are about, and their plain types.
pub(crate) fn bare(schema: &Value) -> Value {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let properties: Map<String, Value> = properties
        .map(|(key, property)| {
            let mut plain = Map::new();
            for known in ["type", "description"] {
                // An array would need more words.
                if property[known].is_string() && property[known] != "array" {
                    plain.insert(known.into(), property[known].clone());
                }
            }
            (key.clone(), Value::Object(plain))
        })
        .collect();
    json!({ "type": "object", "properties": properties })
}

/// Keeps of a schema what is one.
struct Cleaner<'a> {
    root: &'a Value,
    names: &'a Names,
}

impl Cleaner<'_> {
    /// A schema below the root; what is none says nothing.
    fn schema(&self, schema: &Value, depth: usize) -> Value {
        match schema {
            Value::Bool(_) => schema.clone(),
            Value::Object(members) if depth < DEEPEST => {
                let kept = members.iter().filter_map(|(key, value)| {
                    Some((key.clone(), self.member(key, value, members, depth)?))
                });
                let mut out: Map<String, Value> = kept.collect();
                // One provider refuses an array of it does not know what.
                if out.get("type").is_some_and(|kind| kind == "array") && !out.contains_key("items")
                {
                    out.insert("items".into(), json!({}));
                }
                Value::Object(out)
            }
            _ => json!({}),
        }
    }

    /// One keyword's value, if it is fit.
    fn member(
        &self,
        key: &str,
        value: &Value,
        beside: &Map<String, Value>,
        depth: usize,
    ) -> Option<Value> {
        match Keyword::of(key) {
            Keyword::Arguments => Some(self.named(value, depth, |key| self.names.outer_key(key))),
            Keyword::Schemas => value.is_object().then(|| self.named(value, depth, |key| key)),
            // The tuples of older drafts say no more than that it is an array.
            Keyword::Schema if value.is_object() || value.is_boolean() => {
                Some(self.schema(value, depth + 1))
            }
            Keyword::Schema | Keyword::Dropped => None,
            Keyword::List => {
                let items = value.as_array().filter(|items| !items.is_empty())?;
                Some(items.iter().map(|item| self.schema(item, depth + 1)).collect())
            }
            Keyword::Required => self.required(value, beside),
            Keyword::Reference => self.resolves(value).then(|| value.clone()),
            Keyword::Plain(is_fit) => is_fit(value).then(|| value.clone()),
            Keyword::Unknown => Some(value.clone()),
        }
    }

    /// Schemas by name. PHP writes an empty object as [].
    fn named<'a>(
        &'a self,
        value: &'a Value,
        depth: usize,
        name: impl Fn(&'a str) -> &'a str,
    ) -> Value {
        let members = value.as_object().into_iter().flatten();
        members
            .map(|(key, schema)| (name(key).to_owned(), self.schema(schema, depth + 1)))
            .collect::<Map<_, _>>()
            .into()
    }

    /// Of the names that are required those that there are, each once.
    fn required(&self, value: &Value, beside: &Map<String, Value>) -> Option<Value> {
        let known = beside.get("properties");
        let mut names: Vec<Value> = Vec::new();
        for name in value.as_array()?.iter().filter_map(Value::as_str) {
            if known.is_none_or(|known| known.get(name).is_some()) {
                let name = Value::from(self.names.outer_key(name));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        Some(names.into())
    }

    /// Whether a reference leads somewhere within the schema that is still there.
    fn resolves(&self, value: &Value) -> bool {
        let Some(pointer) = value.as_str().and_then(|text| text.strip_prefix('#')) else {
            return false;
        };
        let place = pointer.split('/').nth(1);
        let is_kept = matches!(place, Some("$defs" | "definitions"));
        pointer.is_empty() || (is_kept && self.root.pointer(pointer).is_some())
    }
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;

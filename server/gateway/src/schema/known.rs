//! Schemas that were adapted before. A page sends the same ones with every step, and reading them
//! was a third of a step's work.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use serde_json::value::RawValue;

use super::{adapt, keys};
use crate::names::Names;

/// The most that is kept, in bytes of what pages sent; then all is forgotten and learnt anew.
const KEPT: usize = 2 * 1024 * 1024;

/// A tool's schema once it was read.
#[derive(Debug)]
pub(crate) struct Known {
    /// As the page wrote it; nothing where it cannot be read.
    schema: Value,
    /// The names of its arguments, at every depth.
    pub(crate) keys: Vec<String>,
    /// Adapted, with all names as they are.
    adapted: Value,
}

impl Known {
    fn read(text: &str) -> Self {
        let schema: Value = serde_json::from_str(text).unwrap_or_default();
        let keys = keys(&schema).into_iter().map(str::to_owned).collect();
        let adapted = adapt(&schema, &Names::default());
        Self { schema, keys, adapted }
    }

    /// Adapted, under the provider's names.
    pub(crate) fn adapted(&self, names: &Names) -> Value {
        if names.renames_keys() { adapt(&self.schema, names) } else { self.adapted.clone() }
    }
}

/// What is known of the schemas of a gateway's pages, by their whole text.
#[derive(Debug, Default)]
pub(crate) struct Schemas(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    known: HashMap<Box<str>, Arc<Known>>,
    bytes: usize,
}

impl Schemas {
    pub(crate) fn of(&self, schema: Option<&RawValue>) -> Arc<Known> {
        let text = schema.map_or("null", RawValue::get);
        if let Some(known) = self.kept(|kept| kept.known.get(text).cloned()) {
            return known;
        }
        let known = Arc::new(Known::read(text));
        self.kept(|kept| {
            if kept.bytes + text.len() > KEPT {
                *kept = Kept::default();
            }
            if kept.known.insert(text.into(), Arc::clone(&known)).is_none() {
                kept.bytes += text.len();
            }
        });
        known
    }

    fn kept<T>(&self, act: impl FnOnce(&mut Kept) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use serde_json::value::RawValue;

    use super::{KEPT, Schemas};

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).expect("JSON")
    }

    #[test]
    fn a_schema_is_read_once_and_no_more_are_kept_than_fit() {
        let schemas = Schemas::default();
        let schema = raw(r#"{"properties":{"a":{}}}"#);
        let first = schemas.of(Some(&schema));
        assert!(Arc::ptr_eq(&first, &schemas.of(Some(&schema))));
        assert_eq!(first.keys, ["a"]);
        for nth in 0..300 {
            let long = raw(&json!({ "title": "x".repeat(10_000), "nth": nth }).to_string());
            schemas.of(Some(&long));
            assert!(schemas.kept(|kept| kept.bytes) <= KEPT);
        }
        assert!(
            !Arc::ptr_eq(&first, &schemas.of(Some(&schema))),
            "it was forgotten, and is read anew"
        );
    }

    #[test]
    fn what_cannot_be_read_is_a_schema_of_nothing() {
        let schemas = Schemas::default();
        let empty = json!({ "type": "object", "properties": {} });
        let deep = raw(&format!("{}1{}", "[".repeat(300), "]".repeat(300)));
        for odd in [None, Some(&raw("null")), Some(&raw(r#"{"maximum":1e999}"#)), Some(&deep)] {
            let known = schemas.of(odd.map(AsRef::as_ref));
            assert_eq!(known.adapted(&crate::names::Names::default()), empty);
        }
    }
}

//! A page's schema in a form that no provider refuses: one bad schema must never fail the request.
//!
//! What is lost here is lost for the model only; the session checks arguments against the schema as
//! the page gave it.

use serde_json::{Map, Value, json};

/// Keywords that providers refuse at the root of a tool's schema.
const NOT_AT_ROOT: [&str; 9] =
    ["$schema", "$id", "anyOf", "oneOf", "allOf", "not", "if", "then", "else"];

/// An object schema at its root, whatever came.
pub(crate) fn adapt(schema: &Value) -> Value {
    let Value::Object(schema) = schema else {
        return json!({ "type": "object", "properties": {} });
    };
    let typed = match schema.get("type") {
        Some(Value::String(kind)) => kind == "object",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
        Some(_) => false,
        None => true,
    };
    if !typed {
        return json!({ "type": "object", "properties": {} });
    }
    let mut out = Map::new();
    out.insert("type".into(), "object".into());
    for (key, value) in schema {
        if key == "type" || NOT_AT_ROOT.contains(&key.as_str()) {
            continue;
        }
        // PHP writes an empty object as [].
        let value = match key.as_str() {
            "properties" | "$defs" | "definitions" if !value.is_object() => json!({}),
            "required" if !value.is_array() => continue,
            "enum" | "const" => continue,
            _ => value.clone(),
        };
        out.insert(key.clone(), value);
    }
    out.entry("properties").or_insert_with(|| json!({}));
    Value::Object(out)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::adapt;

    #[test]
    fn the_root_is_an_object_schema_whatever_came() {
        let empty = json!({ "type": "object", "properties": {} });
        for odd in [
            json!(null),
            json!([]),
            json!("x"),
            json!({ "type": "string" }),
            json!({ "type": 5 }),
            json!({}),
        ] {
            assert_eq!(adapt(&odd), empty, "{odd}");
        }
        assert_eq!(adapt(&json!({ "type": "object", "properties": [] })), empty);
        assert_eq!(adapt(&json!({ "anyOf": [{ "type": "object" }], "$schema": "x" })), empty);
    }

    #[test]
    fn what_a_provider_takes_is_kept() {
        let schema = json!({ "type": "object", "properties": { "q": { "type": "string", "const": "x" } }, "required": ["q"], "additionalProperties": false });
        assert_eq!(adapt(&schema), schema);
    }
}

//! What is left of schemas, good and bad.

use serde_json::{Value, json};

use super::{adapt, bare, keys};
use crate::names::Names;

fn adapted(schema: &Value) -> Value {
    adapt(schema, &Names::default())
}

/// What becomes of the schema of one argument.
fn argument(schema: &Value) -> Value {
    adapted(&json!({ "properties": { "a": schema } }))["properties"]["a"].take()
}

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
        json!({ "type": "object", "properties": [] }),
        json!({ "type": ["object", "null"], "properties": null }),
        json!({ "anyOf": [{ "type": "object" }], "$schema": "x" }),
        json!({ "$ref": "#/$defs/x" }),
        json!({ "type": "object", "enum": [{}], "const": {} }),
        json!({ "required": ["a"] }),
    ] {
        assert_eq!(adapted(&odd), empty, "{odd}");
    }
}

#[test]
fn what_a_provider_takes_is_kept() {
    let schema = json!({
        "type": "object", "title": "T", "description": "D", "additionalProperties": false,
        "required": ["q"],
        "properties": {
            "q": { "type": "string", "const": "x", "format": "email", "pattern": "^a", "minLength": 1 },
            "n": { "type": ["integer", "null"], "enum": [1, 2, null], "multipleOf": 0.5, "default": 1 },
            "l": { "type": "array", "items": { "anyOf": [{ "const": "a" }, { "$ref": "#/$defs/d" }] } },
            "t": { "type": "array", "prefixItems": [{ "type": "string" }, true], "items": false },
            "o": { "type": "object", "properties": { "type": { "type": "string" } }, "required": ["type"] },
        },
        "$defs": { "d": { "type": "object", "properties": { "again": { "$ref": "#" } } } },
        "x-vendor": { "a": 1 },
    });
    assert_eq!(adapted(&schema), schema);
}

#[test]
fn what_is_no_keyword_s_value_is_left_out() {
    for (odd, left) in [
        (json!({ "type": "any" }), json!({})),
        (json!({ "type": "String" }), json!({})),
        (json!({ "type": [] }), json!({})),
        (json!({ "type": ["string", "string"] }), json!({})),
        (json!({ "type": null, "description": 5 }), json!({})),
        (json!({ "enum": [] }), json!({})),
        (json!({ "enum": "a,b" }), json!({})),
        (json!({ "minimum": "1", "exclusiveMinimum": true }), json!({})),
        (json!({ "minLength": -1, "multipleOf": 0 }), json!({})),
        (json!({ "required": true }), json!({})),
        (json!({ "required": ["x", 5, "x"] }), json!({ "required": ["x"] })),
        (
            json!({ "properties": { "a": {} }, "required": ["a", "b"] }),
            json!({ "properties": { "a": {} }, "required": ["a"] }),
        ),
        (json!({ "properties": [] }), json!({ "properties": {} })),
        (json!({ "properties": { "x": "string" } }), json!({ "properties": { "x": {} } })),
        (json!({ "anyOf": [] }), json!({})),
        (json!({ "anyOf": { "type": "string" } }), json!({})),
        (
            json!({ "oneOf": ["x", { "type": "null" }] }),
            json!({ "oneOf": [{}, { "type": "null" }] }),
        ),
        (json!({ "$ref": "https://example.com/x.json" }), json!({})),
        (json!({ "$ref": "#/$defs/nowhere" }), json!({})),
        (json!({ "$schema": "x", "$id": "y" }), json!({})),
        (json!({ "type": "array" }), json!({ "type": "array", "items": {} })),
        (
            json!({ "type": "array", "items": [{ "type": "string" }] }),
            json!({ "type": "array", "items": {} }),
        ),
        (json!("string"), json!({})),
        (json!(null), json!({})),
        (json!(true), json!(true)),
    ] {
        assert_eq!(argument(&odd), left, "{odd}");
    }
}

#[test]
fn what_goes_too_deep_may_be_anything() {
    let mut schema = json!({ "type": "string" });
    for _ in 0..100 {
        schema = json!({ "type": "object", "properties": { "a": schema } });
    }
    let text = adapted(&schema).to_string();
    assert_eq!(text.matches("properties").count(), 24);
    assert!(text.contains(r#""a":{}"#));
}

#[test]
fn arguments_get_the_providers_names() {
    let schema = json!({ "type": "object", "required": ["user[email]"], "properties": {
        "user[email]": { "type": "string" },
        "rows": { "type": "array", "items": { "properties": { "größe": {} }, "required": ["größe"] } } } });
    let names = Names::new(std::iter::empty(), keys(&schema).into_iter());
    let adapted = adapt(&schema, &names);
    assert_eq!(adapted["required"], json!(["user_email_"]));
    assert_eq!(adapted["properties"]["user_email_"], json!({ "type": "string" }));
    let row = &adapted["properties"]["rows"]["items"];
    assert_eq!(
        (&row["required"], &row["properties"]),
        (&json!(["gr__e"]), &json!({ "gr__e": {} }))
    );
}

#[test]
fn a_bare_schema_has_names_and_plain_types() {
    let schema = json!({ "type": "object", "required": ["a"], "additionalProperties": false, "properties": {
        "a": { "type": "string", "pattern": "(?<x", "description": "D" },
        "b": { "type": ["string", "null"], "description": "E" },
        "c": { "type": "array", "items": { "$ref": "#" }, "description": "F" } } });
    assert_eq!(
        bare(&schema),
        json!({ "type": "object", "properties": {
            "a": { "type": "string", "description": "D" }, "b": { "description": "E" }, "c": { "description": "F" } } })
    );
}

#[test]
fn an_argument_is_found_whatever_the_schema_around_it_is_called() {
    for name in ["properties", "a", "$defs"] {
        let schema = json!({ "$defs": { name: { "properties": { "$ref": {} } } } });
        assert_eq!(keys(&schema), ["$ref"], "{name}");
        let inner = json!({ "properties": { name: { "properties": { "$ref": {} } } } });
        assert!(keys(&inner).contains(&"$ref"), "{name}");
    }
}

//! The keywords of JSON Schema 2020-12 by the form of their value.

use serde_json::Value;

/// What a keyword's value has to be.
pub(super) enum Keyword {
    /// Of no use to a model, and refused somewhere.
    Dropped,
    /// `properties`: arguments by name.
    Arguments,
    /// Schemas by a name that is no argument's.
    Schemas,
    /// One schema, or a truth value.
    Schema,
    /// Schemas, at least one.
    List,
    /// `required`.
    Required,
    /// `$ref`.
    Reference,
    /// Something for which this holds.
    Plain(fn(&Value) -> bool),
    /// None of the specification's.
    Unknown,
}

impl Keyword {
    pub(super) fn of(key: &str) -> Self {
        match key {
            "$schema" | "$id" | "id" | "$anchor" | "$dynamicRef" | "$dynamicAnchor"
            | "$vocabulary" | "dependencies" | "dependentRequired" => Self::Dropped,
            "properties" => Self::Arguments,
            "$defs" | "definitions" | "patternProperties" | "dependentSchemas" => Self::Schemas,
            "items"
            | "additionalProperties"
            | "additionalItems"
            | "contains"
            | "propertyNames"
            | "not"
            | "if"
            | "then"
            | "else"
            | "unevaluatedItems"
            | "unevaluatedProperties" => Self::Schema,
            "anyOf" | "oneOf" | "allOf" | "prefixItems" => Self::List,
            "required" => Self::Required,
            "$ref" => Self::Reference,
            "type" => Self::Plain(is_type),
            "enum" => Self::Plain(|value| value.as_array().is_some_and(|all| !all.is_empty())),
            "examples" => Self::Plain(Value::is_array),
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                Self::Plain(Value::is_number)
            }
            "multipleOf" => Self::Plain(|value| value.as_f64().is_some_and(|number| number > 0.0)),
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
            | "maxProperties" | "minContains" | "maxContains" => Self::Plain(Value::is_u64),
            "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => {
                Self::Plain(Value::is_boolean)
            }
            "pattern" | "format" | "title" | "description" | "$comment" | "contentEncoding"
            | "contentMediaType" => Self::Plain(Value::is_string),
            _ => Self::Unknown,
        }
    }
}

/// One of the seven types, or several different ones.
fn is_type(value: &Value) -> bool {
    let is_one = |value: &Value| {
        value.as_str().is_some_and(|name| {
            ["object", "array", "string", "number", "integer", "boolean", "null"].contains(&name)
        })
    };
    match value {
        Value::Array(kinds) => {
            let once = |at: usize| !kinds[..at].contains(&kinds[at]);
            !kinds.is_empty() && kinds.iter().all(is_one) && (0..kinds.len()).all(once)
        }
        one => is_one(one),
    }
}

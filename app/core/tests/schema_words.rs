//! What a model is told when its arguments do not fit.

use site_agent_core::json::{Value, parse};
use site_agent_core::schema::{MAX_VIOLATIONS, NoPatterns, Patterns, Violation, check};

fn found(schema: &str, instance: &str) -> Vec<Violation> {
    let value = |text: &str| parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    check(&value(schema), &value(instance), &NoPatterns).err().unwrap_or_default()
}

fn words(schema: &str, instance: &str) -> Vec<String> {
    found(schema, instance).iter().map(ToString::to_string).collect()
}

const ADD_TO_CART: &str = r#"{
    "type": "object",
    "properties": {
        "product": {"type": "string", "minLength": 1},
        "quantity": {"type": "integer", "minimum": 1, "maximum": 20},
        "size": {"enum": ["S", "M", "L"]},
        "note": {"type": ["string", "null"], "maxLength": 5}
    },
    "required": ["product", "quantity"],
    "additionalProperties": false
}"#;

#[test]
fn each_mismatch_is_a_place_a_wish_and_what_came() {
    for (arguments, told) in [
        (
            r#"{"product":"mug","quantity":"two"}"#,
            r#"/quantity: expected integer, got string "two""#,
        ),
        (r#"{"product":"mug","quantity":1.5}"#, "/quantity: expected integer, got number 1.5"),
        (r#"{"product":"mug"}"#, "/quantity: expected integer, got nothing (it is required)"),
        (r#"{"product":"mug","quantity":0}"#, "/quantity: expected at least 1, got number 0"),
        (r#"{"product":"mug","quantity":21}"#, "/quantity: expected at most 20, got number 21"),
        (r#"{"product":"","quantity":1}"#, "/product: expected at least 1 character, got 0"),
        (
            r#"{"product":"mug","quantity":1,"size":"XL"}"#,
            r#"/size: expected one of "S", "M", "L", got string "XL""#,
        ),
        (
            r#"{"product":"mug","quantity":1,"note":7}"#,
            "/note: expected string or null, got number 7",
        ),
        (
            r#"{"product":"mug","quantity":1,"note":"too long"}"#,
            "/note: expected at most 5 characters, got 8",
        ),
        (
            r#"{"product":"mug","quantity":1,"sku":1}"#,
            concat!(
                r#"/sku: expected only the properties "product", "quantity", "size", "note", "#,
                "got unknown property"
            ),
        ),
        ("[]", "expected object, got empty array"),
    ] {
        assert_eq!(words(ADD_TO_CART, arguments), [told], "{arguments}");
    }
}

#[test]
fn all_mismatches_are_told_at_once() {
    assert_eq!(
        words(ADD_TO_CART, r#"{"quantity":"two","size":"XL"}"#),
        [
            "/product: expected string, got nothing (it is required)",
            r#"/quantity: expected integer, got string "two""#,
            r#"/size: expected one of "S", "M", "L", got string "XL""#,
        ]
    );
}

#[test]
fn a_whole_number_with_a_fraction_of_zero_is_an_integer() {
    assert!(found(ADD_TO_CART, r#"{"product":"mug","quantity":2.0}"#).is_empty());
    assert!(found(r#"{"const":1}"#, "1.0").is_empty());
    assert!(found(r#"{"enum":[[{"a":1e2}]]}"#, r#"[{"a":100}]"#).is_empty());
    assert_eq!(found(r#"{"uniqueItems":true}"#, "[1,2,1.00]").len(), 1);
    assert!(found(r#"{"uniqueItems":true}"#, r#"[1,"1",true,[1],{"a":1}]"#).is_empty());
    assert_eq!(found(r#"{"uniqueItems":true}"#, r#"[{"a":1,"b":2},{"b":2.0,"a":1}]"#).len(), 1);
    assert!(found(r#"{"multipleOf":0.01}"#, "19.99").is_empty());
    assert_eq!(
        words(r#"{"multipleOf":0.01}"#, "19.995"),
        ["expected multiple of 0.01, got number 19.995"]
    );
}

#[test]
fn lengths_count_code_points() {
    assert!(found(r#"{"maxLength":2}"#, r#""👍👍""#).is_empty());
    assert_eq!(found(r#"{"minLength":3}"#, r#""👍👍""#).len(), 1);
}

#[test]
fn the_alternative_that_was_meant_is_the_one_explained() {
    let schema = r##"{"anyOf": [
        {"type": "string"},
        {"$ref": "#/$defs/by sku"}
    ], "$defs": {"by sku": {
        "type": "object", "required": ["sku"], "properties": {"sku": {"type": "string"}}
    }}}"##;
    let schema = &schema.replace("#/$defs/by sku", "#/$defs/by%20sku");
    assert_eq!(words(schema, r#"{"sku":7}"#), ["/sku: expected string, got number 7"]);
    assert_eq!(words(schema, "7"), [r#"expected string, or object with "sku", got number 7"#]);
    let tagged = r#"{"oneOf": [
        {"properties": {"by": {"const": "sku"}, "sku": {"type": "string"}}, "required": ["sku"]},
        {"properties": {"by": {"const": "name"}, "name": {"type": "string"}}}
    ]}"#;
    assert_eq!(
        words(tagged, r#"{"by":"sku"}"#),
        ["/sku: expected string, got nothing (it is required)"]
    );
    assert_eq!(
        words(r#"{"oneOf":[{"minimum":1},{"minimum":2},{"minimum":9}]}"#, "3"),
        ["expected a value that fits exactly one of 3 forms, got one that fits 2"]
    );
}

#[test]
fn the_other_keywords_have_words_too() {
    for (schema, instance, told) in [
        (r#"{"not":{"const":0}}"#, "0", "expected anything but 0, got number 0"),
        (r#"{"exclusiveMinimum":0}"#, "0", "expected more than 0, got number 0"),
        (r#"{"exclusiveMaximum":1}"#, "1", "expected less than 1, got number 1"),
        (r#"{"minItems":2}"#, "[1]", "expected at least 2 items, got 1"),
        (r#"{"maxProperties":1}"#, r#"{"a":1,"b":2}"#, "expected at most 1 property, got 2"),
        (r#"{"minProperties":2}"#, "{}", "expected at least 2 properties, got 0"),
        (
            r#"{"uniqueItems":true}"#,
            "[1,2,1]",
            "expected items that all differ, got items 0 and 2 equal",
        ),
        (
            r#"{"contains":{"type":"integer"}}"#,
            r#"["a","b"]"#,
            "expected at least 1 of: integer, got 0 of 2",
        ),
        (
            r#"{"contains":{"const":"a"},"maxContains":1}"#,
            r#"["a","a"]"#,
            r#"expected at most 1 of: "a", got 2 of 2"#,
        ),
        (
            r#"{"propertyNames":{"maxLength":3}}"#,
            r#"{"long~/er":1}"#,
            r#"/long~0~1er: expected property name: at most 3 characters, got "long~/er""#,
        ),
        (
            r#"{"dependentRequired":{"a":["b"]}}"#,
            r#"{"a":1}"#,
            r#"/b: expected a value, got nothing ("a" requires it)"#,
        ),
        (r#"{"items":{"type":"string"}}"#, r#"["a",null]"#, "/1: expected string, got null"),
        (
            r#"{"prefixItems":[true,false]}"#,
            "[1,true]",
            "/1: expected nothing here, got boolean true",
        ),
        (
            r#"{"if":{"type":"object"},"then":{"required":["a"]},"else":false}"#,
            "[1,2]",
            "expected nothing here, got array of 2 items",
        ),
    ] {
        assert_eq!(words(schema, instance), [told], "{schema} on {instance}");
    }
}

#[test]
fn a_pattern_is_shown_and_an_unreadable_one_ignored() {
    struct Fixed(Option<bool>);
    impl Patterns for Fixed {
        fn matches(&self, _: &str, _: &str) -> Option<bool> {
            self.0
        }
    }
    let schema =
        r#"{"pattern":"^[A-Z]+$","patternProperties":{"(":false},"additionalProperties":false}"#;
    let schema = parse(schema).expect("a schema");
    let told = check(&schema, &Value::from("mug"), &Fixed(Some(false))).expect_err("no match");
    assert_eq!(told[0].to_string(), r#"expected text that matches "^[A-Z]+$", got string "mug""#);
    assert_eq!(check(&schema, &Value::from("mug"), &Fixed(None)), Ok(()));
    let object = parse(r#"{"a":1}"#).expect("an object");
    assert_eq!(check(&schema, &object, &Fixed(None)), Ok(()));
    assert!(check(&schema, &object, &Fixed(Some(false))).is_err());
}

#[test]
fn what_is_told_is_short_and_on_one_line() {
    let long = format!("\"{}\\n\\u202e\"", "a".repeat(100_000));
    let told = words(r#"{"type":"integer"}"#, &long);
    assert!(told[0].contains("(100002 characters)"), "{}", told[0]);
    assert!(told[0].chars().count() < 200 && !told[0].contains('\n'));
    let many = format!("[{}0]", "0,".repeat(10_000));
    assert_eq!(found(r#"{"items":{"type":"string"}}"#, &many).len(), MAX_VIOLATIONS);
    let key = format!("{{\"{}\":1}}", "k".repeat(100_000));
    let told = found(r#"{"additionalProperties":{"type":"string"}}"#, &key);
    assert!(told[0].to_string().chars().count() < 300);
    let names: Vec<String> = (0..500).map(|nth| format!("\"option {nth}\"")).collect();
    let told = words(&format!(r#"{{"enum":[{}]}}"#, names.join(",")), "1");
    assert!(told[0].contains("and 488 more"), "{}", told[0]);
}

//! Schemas that were not made in good faith, or not made well: nothing panics, nothing hangs, and
//! what is malformed or unknown does not block.

use std::time::{Duration, Instant};

use site_agent_core::json::{Number, Object, Value, parse};
use site_agent_core::schema::{NoPatterns, check};

fn fits(schema: &str, instance: &str) -> bool {
    let value = |text: &str| parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    check(&value(schema), &value(instance), &NoPatterns).is_ok()
}

#[test]
fn references_that_never_end_are_refused() {
    for schema in [
        r##"{"$ref":"#"}"##,
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
        r##"{"not":{"$ref":"#"}}"##,
        r##"{"anyOf":[{"$ref":"#"},true]}"##,
        r##"{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}"##,
        r##"{"allOf":[{"$ref":"#"},{"$ref":"#"}]}"##,
        r##"{"if":{"$ref":"#"},"then":{"$ref":"#"}}"##,
        r##"{"propertyNames":{"$ref":"#/propertyNames"}}"##,
    ] {
        assert!(!fits(schema, r#"{"a":1}"#), "{schema}");
    }
}

#[test]
fn references_that_branch_without_bound_end_soon() {
    let level = |nth: usize| {
        let next = format!("{{\"$ref\":\"#/$defs/d{}\"}}", nth + 1);
        format!("\"d{nth}\":{{\"anyOf\":[{next},{next}]}},")
    };
    let defs: String = (0..60).map(level).collect();
    let schema = format!("{{\"$ref\":\"#/$defs/d0\",\"$defs\":{{{defs}\"d60\":false}}}}");
    let start = Instant::now();
    assert!(!fits(&schema, "1"));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn recursion_that_follows_the_value_is_fine() {
    let tree = r##"{"type":"object","properties":{"children":{
        "type":"array","items":{"anyOf":[{"type":"null"},{"$ref":"#"}]}}}}"##;
    let nested = |depth: usize, inner: &str| {
        format!("{}{inner}{}", "{\"children\":[".repeat(depth), "]}".repeat(depth))
    };
    assert!(fits(tree, &nested(32, "{}")));
    assert!(!fits(tree, &nested(32, "{\"children\":7}")));
    let list = r##"{"items":{"$ref":"#"},"type":"array"}"##;
    assert!(fits(list, &format!("{}{}", "[".repeat(64), "]".repeat(64))));
}

#[test]
fn many_values_are_not_deep_ones() {
    let many = format!("[{}0]", "0,".repeat(20_000));
    assert!(fits(r#"{"items":{"type":"integer","allOf":[{"minimum":0}]}}"#, &many));
}

#[test]
fn a_reference_is_unescaped_in_the_right_order() {
    let schema = r##"{"$ref":"#/$defs/a~01b~1c%25","$defs":{"a~1b/c%":false}}"##;
    assert!(!fits(schema, "1"));
}

#[test]
fn deep_schemas_do_not_overflow_the_stack() {
    let deep = format!("{}true{}", "{\"not\":".repeat(127), "}".repeat(127));
    let small_stack = std::thread::Builder::new().stack_size(512 * 1024);
    let checked = small_stack.spawn(move || {
        assert!(!fits(&deep, "1"));
        assert!(!fits(r##"{"$ref":"#"}"##, "1"));
        assert!(!fits(r##"{"oneOf":[{"$ref":"#"}]}"##, "1"));
        assert!(!fits(r##"{"items":{"$ref":"#"},"allOf":[{"not":{"$ref":"#"}}]}"##, "[[[1]]]"));
    });
    checked.expect("a thread").join().expect("no overflow");
}

#[test]
fn what_is_malformed_or_unknown_does_not_block() {
    for schema in [
        "7",
        "null",
        "\"string\"",
        "[]",
        r#"{"type":7,"properties":[],"required":{},"items":[false],"enum":1,"pattern":2}"#,
        r#"{"type":"object!"}"#,
        r#"{"type":["strnig"]}"#,
        r#"{"minimum":"5","maxLength":"x","minItems":null,"multipleOf":0,"exclusiveMinimum":true}"#,
        r#"{"multipleOf":-1,"anyOf":[],"oneOf":{},"allOf":false,"required":[1]}"#,
        r##"{"$ref":"#/$defs/none"}"##,
        r##"{"$ref":"#anchor"}"##,
        r##"{"$ref":"#/%zz"}"##,
        r##"{"$ref":"#/%"}"##,
        r##"{"$ref":"#/%ff"}"##,
        r##"{"$ref":"#/enum/01","enum":[1,"text",0.5,{"a":[]},[{"a":1}]]}"##,
        r#"{"$ref":"https://example.com/remote.json"}"#,
        r#"{"$ref":7,"$dynamicRef":"a"}"#,
        r#"{"format":"email","unevaluatedProperties":false,"x-own":false,"contentEncoding":"x"}"#,
        r#"{"dependentRequired":{"a":7},"dependentSchemas":[],"patternProperties":{"(":false}}"#,
        r#"{"then":false}"#,
        r#"{"minContains":9}"#,
    ] {
        for instance in ["1", "0.5", r#""text""#, r#"{"a":[]}"#, r#"[{"a":1}]"#] {
            assert!(fits(schema, instance), "{schema} on {instance}");
        }
    }
}

#[test]
fn huge_numbers_cost_nothing() {
    let start = Instant::now();
    assert!(fits(r#"{"minimum":1e400,"type":"integer"}"#, "1e401"));
    assert!(!fits(r#"{"maximum":1e400}"#, "1e999999999999999999999999"));
    assert!(fits(r#"{"multipleOf":1e-999999999}"#, "1e999999999"));
    assert!(fits(r#"{"multipleOf":0.5}"#, "1e400"));
    assert!(!fits(r#"{"multipleOf":3}"#, "1e999999999"));
    assert!(!fits(r#"{"minLength":1e999999999}"#, "\"a\""));
    assert!(fits(r#"{"maxItems":1e999999999}"#, "[]"));
    assert!(start.elapsed() < Duration::from_secs(1));
}

/// A tiny xorshift: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap_or(0)
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

const KEYS: &[&str] = &["a", "b", "~", "/", "", "é"];
const NUMBERS: &[&str] = &["0", "1", "2", "-1", "1.0", "0.5", "3", "1e2", "1e400", "-0", "1e-9"];
const LIMITS: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
];
const SCHEMAS: &[&str] =
    &["additionalProperties", "propertyNames", "items", "contains", "not", "if", "then", "else"];
const LISTS: &[&str] = &["prefixItems", "allOf", "anyOf", "oneOf"];
const MAPS: &[&str] = &["properties", "patternProperties", "dependentSchemas", "$defs"];
const REFERENCES: &[&str] = &[
    "#",
    "#/$defs/a",
    "#/$defs/b",
    "#/properties/a",
    "#/anyOf/0",
    "#/not",
    "#/$defs/~0",
    "#/$defs/%C3%A9",
    "#/enum/0",
    "#nope",
];

fn number(random: &mut Random) -> Value {
    Number::parse(random.pick(NUMBERS)).map_or(Value::Null, Value::Number)
}

fn instance(random: &mut Random, levels: usize) -> Value {
    match random.below(if levels > 0 { 8 } else { 5 }) {
        0 => Value::Null,
        1 => Value::Bool(random.below(2) == 0),
        2 | 3 => number(random),
        4 => Value::from(random.pick(KEYS)),
        5 => (0..random.below(4)).map(|_| instance(random, levels - 1)).collect(),
        _ => {
            let count = random.below(4);
            let pair = |_| (random.pick(KEYS), instance(random, levels - 1));
            Value::Object((0..count).map(pair).collect())
        }
    }
}

fn schema(random: &mut Random, levels: usize) -> Value {
    if levels == 0 || random.below(10) == 0 {
        return Value::Bool(random.below(4) > 0);
    }
    let mut keywords = Object::new();
    for _ in 0..=random.below(4) {
        match random.below(9) {
            0 => keywords.insert(random.pick(LIMITS), number(random)),
            1 | 2 => keywords.insert(random.pick(SCHEMAS), schema(random, levels - 1)),
            3 => {
                let list = (0..=random.below(2)).map(|_| schema(random, levels - 1));
                let list: Value = list.collect();
                keywords.insert(random.pick(LISTS), list)
            }
            4 => {
                let count = 1 + random.below(3);
                let pair = |_| (random.pick(KEYS), schema(random, levels - 1));
                let map: Object = (0..count).map(pair).collect();
                keywords.insert(random.pick(MAPS), map)
            }
            5 => keywords.insert("$ref", random.pick(REFERENCES)),
            6 => {
                let kinds = ["integer", "number", "string", "array", "object", "null", "boolean"];
                keywords.insert("type", random.pick(&kinds))
            }
            7 => {
                let values: Value = (0..2).map(|_| instance(random, 2)).collect();
                keywords.insert(random.pick(&["enum", "required", "type"]), values)
            }
            // Anything anywhere.
            _ => {
                let key = match random.below(4) {
                    0 => random.pick(LIMITS),
                    1 => random.pick(SCHEMAS),
                    2 => random.pick(LISTS),
                    _ => random.pick(MAPS),
                };
                keywords.insert(key, instance(random, 2))
            }
        };
    }
    Value::Object(keywords)
}

#[test]
fn no_pair_of_schema_and_value_panics() {
    struct Contains;
    impl site_agent_core::schema::Patterns for Contains {
        fn matches(&self, pattern: &str, text: &str) -> Option<bool> {
            (pattern != "/").then(|| text.contains(pattern))
        }
    }
    let mut random = Random(0x5EED_2026);
    let (mut fitting, mut told, mut refused) = (0, 0, 0);
    for _ in 0..100_000 {
        let (schema, instance) = (schema(&mut random, 4), instance(&mut random, 3));
        match check(&schema, &instance, &Contains) {
            Ok(()) => fitting += 1,
            Err(violations) => {
                assert!(!violations.is_empty(), "{schema} on {instance} says nothing");
                told += 1;
                refused += usize::from(violations[0].expected.contains("can be checked"));
            }
        }
    }
    println!("{fitting} fitting, {told} not, of them {refused} endless");
    assert!(fitting > 10_000 && told > 10_000 && refused > 100);
}

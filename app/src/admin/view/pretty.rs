//! JSON with a member a line.

use site_agent_core::json::Value;

/// Deeper values stay in one line: a page is not as wide as JSON may be deep.
const DEEPEST: usize = 16;

/// The value, indented by two.
pub fn pretty(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value, 0);
    out
}

fn write(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Array(items) if !items.is_empty() && depth < DEEPEST => {
            list(out, depth, ('[', ']'), items.iter().map(|item| (None, item)));
        }
        Value::Object(object) if !object.is_empty() && depth < DEEPEST => {
            let members = object.iter().map(|(key, value)| (Some(key), value));
            list(out, depth, ('{', '}'), members);
        }
        value => out.push_str(&value.to_text()),
    }
}

fn list<'a>(
    out: &mut String,
    depth: usize,
    (opens, closes): (char, char),
    items: impl Iterator<Item = (Option<&'a str>, &'a Value)>,
) {
    out.push(opens);
    for (nth, (key, value)) in items.enumerate() {
        out.push_str(if nth == 0 { "\n" } else { ",\n" });
        out.push_str(&"  ".repeat(depth + 1));
        if let Some(key) = key {
            out.push_str(&Value::from(key).to_text());
            out.push_str(": ");
        }
        write(out, value, depth + 1);
    }
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
    out.push(closes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use site_agent_core::json::parse;

    #[test]
    fn json_is_laid_out_and_stays_the_same_value() {
        let value = parse(r#"{"a":[1,{"b":"c"}],"d":{},"e":[]}"#).unwrap();
        let text = pretty(&value);
        assert_eq!(
            text,
            "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"c\"\n    }\n  ],\n  \"d\": {},\n  \"e\": []\n}"
        );
        assert_eq!(parse(&text).unwrap(), value);
    }

    #[test]
    fn a_deep_value_does_not_grow_wide() {
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        let text = pretty(&parse(&deep).unwrap());
        assert_eq!(parse(&text).unwrap(), parse(&deep).unwrap());
        assert!(text.lines().all(|line| line.len() < 260));
    }
}

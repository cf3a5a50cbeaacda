//! What is refused, where, and that nothing from outside can be too deep, too large or too slow.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use site_agent_core::json::{MAX_BYTES, MAX_DEPTH, Object, Problem, Value, parse, parse_bytes};

fn refused(text: &str) -> (Problem, usize) {
    let error = parse(text).unwrap_err();
    (error.problem, error.offset)
}

#[test]
fn an_error_says_what_and_where() {
    for (text, problem, offset) in [
        ("", Problem::End, 0),
        ("  ", Problem::End, 2),
        ("[1, ", Problem::End, 4),
        ("[1 2]", Problem::Expected("`,` or `]`"), 3),
        ("[1,]", Problem::Expected("a value"), 3),
        ("{a:1}", Problem::Expected("a key in double quotes"), 1),
        (r#"{"a" 1}"#, Problem::Expected("`:`"), 5),
        (r#"{"a":1,}"#, Problem::Expected("a key in double quotes"), 7),
        ("nul", Problem::End, 3),
        ("nulL", Problem::Expected("null"), 3),
        ("1 2", Problem::Trailing, 2),
        ("01", Problem::Trailing, 1),
        ("-", Problem::End, 1),
        ("1.x", Problem::Number, 2),
        ("\"a\nb\"", Problem::Control, 2),
        (r#""\x""#, Problem::Escape, 2),
        (r#""\u12g4""#, Problem::Escape, 5),
        (r#"["\ud800"]"#, Problem::Surrogate, 2),
        (r#""\udc00\ud800""#, Problem::Surrogate, 1),
        (r#""\udc00\udc00""#, Problem::Surrogate, 1),
        (r#""\ud83d\u0041""#, Problem::Surrogate, 1),
        ("\u{feff}1", Problem::ByteOrderMark, 0),
        ("'a'", Problem::Expected("a value"), 0),
    ] {
        assert_eq!(refused(text), (problem, offset), "{text}");
    }
    let words = parse("[1 2]").unwrap_err().to_string();
    assert_eq!(words, "expected `,` or `]` at byte 3");
    let error = parse_bytes(b"[\"a\xff\"]").unwrap_err();
    assert_eq!((error.problem, error.offset), (Problem::Utf8, 3));
}

#[test]
fn a_hundred_thousand_brackets_are_an_error_and_no_crash() {
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(|| {
        for opening in ["[", "{\"a\":", "[{\"a\":"] {
            assert_eq!(refused(&opening.repeat(100_000)).0, Problem::TooDeep);
        }
        // The deepest that is read can be walked, compared, written and dropped.
        let deepest = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        let value = parse(&deepest).unwrap();
        assert_eq!(value.depth(), MAX_DEPTH);
        assert_eq!(value.clone(), value);
        assert_eq!(value.to_text(), deepest);
    });
    thread.unwrap().join().unwrap();
    assert_eq!(refused(&"[".repeat(MAX_DEPTH + 1)), (Problem::TooDeep, MAX_DEPTH));
}

#[test]
fn size_is_bounded() {
    let fits = format!("\"{}\"", "a".repeat(MAX_BYTES - 2));
    assert!(parse(&fits).is_ok());
    assert_eq!(refused(&format!("{fits} ")), (Problem::TooLarge, MAX_BYTES));
    let bytes = vec![b' '; MAX_BYTES + 1];
    assert_eq!(parse_bytes(&bytes).unwrap_err().problem, Problem::TooLarge);
}

#[test]
fn many_keys_take_no_quadratic_time() {
    let start = Instant::now();
    let pairs: Vec<String> =
        (0..200_000).map(|nth| format!("\"{}\":{nth}", nth % 150_000)).collect();
    let value = parse(&format!("{{{}}}", pairs.join(","))).unwrap();
    let object = value.as_object().unwrap();
    assert_eq!(object.len(), 150_000);
    // The last value, at the place of the first.
    assert_eq!(object.iter().next(), Some(("0", &Value::from(150_000))));
    assert_eq!(object.iter().last(), Some(("149999", &Value::from(149_999))));
    let other = parse(&value.to_canonical()).unwrap();
    assert_eq!(other, value);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn an_object_keeps_its_order() {
    let mut object = Object::new();
    assert!(object.is_empty());
    object.insert("z", 1);
    object.insert("a", "two");
    object.insert("m", Value::Null);
    assert_eq!(object.insert("z", 3), Some(Value::from(1)));
    assert_eq!(object.keys().collect::<Vec<_>>(), ["z", "a", "m"]);
    assert_eq!(object.remove("a"), Some(Value::from("two")));
    assert_eq!(object.remove("a"), None);
    assert_eq!(object.get("m"), Some(&Value::Null));
    assert_eq!((object.get("a"), object.len()), (None, 2));
    let value = Value::Object(object);
    assert_eq!(value.to_text(), r#"{"z":3,"m":null}"#);
    assert_eq!(value.to_canonical(), r#"{"m":null,"z":3}"#);
    assert_eq!(value, parse(r#"{"m":null,"z":3.0}"#).unwrap());
    assert_ne!(value, parse(r#"{"m":null,"z":3,"a":1}"#).unwrap());
    assert_ne!(value, parse(r#"{"m":null,"y":3}"#).unwrap());
}

#[test]
fn of_a_key_that_comes_twice_the_last_value_counts() {
    let value = parse(r#"{"a":1,"b":2,"a":3}"#).unwrap();
    assert_eq!(value.to_text(), r#"{"a":3,"b":2}"#);
}

#[test]
fn keys_sort_by_code_point() {
    // In UTF-16, as JavaScript sorts, the emoji would come before U+FF41.
    let value = parse(r#"{"👍":1,"\uff41":2,"é":3,"Z":4,"a":5,"":6}"#).unwrap();
    assert_eq!(value.to_canonical(), r#"{"":6,"Z":4,"a":5,"é":3,"ａ":2,"👍":1}"#);
}

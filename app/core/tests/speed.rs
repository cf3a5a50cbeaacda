//! What comes from outside may be large, and must not take time that grows faster than it.

use std::time::{Duration, Instant};

use site_agent_core::json::{self, Value};
use site_agent_core::wire::Wire;
use site_agent_core::{Listing, Message};

/// Far more than a debug build needs; what is quadratic needs minutes.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long something takes, with its result.
fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let took = start.elapsed();
    println!("{what}: {took:?}");
    assert!(took < PATIENCE, "{what} took {took:?}");
    result
}

#[test]
fn two_megabytes_are_read_and_written() {
    let rows: Vec<String> = (0..20_000)
        .map(|nth| {
            format!(r#"{{"id":{nth},"name":"Tasse\n\"{nth}\" é","prices":[14.50,1e2,null]}}"#)
        })
        .collect();
    let text = format!("[{}]", rows.join(","));
    assert!(text.len() > 1024 * 1024);
    let value = timed("reading 20,000 objects", || json::parse(&text).expect("it is JSON"));
    assert_eq!(timed("writing them", || value.to_text()), text);

    let escaped = format!("\"{}\"", "\\u00e9\\n\\ud83c\\udf75".repeat(100_000));
    let value = timed("reading 300,000 escapes", || json::parse(&escaped).expect("it is JSON"));
    assert_eq!(value.as_str().map(|text| text.chars().count()), Some(300_000));
    let again = timed("writing what they stand for", || value.to_text());
    assert_eq!(json::parse(&again).as_ref(), Ok(&value));
}

#[test]
fn an_object_of_many_members_is_read_written_and_compared() {
    let members: Vec<String> = (0..10_000).map(|nth| format!(r#""key {nth}":{nth}"#)).collect();
    let text = format!("{{{}}}", members.join(","));
    let value = timed("reading 10,000 members", || json::parse(&text).expect("it is JSON"));
    assert_eq!(timed("writing them", || value.to_text()), text);
    let sorted = timed("sorting them", || value.to_canonical());
    let sorted = json::parse(&sorted).expect("it is JSON");
    assert!(timed("comparing them", || sorted == value));
}

#[test]
fn a_listing_of_many_names_is_read() {
    let tool = |nth: usize| {
        let (name, framed) = (nth % 7_000, nth.is_multiple_of(3));
        format!(r#"{{"handle":{nth},"name":"tool_{name}","framed":{framed}}}"#)
    };
    let tools: Vec<String> = (0..20_000).map(tool).collect();
    let text = format!(r#"{{"tools":[{}]}}"#, tools.join(","));
    let listing =
        timed("reading 20,000 tools", || Listing::from_text(&text).expect("it is a listing"));
    assert_eq!((listing.tools.len(), listing.dropped.len()), (7_000, 13_000));
}

#[test]
fn a_long_history_is_read_and_written() {
    let messages: Vec<Message> =
        (0..10_000).map(|nth| Message::User { text: format!("\"{nth}\"\n").repeat(20) }).collect();
    let text = timed("writing 10,000 messages", || messages.to_text());
    assert!(text.len() > 1024 * 1024);
    let read = timed("reading them", || Vec::<Message>::from_text(&text));
    assert_eq!(read, Ok(messages));
    assert!(matches!(json::parse(&text), Ok(Value::Array(items)) if items.len() == 10_000));
}

//! What comes from outside may be large, and must not take time that grows faster than it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use site_agent_core::json::{self, Value};
use site_agent_core::wire::Wire;
use site_agent_core::{Listing, Message};

/// Eight times the input takes eight times as long, or sixty-four times where something is
/// quadratic: what lies between is the room that a busy machine gets.
const LARGER: usize = 8;
const MUCH_LONGER: u32 = 24;

/// How often it is tried: what else the machine does can only make it slower.
const TRIES: usize = 30;

/// Fails when the work grows faster than what `make` gives it.
fn grows_evenly<T>(what: &str, size: usize, make: impl Fn(usize) -> T, work: impl Fn(&T)) {
    let timed = |input: &T| {
        let start = Instant::now();
        work(input);
        start.elapsed().max(Duration::from_micros(1))
    };
    let (few, many) = (make(size), make(size * LARGER));
    let (mut small, mut large) = (Duration::MAX, Duration::MAX);
    for _ in 0..TRIES {
        (small, large) = (small.min(timed(&few)), large.min(timed(&many)));
        if large < small * MUCH_LONGER {
            println!("{what}: {small:?}, {LARGER} times as much {large:?}");
            return;
        }
    }
    panic!("{what}: {small:?} became {large:?}");
}

fn parse(text: &str) -> Value {
    json::parse(text).expect("it is JSON")
}

#[test]
fn long_arrays_are_read_and_written() {
    let row =
        |nth| format!(r#"{{"id":{nth},"name":"Tasse\n\"{nth}\" é","prices":[14.50,1e2,null]}}"#);
    let text = |size| format!("[{}]", (0..size).map(row).collect::<Vec<_>>().join(","));
    assert_eq!(parse(&text(50)).to_text(), text(50));
    grows_evenly("reading objects", 2_000, text, |text| {
        black_box(parse(text));
    });
    grows_evenly(
        "writing them",
        2_000,
        |size| parse(&text(size)),
        |value| {
            black_box(value.to_text());
        },
    );
}

#[test]
fn long_texts_are_read_and_written() {
    let text = |size| format!("\"{}\"", "\\u00e9\\n\\ud83c\\udf75".repeat(size));
    assert_eq!(parse(&text(2)).as_str(), Some("é\n🍵é\n🍵"));
    grows_evenly("reading escapes", 10_000, text, |text| {
        black_box(parse(text));
    });
    grows_evenly(
        "writing what they stand for",
        10_000,
        |size| parse(&text(size)),
        |value| {
            black_box(value.to_text());
        },
    );
}

#[test]
fn objects_of_many_members_are_read_written_and_compared() {
    let text = |size| {
        let members: Vec<String> = (0..size).map(|nth| format!(r#""key {nth}":{nth}"#)).collect();
        format!("{{{}}}", members.join(","))
    };
    assert_eq!(parse(&text(50)).to_text(), text(50));
    assert_eq!(parse(&parse(&text(50)).to_canonical()), parse(&text(50)));
    grows_evenly("reading members", 1_000, text, |text| {
        black_box(parse(text));
    });
    grows_evenly(
        "sorting them",
        1_000,
        |size| parse(&text(size)),
        |value| {
            black_box(value.to_canonical());
        },
    );
    let pair = |size| (parse(&text(size)), parse(&parse(&text(size)).to_canonical()));
    grows_evenly("comparing them", 1_000, pair, |(one, other)| assert!(one == other));
}

#[test]
fn a_listing_of_many_names_is_read() {
    let text = |size| {
        let tool = |nth: usize| {
            let (name, framed) = (nth % (size / 3), nth.is_multiple_of(3));
            format!(r#"{{"handle":{nth},"name":"tool_{name}","framed":{framed}}}"#)
        };
        format!(r#"{{"tools":[{}]}}"#, (0..size).map(tool).collect::<Vec<_>>().join(","))
    };
    let listing = |text: &str| Listing::from_text(text).expect("it is a listing");
    let read = listing(&text(300));
    assert_eq!((read.tools.len(), read.dropped.len()), (100, 200));
    grows_evenly("reading tools", 2_000, text, |text| {
        black_box(listing(text));
    });
}

#[test]
fn a_long_history_is_read_and_written() {
    let history = |size| -> Vec<Message> {
        (0..size).map(|nth| Message::User { text: format!("\"{nth}\"\n").repeat(20) }).collect()
    };
    let read = |text: &str| Vec::<Message>::from_text(text).expect("it is a history");
    assert_eq!(read(&history(50).to_text()), history(50));
    grows_evenly("writing messages", 1_000, history, |messages| {
        black_box(messages.to_text());
    });
    grows_evenly(
        "reading them",
        1_000,
        |size| history(size).to_text(),
        |text| {
            black_box(read(text));
        },
    );
}

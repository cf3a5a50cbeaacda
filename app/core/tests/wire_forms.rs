//! Declared types on the wire: names, what is left out, what is missing, and where it went wrong.

use site_agent_core::json::{Object, Value};
use site_agent_core::wire;
use site_agent_core::wire::Wire;

wire! {
    #[derive(Clone, Debug, PartialEq)]
    struct Run {
        started_at: u64,
        page_origin as "origin": Option<String>,
        max_steps: u8 = 6,
        steps: Vec<Step>,
        meta: Option<Value>,
        offset: i64 = 0,
    }
}

wire! {
    #[derive(Clone, Debug, PartialEq)]
    enum Step by "type" {
        User { text: String, at_ms as "at": Ticket },
        ToolCall as "call" { arguments: Object, outcome: Option<Outcome> },
        Ended,
    }
    else Unknown
}

wire! {
    #[derive(Clone, Debug, PartialEq)]
    enum Closed by "kind" {
        On,
        Off { why: String = String::new() },
    }
}

wire! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Outcome {
        Ok,
        MaxSteps,
        NotAsked as "never",
    }
}

wire! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Ticket(u32);
}

const RUN: &str = concat!(
    r#"{"startedAt":18446744073709551615,"origin":"https://a.example","steps":["#,
    r#"{"type":"user","text":"hi","at":7},"#,
    r#"{"type":"call","arguments":{"z":1.0},"outcome":"max-steps"},"#,
    r#"{"type":"ended"},"#,
    r#"{"type":"of-the-future","with":{"a":[1e2]}}],"offset":-3}"#,
);

fn fault(text: &str) -> String {
    Run::from_text(text).expect_err("it does not fit").to_string()
}

#[test]
fn what_is_read_is_written_the_same() {
    let run = Run::from_text(RUN).expect("it fits");
    assert_eq!((run.started_at, run.max_steps, run.offset), (u64::MAX, 6, -3));
    assert_eq!(run.steps[0], Step::User { text: "hi".into(), at_ms: Ticket(7) });
    assert!(matches!(&run.steps[3], Step::Unknown(object) if object.contains_key("with")));
    assert_eq!(run.to_text(), RUN);
}

#[test]
fn optional_and_default_members_may_be_absent_or_null() {
    let short = r#"{"startedAt":1,"steps":[]}"#;
    let run = Run::from_text(short).expect("it fits");
    assert_eq!((run.page_origin.as_ref(), run.max_steps), (None, 6));
    assert_eq!(run.to_text(), short);
    let nulls = r#"{"startedAt":1,"origin":null,"maxSteps":null,"steps":[],"meta":null,"new":1}"#;
    assert_eq!(Run::from_text(nulls), Ok(run.clone()));
    let other = Run { max_steps: 7, ..run };
    assert_eq!(other.to_text(), r#"{"startedAt":1,"maxSteps":7,"steps":[]}"#);
}

#[test]
fn an_error_names_the_place() {
    assert_eq!(fault("[]"), "expected an object, got an array");
    assert_eq!(fault("{}"), "/startedAt: missing");
    assert_eq!(
        fault(r#"{"startedAt":"1","steps":[]}"#),
        "/startedAt: expected a whole number, got a string"
    );
    assert_eq!(
        fault(r#"{"startedAt":1,"maxSteps":256,"steps":[]}"#),
        "/maxSteps: expected a whole number from 0 to 255, got 256"
    );
    assert_eq!(
        fault(r#"{"startedAt":1.5,"steps":[]}"#),
        "/startedAt: expected a whole number from 0 to 18446744073709551615, got 1.5"
    );
    let step =
        |step: &str| fault(&format!(r#"{{"startedAt":1,"steps":[{{"type":"ended"}},{step}]}}"#));
    assert_eq!(step("7"), "/steps/1: expected an object, got a number");
    assert_eq!(step("{}"), "/steps/1/type: missing");
    assert_eq!(step(r#"{"type":1}"#), "/steps/1/type: expected a string, got a number");
    assert_eq!(step(r#"{"type":"user","text":"a"}"#), "/steps/1/at: missing");
    assert_eq!(
        step(r#"{"type":"call","arguments":{},"outcome":"maxSteps"}"#),
        r#"/steps/1/outcome: expected one of ok, max-steps, never, got "maxSteps""#
    );
    assert_eq!(fault("{"), "the JSON ends too early at byte 1");
}

#[test]
fn a_closed_set_refuses_what_it_does_not_know() {
    assert_eq!(Closed::from_text(r#"{"kind":"on"}"#), Ok(Closed::On));
    assert_eq!(Closed::Off { why: String::new() }.to_text(), r#"{"kind":"off"}"#);
    let error = Closed::from_text(r#"{"kind":"Off"}"#).expect_err("it does not fit");
    assert_eq!(error.to_string(), r#"/kind: expected one of on, off, got "Off""#);
}

#[test]
fn words_are_found_both_ways() {
    for one in Outcome::ALL {
        assert_eq!(Outcome::parse(one.as_str()), Some(*one));
    }
    assert_eq!(Outcome::NotAsked.as_str(), "never");
    assert_eq!(Outcome::parse("not-asked"), None);
}

#[test]
fn nothing_is_null_where_a_place_must_be_kept() {
    let places = vec![Some(1_u32), None, Some(3)];
    assert_eq!(places.to_text(), "[1,null,3]");
    assert_eq!(Vec::<Option<u32>>::from_text("[1,null,3]"), Ok(places));
}

#[test]
fn keys_in_a_pointer_are_escaped() {
    let error = wire::WireError::new("wrong").within("a/b~c").within("0");
    assert_eq!(error.to_string(), "/0/a~1b~0c: wrong");
}

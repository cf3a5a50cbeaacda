//! What the panel makes of the session's public events.

use super::*;
use site_agent_core::json::Object;
use site_agent_core::policy::Decision;
use site_agent_core::protocol::{Code, Detail};

fn call(id: &str) -> Call {
    Call { id: id.into(), name: "add_to_cart".into(), arguments: Object::new() }
}

/// Plays events into a fresh conversation.
fn played(events: &[Out]) -> Conversation {
    let mut conversation = Conversation::new();
    for out in events {
        conversation.take(out, None);
    }
    conversation
}

fn entries(conversation: &Conversation) -> Vec<String> {
    let shown = |entry: &Entry| match &entry.kind {
        Kind::Asked(text) => format!("asked {text}"),
        Kind::Answer(text) => format!("answer {text}"),
        Kind::Step(step) => format!("step {:?}", step.progress),
        Kind::Fault(fault, _) => format!("fault {}", fault.code.as_str()),
        Kind::Note(note) => format!("note {note:?}"),
    };
    conversation.entries.iter().map(shown).collect()
}

fn piece(text: &str) -> Out {
    Out::AnswerDelta { text: text.into() }
}

fn thinking() -> Out {
    Out::Thinking { step: 1, model: "rules".into() }
}

fn fault(code: Code) -> Out {
    Out::Error { fault: RunFault { code, message: String::new(), detail: None } }
}

fn result(outcome: Outcome) -> Out {
    Out::ToolResult { call: call("call_1"), text: "r".into(), untrusted: false, outcome }
}

fn decided(allowed: bool, by: By) -> Out {
    Out::ConfirmResult { call: call("call_1"), decision: Decision { allowed, by, reason: None } }
}

#[test]
fn pieces_grow_one_answer_and_the_whole_takes_their_place() {
    let whole = Out::Answer { text: "Two mugs.".into() };
    let shown = played(&[thinking(), piece("Two "), piece("mug"), whole]);
    assert_eq!(entries(&shown), ["answer Two mugs."]);
}

#[test]
fn words_before_a_call_stay_and_the_answer_after_it_is_another() {
    let asks = Out::ToolCall { call: call("call_1") };
    let events = [thinking(), piece("A moment."), asks, result(Outcome::Ok), piece("Done.")];
    let entries = entries(&played(&events));
    assert_eq!(entries[0], "answer A moment.");
    assert!(entries[1].contains("outcome: Ok"), "{}", entries[1]);
    assert_eq!(entries[2], "answer Done.");
}

#[test]
fn a_call_that_was_stopped_at_its_card_never_looks_denied_by_the_visitor() {
    let asks = Out::ToolCall { call: call("call_1") };
    let shown = played(&[asks, decided(false, By::Aborted), result(Outcome::Denied)]);
    assert!(entries(&shown)[0].contains("stopped: true"));
}

#[test]
fn a_stop_and_the_last_step_are_told_once() {
    let done = |status| Out::Done { status };
    let shown = played(&[fault(Code::Aborted), done(Status::Aborted)]);
    assert_eq!(entries(&shown), ["note Stopped"]);
    let shown = played(&[fault(Code::MaxSteps), done(Status::MaxSteps)]);
    assert_eq!(entries(&shown), ["note MaxSteps"]);
    let shown = played(&[fault(Code::NoTools), done(Status::Error)]);
    assert_eq!(entries(&shown), ["fault no-tools"]);
}

#[test]
fn another_try_takes_away_what_the_last_one_left() {
    let mut shown = played(&[thinking(), piece("Two mu"), fault(Code::ModelError)]);
    shown.clear_attempt();
    assert!(entries(&shown).is_empty());
    shown.push(Kind::Asked("again".into()));
    assert_eq!(shown.entries[0].key, 2, "a key that was used once names other nodes");
    assert!(matches!(shown.entry(2), Some(Kind::Asked(_))));
    assert!(shown.entry(1).is_none());
}

#[test]
fn a_fault_is_waited_for_until_its_last_second() {
    let detail = Detail { status: Some(429), retry_after: Some(2), ..Detail::default() };
    let fault = RunFault { code: Code::ModelError, message: String::new(), detail: Some(detail) };
    let mut shown = played(&[Out::Error { fault }]);
    assert_eq!(shown.waits(), Some(0));
    assert!(shown.pass_second(0));
    assert!(!shown.pass_second(0));
    assert_eq!(shown.waits(), None);
    assert!(!shown.pass_second(7), "an entry that is gone has no time to pass");
}

#[test]
fn what_was_said_is_counted_from_its_end() {
    let mut shown = Conversation::new();
    for text in ["one", "two"] {
        shown.push(Kind::Asked(text.into()));
        shown.push(Kind::Answer("yes".into()));
    }
    assert_eq!([0, 1, 2, 3].map(|back| shown.said(back)), [None, Some("two"), Some("one"), None]);
}

#[test]
fn starting_over_leaves_nothing() {
    let shown = played(&[thinking(), piece("Two mugs."), Out::Reset]);
    assert!(entries(&shown).is_empty());
    assert!(!shown.runs());
}

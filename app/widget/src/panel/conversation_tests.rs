//! What the panel makes of the session's public events.

use super::*;
use site_agent_core::json::Object;
use site_agent_core::policy::Decision;
use site_agent_core::protocol::Code;

fn call(id: &str) -> Call {
    Call { id: id.into(), name: "add_to_cart".into(), arguments: Object::new() }
}

/// Plays events into a fresh conversation.
fn played(events: &[Out], look: impl FnOnce(Conversation)) {
    Owner::new().with(|| {
        let conversation = Conversation::new();
        for out in events {
            conversation.take(out, |_| None);
        }
        look(conversation);
    });
}

fn entries(conversation: Conversation) -> Vec<String> {
    conversation.log.with_untracked(|log| {
        let shown = |entry: &Entry| match &*entry.kind {
            Kind::Asked(text) => format!("asked {text}"),
            Kind::Answer(text) => format!("answer {}", text.get_untracked()),
            Kind::Step(step) => format!("step {:?}", step.progress.get_untracked()),
            Kind::Fault(fault) => format!("fault {}", fault.code.as_str()),
            Kind::Note(note) => format!("note {note:?}"),
        };
        log.entries.iter().map(shown).collect()
    })
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
    played(&[thinking(), piece("Two "), piece("mug"), whole], |shown| {
        assert_eq!(entries(shown), ["answer Two mugs."]);
    });
}

#[test]
fn words_before_a_call_stay_and_the_answer_after_it_is_another() {
    let asks = Out::ToolCall { call: call("call_1") };
    let events = [thinking(), piece("A moment."), asks, result(Outcome::Ok), piece("Done.")];
    played(&events, |shown| {
        let entries = entries(shown);
        assert_eq!(entries[0], "answer A moment.");
        assert!(entries[1].contains("outcome: Ok"), "{}", entries[1]);
        assert_eq!(entries[2], "answer Done.");
    });
}

#[test]
fn a_call_that_was_stopped_at_its_card_never_looks_denied_by_the_visitor() {
    let asks = Out::ToolCall { call: call("call_1") };
    played(&[asks, decided(false, By::Aborted), result(Outcome::Denied)], |shown| {
        assert!(entries(shown)[0].contains("stopped: true"));
    });
}

#[test]
fn a_stop_and_the_last_step_are_told_once() {
    let done = |status| Out::Done { status };
    played(&[fault(Code::Aborted), done(Status::Aborted)], |shown| {
        assert_eq!(entries(shown), ["note Stopped"]);
    });
    played(&[fault(Code::MaxSteps), done(Status::MaxSteps)], |shown| {
        assert_eq!(entries(shown), ["note MaxSteps"]);
    });
    played(&[fault(Code::NoTools), done(Status::Error)], |shown| {
        assert_eq!(entries(shown), ["fault no-tools"]);
    });
}

#[test]
fn another_try_takes_away_what_the_last_one_left() {
    played(&[thinking(), piece("Two mu"), fault(Code::ModelError)], |shown| {
        shown.clear_attempt();
        assert!(entries(shown).is_empty());
        shown.push(Kind::Asked("again".into()));
        let key = shown.log.with_untracked(|log| log.entries[0].key);
        assert_eq!(key, 2, "a key that was used once names other nodes");
    });
}

#[test]
fn starting_over_leaves_nothing() {
    played(&[thinking(), piece("Two mugs."), Out::Reset], |shown| {
        assert!(entries(shown).is_empty());
        assert!(!shown.now.with_untracked(|now| now.phase != Phase::Idle));
    });
}

//! Streams cut at every place, and what is heard of each.

use site_agent_core::Event;
use site_agent_core::effect::Ticket;
use site_agent_core::protocol::{Code, Reply};

use super::{Incoming, MAX_BODY};

const HEAD: &str =
    r#"{"status":200,"requestId":"req_1","contentType":"text/event-stream; charset=utf-8"}"#;

const ANSWER: &str = ": beat\n\nevent: delta\ndata: {\"text\":\"Zoë \"}\n\n\
    event: delta\ndata: {\"text\":\"likes 🍵\"}\n\nevent: later\ndata: {}\n\n\
    event: reply\ndata: {\"type\":\"answer\",\"text\":\"Zoë likes 🍵\"}\n\n";

/// What was said piece by piece, and how it ended.
fn hear(head: &str, pieces: &[&[u8]]) -> (String, Vec<Event>) {
    let mut incoming = Incoming::new(Ticket(7), head);
    let mut events: Vec<Event> = pieces.iter().flat_map(|piece| incoming.take(piece)).collect();
    events.extend(incoming.end());
    let mut said = String::new();
    events.retain(|event| match event {
        Event::Delta { ticket, text } => {
            assert_eq!(*ticket, Ticket(7));
            said.push_str(text);
            false
        }
        _ => true,
    });
    (said, events)
}

fn answer(events: &[Event]) -> &str {
    match events {
        [Event::Replied { ticket: Ticket(7), reply: Reply::Answer { text, .. } }] => text,
        other => panic!("no answer: {other:?}"),
    }
}

fn fault(events: &[Event]) -> (Code, &str) {
    match events {
        [Event::ModelFailed { ticket: Ticket(7), failure }] => {
            assert_eq!((failure.retry_ms, failure.caps), (None, None));
            let fault = &failure.fault;
            let detail = fault.detail.as_ref().expect("a detail");
            assert_eq!(detail.request_id.as_deref(), Some("req_1"));
            (fault.code, &fault.message)
        }
        other => panic!("no failure: {other:?}"),
    }
}

#[test]
fn an_answer_comes_in_whole_however_it_is_cut() {
    for end in ["\n", "\r\n", "\r"] {
        let body = ANSWER.replace('\n', end).into_bytes();
        for size in 1..body.len() {
            let pieces: Vec<&[u8]> = body.chunks(size).collect();
            let (said, events) = hear(HEAD, &pieces);
            assert_eq!(
                (said.as_str(), answer(&events)),
                ("Zoë likes 🍵", "Zoë likes 🍵"),
                "{size}"
            );
        }
    }
}

#[test]
fn deltas_that_came_together_are_one() {
    let mut incoming = Incoming::new(Ticket(7), HEAD);
    assert_eq!(incoming.take(ANSWER.as_bytes()).len(), 2);
    assert_eq!(incoming.end(), None);
}

/// Wherever the stream breaks off, what was said is heard, and then that it is not the whole.
#[test]
fn a_stream_that_ends_without_its_reply_was_cut_off() {
    let whole = ANSWER.len() - 1;
    for length in 0..whole {
        let (said, events) = hear(HEAD, &[&ANSWER.as_bytes()[..length]]);
        assert!("Zoë likes 🍵".starts_with(&said), "{said}");
        assert_eq!(
            fault(&events),
            (Code::ModelError, "The model's reply was cut off."),
            "{length}"
        );
    }
}

#[test]
fn an_error_after_the_head_ends_the_stream() {
    let body = "event: delta\ndata: {\"text\":\"So \"}\n\n\
        event: error\ndata: {\"error\":{\"code\":\"truncated\",\"message\":\"Too long.\"}}\n\n\
        event: reply\ndata: {\"type\":\"answer\",\"text\":\"never\"}\n\n";
    let (said, events) = hear(HEAD, &[body.as_bytes()]);
    assert_eq!((said.as_str(), fault(&events)), ("So ", (Code::ModelError, "Too long.")));
}

#[test]
fn a_piece_that_cannot_be_read_is_a_bad_reply() {
    for data in ["{\"text\":\"\u{0}\"", "{}", "[DONE]"] {
        let body = format!("event: delta\ndata: {data}\n\n{ANSWER}");
        let (said, events) = hear(HEAD, &[body.as_bytes()]);
        assert_eq!((said.as_str(), fault(&events).0), ("", Code::BadReply), "{data:?}");
    }
    // Half a character that never comes whole.
    let (_, events) = hear(HEAD, &[b"event: delta\ndata: {\"text\":\"Zo\xC3\"}\n\n"]);
    assert_eq!(fault(&events).0, Code::BadReply);
}

#[test]
fn only_a_success_is_a_stream() {
    let body = br#"{"error":{"code":"upstream","message":"No."}}"#;
    let (_, events) = hear(&HEAD.replace("200", "502"), &[body]);
    assert_eq!(fault(&events), (Code::ModelError, "No."));
    let json = HEAD.replace("text/event-stream", "application/json");
    let (said, events) = hear(&json, &[br#"{"type":"answer","#, br#""text":"Yes."}"#]);
    assert_eq!((said.as_str(), answer(&events)), ("", "Yes."));
}

#[test]
fn a_stream_without_an_end_is_given_up() {
    let beat = b": ".repeat(MAX_BODY / 8);
    let pieces: Vec<&[u8]> = (0..8).map(|_| beat.as_slice()).collect();
    let (_, events) = hear(HEAD, &pieces);
    assert_eq!(fault(&events).0, Code::BadReply);
}

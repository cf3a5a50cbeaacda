//! The loop between a session and its page, with a page made of Rust.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use site_agent_core::json::{self, Value};
use site_agent_core::schema::Patterns;
use site_agent_core::{Config, Session};

use crate::events;
use crate::settings::Confirm;
use crate::shell::{self, Page};

const TOOLS: &str = r#"{"tools":[{"handle":7,"name":"add","description":"adds","annotations":{"readOnlyHint":true}},
    {"handle":8,"name":"buy","description":"buys","annotations":{"readOnlyHint":false,"consequentialHint":false}}]}"#;

type Answer = dyn Fn(u32, &str, u32, &str);

/// Keeps the effects, and may answer them from within.
struct Recorder {
    effects: RefCell<Vec<(String, u32, String)>>,
    nonces: Cell<u128>,
    answer: RefCell<Option<Rc<Answer>>>,
}

impl Patterns for Recorder {
    fn matches(&self, _: &str, _: &str) -> Option<bool> {
        None
    }
}

impl Page for Recorder {
    fn effect(&self, id: u32, kind: &str, ticket: u32, text: &str) {
        self.effects.borrow_mut().push((kind.to_owned(), ticket, text.to_owned()));
        let answer = self.answer.borrow().clone();
        if let Some(answer) = answer {
            answer(id, kind, ticket, text);
        }
    }

    fn now(&self) -> u64 {
        1_000
    }

    fn nonce(&self) -> Option<u128> {
        self.nonces.set(self.nonces.get() + 1);
        Some(self.nonces.get())
    }

    #[cfg(feature = "panel")]
    fn on_seen_press(&self, _: &wasm_bindgen::JsValue, _: wasm_bindgen::JsValue) {}
}

impl Recorder {
    fn kinds(&self) -> Vec<String> {
        self.effects.borrow().iter().map(|(kind, ..)| kind.clone()).collect()
    }

    fn last(&self, kind: &str) -> Option<(u32, String)> {
        let effects = self.effects.borrow();
        let found = effects.iter().rev().find(|(known, ..)| known == kind);
        found.map(|(_, ticket, text)| (*ticket, text.clone()))
    }

    fn ticket(&self, kind: &str) -> u32 {
        self.last(kind).map(|(ticket, _)| ticket).unwrap_or_default()
    }

    fn emitted(&self) -> Vec<String> {
        let effects = self.effects.borrow();
        let events = effects.iter().filter(|(kind, ..)| kind == "emit");
        events.map(|(_, _, text)| member(text, "type")).collect()
    }
}

fn member(text: &str, key: &str) -> String {
    let value = json::parse(text).unwrap();
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn page() -> Rc<Recorder> {
    let page = Rc::new(Recorder {
        effects: RefCell::default(),
        nonces: Cell::new(0),
        answer: RefCell::new(None),
    });
    shell::bind(page.clone());
    page
}

fn open(confirm: Confirm) -> u32 {
    let config = Config { confirm: confirm != Confirm::None, ..Config::default() };
    shell::open(Session::new(config).into(), confirm)
}

fn tell(id: u32, kind: &str, ticket: u32, text: &str) -> bool {
    events::receive(id, kind, ticket, Some(text.to_owned()))
}

fn call(name: &str) -> String {
    format!(r#"{{"type":"tool","name":"{name}","arguments":{{"a":1.50}}}}"#)
}

/// Up to the model's first reply.
fn ask(page: &Recorder, id: u32, reply: &str) {
    assert!(tell(id, "asked", 0, "hello"));
    tell(id, "listed", page.ticket("list-tools"), TOOLS);
    tell(id, "model-chosen", page.ticket("ask-model"), "custom");
    tell(id, "reply", page.ticket("ask-model"), reply);
}

/// A fresh list, for judging and for another look.
fn list(page: &Recorder, id: u32) {
    tell(id, "listed", page.ticket("list-tools"), TOOLS);
}

#[test]
fn a_turn_goes_out_as_text_and_comes_back_as_text() {
    let page = page();
    let id = open(Confirm::None);
    ask(&page, id, &call("add"));
    list(&page, id);
    list(&page, id);
    let (ticket, text) = page.last("call-tool").unwrap();
    assert_eq!(text, r#"{"handle":7,"name":"add","arguments":"{\"a\":1.50}"}"#);
    events::receive(id, "returned", ticket, Some("sum".to_owned()));
    list(&page, id);
    tell(id, "reply", page.ticket("ask-model"), r#"{"type":"answer","text":"Done."}"#);
    let events =
        ["thinking", "tool-call", "confirm-result", "tool-result", "thinking", "answer", "done"];
    assert_eq!(page.emitted(), events);
    assert!(page.kinds().contains(&"persist".to_owned()));
}

#[test]
fn the_nonce_is_drawn_when_the_result_is_there() {
    let page = page();
    let id = open(Confirm::None);
    ask(&page, id, &call("add"));
    list(&page, id);
    list(&page, id);
    assert_eq!(page.nonces.get(), 0);
    tell(id, "returned", page.ticket("call-tool"), "sum");
    assert_eq!(page.nonces.get(), 1);
    let text = shell::with_session(id, |session| format!("{:?}", session.messages())).unwrap();
    assert!(text.contains("00000000000000000000000000000001"), "{text}");
}

#[test]
fn an_answer_from_within_an_effect_joins_the_queue_behind_what_is_there() {
    let page = page();
    let id = open(Confirm::None);
    *page.answer.borrow_mut() = Some(Rc::new(|id, kind, ticket, _| {
        let reply = r#"{"type":"answer","text":"At once."}"#;
        match kind {
            "list-tools" => assert!(tell(id, "listed", ticket, TOOLS)),
            "ask-model" => assert!(tell(id, "reply", ticket, reply)),
            _ => {}
        }
    }));
    assert!(tell(id, "asked", 0, "hello"));
    assert_eq!(page.emitted().last().map(String::as_str), Some("done"));
    assert_eq!(shell::with_session(id, Session::running), Some(false));
}

#[test]
fn a_question_for_the_panel_does_not_ask_the_host() {
    let page = page();
    let id = open(Confirm::Panel);
    let heard = Rc::new(Cell::new(0));
    let asked = Rc::clone(&heard);
    shell::listen(
        id,
        Box::new(move |out| {
            if let site_agent_core::effect::Out::ConfirmRequest { ticket, .. } = out {
                asked.set(ticket.0);
            }
        }),
    );
    ask(&page, id, &call("buy"));
    list(&page, id);
    assert_eq!(page.last("ask-visitor"), None);
    assert!(page.emitted().contains(&"confirm-request".to_owned()));
    tell(id, "decided", heard.get(), "allow");
    list(&page, id);
    assert!(page.last("call-tool").is_some());
}

#[test]
fn only_the_word_allow_allows() {
    for word in ["deny", "", "true", "Allow"] {
        let page = page();
        let id = open(Confirm::Host);
        ask(&page, id, &call("buy"));
        list(&page, id);
        let (ticket, question) = page.last("ask-visitor").unwrap();
        assert_eq!(member(&question, "reason"), "not-read-only");
        tell(id, "decided", ticket, word);
        assert_eq!(page.last("call-tool"), None, "{word:?}");
    }
}

#[test]
fn a_second_message_during_a_run_is_refused() {
    let _page = page();
    let id = open(Confirm::None);
    assert!(tell(id, "asked", 0, "one"));
    assert!(!tell(id, "asked", 0, "two"));
}

#[test]
fn ids_that_no_session_has_do_nothing() {
    let page = page();
    let gone = open(Confirm::None);
    shell::close(gone);
    for id in [0, gone, gone + 1, u32::MAX] {
        tell(id, "asked", 0, "hello");
        events::feed(id, 1, b"{}");
        shell::close(id);
        assert_eq!(shell::with_session(id, Session::running), None);
    }
    assert_eq!(page.kinds(), [""; 0]);
}

#[test]
fn a_response_is_put_together_and_belongs_to_its_ticket() {
    let page = page();
    let id = open(Confirm::None);
    tell(id, "asked", 0, "hello");
    list(&page, id);
    let ticket = page.ticket("ask-model");
    tell(id, "response", ticket, r#"{"status":200}"#);
    events::feed(id, ticket, br#"{"type":"answer","#);
    events::feed(id, ticket + 1, b"not mine");
    events::feed(id, ticket, r#""text":"Zoë"}"#.as_bytes());
    tell(id, "response-end", ticket + 1, "");
    tell(id, "response-end", ticket, "");
    let (_, done) = page.last("emit").unwrap();
    assert_eq!(member(&done, "type"), "done");
    assert!(page.emitted().contains(&"answer".to_owned()));
}

#[test]
fn a_failed_response_names_the_request_that_the_server_logged() {
    let page = page();
    let id = open(Confirm::None);
    tell(id, "asked", 0, "hello");
    list(&page, id);
    let ticket = page.ticket("ask-model");
    tell(id, "response", ticket, r#"{"status":502,"requestId":"req-9"}"#);
    events::feed(id, ticket, br#"{"error":{"code":"upstream","message":"No."}}"#);
    tell(id, "response-end", ticket, "");
    let events = page.effects.borrow();
    let error = events.iter().find(|(_, _, text)| text.contains(r#""type":"error""#)).unwrap();
    let detail = r#""detail":{"status":502,"code":"upstream","requestId":"req-9"}"#;
    assert!(error.2.contains(detail), "{}", error.2);
}

#[test]
fn a_stream_is_heard_as_it_comes_and_what_was_said_stays_when_it_breaks_off() {
    let page = page();
    let id = open(Confirm::None);
    tell(id, "asked", 0, "hello");
    list(&page, id);
    let ticket = page.ticket("ask-model");
    tell(id, "response", ticket, r#"{"status":200,"contentType":"text/event-stream"}"#);
    events::feed(id, ticket, b"event: delta\ndata: {\"text\":\"One \"}\n\nevent: del");
    assert_eq!(page.emitted(), ["thinking", "answer-delta"]);
    assert!(!events::feed(id, ticket + 1, b"event: reply\ndata: {}\n\n"), "not mine");
    events::feed(id, ticket, b"ta\ndata: {\"text\":\"two\"}\n\n");
    assert_eq!(page.emitted(), ["thinking", "answer-delta", "answer-delta"]);
    assert_eq!(shell::with_session(id, Session::running), Some(true));
    tell(id, "response-end", ticket, "");
    assert_eq!(page.emitted()[3..], ["error", "done"]);
    let said = shell::with_session(id, |session| format!("{:?}", session.messages())).unwrap();
    assert!(said.contains("One two"), "{said}");
}

#[test]
fn text_that_cannot_be_read_fails_what_it_belongs_to() {
    for (kind, text) in [("listed", "{"), ("listed", "[]"), ("list-failed", "NotAllowedError")] {
        let page = page();
        let id = open(Confirm::None);
        tell(id, "asked", 0, "hello");
        // The page may only be late; a second failure ends the run.
        for _ in 0..2 {
            tell(id, kind, page.ticket("list-tools"), text);
            tell(id, "timed-out", page.ticket("start-timer"), "");
        }
        assert_eq!(page.emitted().last().map(String::as_str), Some("done"), "{kind} {text}");
    }
    for (kind, text) in [("reply", "{"), ("reply", "null"), ("model-failed", "no JSON")] {
        let page = page();
        let id = open(Confirm::None);
        ask(&page, id, "");
        tell(id, kind, page.ticket("ask-model"), text);
        assert_eq!(page.emitted().last().map(String::as_str), Some("done"), "{kind} {text}");
    }
    assert!(tell(open(Confirm::None), "from the future", 1, "?"));
}

#[test]
fn a_listener_may_speak_to_the_session() {
    let page = page();
    let id = open(Confirm::None);
    let told = Rc::new(Cell::new(false));
    let seen = Rc::clone(&told);
    shell::listen(
        id,
        Box::new(move |_| {
            seen.set(shell::with_session(id, Session::running).is_some());
            tell(id, "aborted", 0, "");
        }),
    );
    ask(&page, id, &call("add"));
    assert!(told.get());
    assert_eq!(page.emitted().last().map(String::as_str), Some("done"));
    shell::silence(id);
    told.set(false);
    ask(&page, id, &call("add"));
    assert!(!told.get());
}

#[test]
fn what_the_panel_wishes_goes_to_the_element() {
    let page = page();
    shell::wish(open(Confirm::Panel), "close");
    assert_eq!(page.last("panel"), Some((0, "close".to_owned())));
}

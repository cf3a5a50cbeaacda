//! The public events, golden: what programs read today they can read after the next release.

use site_agent_core::card::{ConfirmRequest, Line, ShownTool};
use site_agent_core::effect::{Out, Ticket};
use site_agent_core::json::{self, Object, Value};
use site_agent_core::outcome::Outcome;
use site_agent_core::policy::{By, Decision, Reason};
use site_agent_core::protocol::{Code, Detail, RunFault};
use site_agent_core::public;
use site_agent_core::trace::Status;
use site_agent_core::{Call, Hints, Message};

fn object(text: &str) -> Object {
    match json::parse(text) {
        Ok(Value::Object(object)) => object,
        other => panic!("{other:?} is no object"),
    }
}

fn call() -> Call {
    let arguments = object(r#"{"product":"MUG-BLUE","quantity":2}"#);
    Call { id: "call_1".to_owned(), name: "add_to_cart".to_owned(), arguments }
}

fn question() -> ConfirmRequest {
    let hints = Hints { read_only: Some(false), untrusted: None, consequential: Some(true) };
    ConfirmRequest {
        call: call(),
        tool: ShownTool {
            name: "add_to_cart".to_owned(),
            title: "Add to cart".to_owned(),
            description: "Adds a product".to_owned(),
            input_schema: Some(Value::Object(object(r#"{"type":"object"}"#))),
            hints: Some(hints),
        },
        reason: Reason::Consequential,
        lines: vec![Line {
            key: "quantity".to_owned(),
            label: "Quantity".to_owned(),
            value: "2".to_owned(),
        }],
        origin: "https://shop.example".to_owned(),
    }
}

const CALL: &str =
    r#"{"id":"call_1","name":"add_to_cart","arguments":{"product":"MUG-BLUE","quantity":2}}"#;

const QUESTION: &str = r#"{"call":CALL,"tool":{"name":"add_to_cart","title":"Add to cart","description":"Adds a product","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"consequentialHint":true}},"reason":"consequential","lines":[{"key":"quantity","label":"Quantity","value":"2"}],"origin":"https://shop.example"}"#;

fn text(out: &Out) -> Option<String> {
    public::event(out)
}

fn golden(text: &str) -> String {
    text.replace("QUESTION", QUESTION).replace("CALL", CALL)
}

#[test]
fn each_event_has_its_form() {
    let detail = Detail {
        status: Some(429),
        code: Some("rate-limited".to_owned()),
        retry_after: Some(12),
        request_id: Some("req-1".to_owned()),
    };
    let busy =
        RunFault { code: Code::ModelError, message: "Busy.".to_owned(), detail: Some(detail) };
    let rows = [
        (
            Out::Thinking { step: 1, model: "rules".to_owned() },
            r#"{"type":"thinking","step":1,"model":"rules"}"#,
        ),
        (Out::AnswerDelta { text: "Hel".to_owned() }, r#"{"type":"answer-delta","text":"Hel"}"#),
        (Out::ToolCall { call: call() }, r#"{"type":"tool-call","call":CALL}"#),
        (
            Out::ConfirmRequest { ticket: Ticket(9), request: question() },
            r#"{"type":"confirm-request","request":QUESTION}"#,
        ),
        (
            Out::ConfirmResult {
                call: call(),
                decision: Decision { allowed: true, by: By::ReadOnly, reason: None },
            },
            r#"{"type":"confirm-result","call":CALL,"decision":{"allowed":true,"by":"read-only"}}"#,
        ),
        (
            Out::ConfirmResult {
                call: call(),
                decision: Decision {
                    allowed: false,
                    by: By::NoConfirm,
                    reason: Some(Reason::AnnotationsUnknown),
                },
            },
            r#"{"type":"confirm-result","call":CALL,"decision":{"allowed":false,"by":"no-confirm","reason":"annotations-unknown"}}"#,
        ),
        (Out::Answer { text: "Done.".to_owned() }, r#"{"type":"answer","text":"Done."}"#),
        (
            Out::Error { fault: RunFault::new(Code::NoTools, "No tools.") },
            r#"{"type":"error","code":"no-tools","message":"No tools."}"#,
        ),
        (
            Out::Error { fault: busy },
            r#"{"type":"error","code":"model-error","message":"Busy.","detail":{"status":429,"code":"rate-limited","retryAfter":12,"requestId":"req-1"}}"#,
        ),
        (
            Out::Done { status: Status::MaxSteps },
            r#"{"type":"done","result":{"status":"max-steps"}}"#,
        ),
    ];
    for (out, expected) in rows {
        assert_eq!(text(&out), Some(golden(expected)));
    }
}

#[test]
fn a_result_says_whether_it_is_an_error_and_whether_the_page_left() {
    for outcome in Outcome::ALL {
        let is_error = !matches!(outcome, Outcome::Ok | Outcome::Navigated);
        let navigated = *outcome == Outcome::Navigated;
        let result = Out::ToolResult {
            call: call(),
            text: "2 in the cart".to_owned(),
            untrusted: true,
            outcome: *outcome,
        };
        let expected = format!(
            r#"{{"type":"tool-result","call":CALL,"text":"2 in the cart","untrusted":true,"isError":{is_error},"navigated":{navigated},"outcome":"{}"}}"#,
            outcome.as_str(),
        );
        assert_eq!(text(&result), Some(golden(&expected)));
    }
}

#[test]
fn what_only_the_panel_needs_is_not_public() {
    let inner = [
        Out::Running { call: call(), waits_for_submit: true },
        Out::Waiting { ms: 1000 },
        Out::Reset,
    ];
    for out in inner {
        assert_eq!(text(&out), None);
    }
}

#[test]
fn hints_that_nobody_gave_are_absent_from_the_question() {
    let mut request = question();
    request.tool.hints = None;
    request.tool.input_schema = None;
    let tool = object(&public::question(&request)).get("tool").map(Value::to_text);
    let expected = r#"{"name":"add_to_cart","title":"Add to cart","description":"Adds a product"}"#;
    assert_eq!(tool.as_deref(), Some(expected));
}

#[test]
fn the_conversation_is_told_as_models_read_it() {
    let messages = [
        Message::User { text: "two mugs".to_owned() },
        Message::Call { call: call(), text: String::new(), meta: None },
        Message::Result {
            id: "call_1".to_owned(),
            name: "add_to_cart".to_owned(),
            text: "denied".to_owned(),
            outcome: Outcome::Denied,
        },
        Message::Answer { text: "As you wish.".to_owned(), meta: None },
    ];
    let expected = r#"[{"role":"user","text":"two mugs"},{"role":"assistant","tool":CALL},{"role":"tool","id":"call_1","name":"add_to_cart","text":"denied","isError":true},{"role":"assistant","text":"As you wish."}]"#;
    assert_eq!(public::messages(&messages), golden(expected));
}

//! Protocol 1 as it stands on the wire, and what is made of a proxy's response.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use site_agent_core::config::Caps;
use site_agent_core::json::{Object, Value, parse};
use site_agent_core::outcome::Outcome;
use site_agent_core::protocol::{
    BadReply, BadRequest, Code, ModelFailure, Reply, Request, RunFault, Told, from_response,
};
use site_agent_core::wire::Wire;
use site_agent_core::{Call, Message};

fn json(text: &str) -> Value {
    parse(text).unwrap()
}

fn failed(status: u16, retry_after: Option<&str>, body: &str) -> ModelFailure {
    from_response(status, retry_after, body.as_bytes()).unwrap_err()
}

const REQUEST: &str = concat!(
    r#"{"version":1,"instructions":"Be brief.","messages":["#,
    r#"{"role":"user","text":"two mugs"},"#,
    r#"{"role":"assistant","text":"One moment.","tool":{"id":"call_1","name":"add","#,
    r#""arguments":{"quantity":2.0,"a":1e2},"meta":{"sig":"x"}}},"#,
    r#"{"role":"tool","id":"call_1","name":"add","text":"no","isError":true},"#,
    r#"{"role":"assistant","text":"Sold out.","meta":[1]}],"#,
    r#""tools":[{"name":"add","description":"Adds.","inputSchema":{"type":"object"}}]}"#,
);

#[test]
fn a_request_reads_and_writes_the_same_bytes() {
    let request = Request::from_value(&json(REQUEST)).unwrap();
    assert_eq!(request.to_text(), REQUEST);
    let Message::Call { call, text, .. } = &request.messages[1] else { panic!("a call") };
    assert_eq!(call.arguments_text(), r#"{"quantity":2.0,"a":1e2}"#);
    assert_eq!(text, "One moment.");
    assert!(matches!(&request.messages[2], Message::Result { outcome: Outcome::Error, .. }));
}

#[test]
fn every_outcome_but_success_and_navigation_is_an_error_to_the_model() {
    let told = |outcome| {
        let result =
            Message::Result { id: "1".into(), name: "t".into(), text: String::new(), outcome };
        json(&Told(&result).to_text()).get("isError").is_some()
    };
    assert!(!told(Outcome::Ok) && !told(Outcome::Navigated));
    assert!(
        [Outcome::Error, Outcome::Unknown, Outcome::Denied, Outcome::Invalid, Outcome::Missing]
            .into_iter()
            .all(told)
    );
}

#[test]
fn a_bad_request_names_the_place() {
    let refused = |text: &str| Request::from_value(&json(text)).unwrap_err();
    assert_eq!(refused(r#"{"version":2,"messages":[]}"#), BadRequest::Version);
    assert_eq!(refused(r#"{"messages":[]}"#), BadRequest::Version);
    assert_eq!(
        refused(r#"{"version":1,"messages":[{"role":"user","text":"a"},{"role":"user"}]}"#)
            .to_string(),
        "not a request of protocol 1: /messages/1/text: missing"
    );
    assert_eq!(
        refused(r#"{"version":1,"messages":[{"role":"system","text":"a"}]}"#).to_string(),
        "not a request of protocol 1: /messages/0/role: expected user, assistant or tool, got system"
    );
    assert_eq!(
        refused(r#"{"version":1,"messages":[],"tools":[{"name":7}]}"#).to_string(),
        "not a request of protocol 1: /tools/0/name: expected a string, got a number"
    );
}

#[test]
fn arguments_are_read_as_models_spell_them() {
    let arguments = |given: &str| {
        let text = format!(r#"{{"type":"tool","name":"t","arguments":{given}}}"#);
        match Reply::from_value(&json(&text))? {
            Reply::Call { arguments, .. } => Ok(Value::Object(arguments).to_text()),
            Reply::Answer { .. } => panic!("a call"),
        }
    };
    for (given, read) in [
        ("null", "{}"),
        (r#""""#, "{}"),
        (r#"" \n""#, "{}"),
        (r#""null""#, "{}"),
        (r#""{\"b\":1.50,\"a\":2}""#, r#"{"b":1.50,"a":2}"#),
        (r#"{"b":1.50,"a":2}"#, r#"{"b":1.50,"a":2}"#),
    ] {
        assert_eq!(arguments(given).as_deref(), Ok(read), "{given}");
    }
    for given in ["[]", "7", r#""[]""#, r#""{\"a\":""#, r#""\"{}\"""#] {
        assert_eq!(arguments(given), Err(BadReply::Arguments), "{given}");
    }
    let nested = format!("{{\"a\":{}{}}}", "[".repeat(100), "]".repeat(100));
    assert_eq!(arguments(&nested), Err(BadReply::TooDeep));
    let absent = Reply::from_value(&json(r#"{"type":"tool","name":"t"}"#)).unwrap();
    assert!(matches!(absent, Reply::Call { arguments, .. } if arguments.is_empty()));
}

#[test]
fn a_reply_that_cannot_be_used_says_why() {
    let refused = |text: &str| Reply::from_value(&json(text)).unwrap_err();
    assert_eq!(refused(r#"{"type":"image"}"#), BadReply::Kind);
    assert_eq!(refused("{}"), BadReply::Kind);
    assert_eq!(refused(r#"{"type":"tool","name":" "}"#), BadReply::Nameless);
    assert_eq!(refused(r#"{"type":"answer","text":" \n"}"#), BadReply::Empty);
    assert_eq!(refused(r#"{"type":"answer"}"#), BadReply::Empty);
    assert!(matches!(refused("[]"), BadReply::Form(_)));
    assert!(matches!(refused(r#"{"type":"answer","text":7}"#), BadReply::Form(_)));
}

#[test]
fn replies_write_what_they_read() {
    for text in [
        r#"{"type":"answer","text":"Hi","meta":{"a":[]},"model":"m","usage":{"input":1}}"#,
        r#"{"type":"tool","name":"t","arguments":{"z":1,"a":2},"text":"so","model":"m"}"#,
        r#"{"type":"tool","name":"t","arguments":{}}"#,
    ] {
        assert_eq!(Reply::from_value(&json(text)).unwrap().to_text(), text);
    }
}

#[test]
fn a_good_response_is_a_reply() {
    let reply = from_response(200, None, br#"{"type":"answer","text":"Hi","new":1}"#).unwrap();
    assert!(matches!(reply, Reply::Answer { text, .. } if text == "Hi"));
}

#[test]
fn a_busy_proxy_says_when_to_come_back() {
    let body = r#"{"error":{"code":"rate-limited","message":"Slow down.","requestId":"r1"}}"#;
    let failure = failed(429, Some("7"), body);
    assert_eq!(failure.retry_ms, Some(7000));
    assert_eq!(
        failure.fault.to_text(),
        concat!(
            r#"{"code":"model-error","message":"Slow down.","detail":"#,
            r#"{"status":429,"code":"rate-limited","retryAfter":7,"requestId":"r1"}}"#
        )
    );
    // A page of a CDN in front says less, but its status and header count all the same.
    let page = failed(503, Some("3"), "<html>busy</html>");
    assert_eq!((page.fault.code, page.retry_ms), (Code::ModelError, Some(3000)));
    assert_eq!(page.fault.message, "The model is busy. Try again in 3 s.");
    assert_eq!(failed(502, Some("7"), body).retry_ms, None);
    assert_eq!(failed(429, Some("Wed, 21 Oct 2026 07:28:00 GMT"), body).retry_ms, None);
    assert_eq!(failed(429, Some("9999999"), "").retry_ms, Some(u32::MAX));
}

#[test]
fn caps_come_with_what_they_refuse() {
    let body = r#"{"error":{"code":"too-large","message":"m","caps":{"bytes":2048,"messages":9}}}"#;
    let caps = Caps { messages: 9, bytes: 2048, ..Caps::default() };
    assert_eq!(failed(413, None, body).caps, Some(caps));
    assert_eq!(failed(400, None, body).caps, Some(caps));
    assert_eq!(failed(502, None, body).caps, None);
    assert_eq!(failed(413, None, r#"{"error":{"caps":7}}"#).caps, None);
}

#[test]
fn what_is_not_a_reply_is_a_bad_reply() {
    for (status, body) in [
        (200, "<!doctype html><title>Sign in</title>"),
        (404, "\n <html>"),
        (200, "hello"),
        (200, ""),
        (200, r#"{"type":"tool","name":"t","arguments":{"a"#),
        (200, r#"{"type":"answer","text":""}"#),
        (502, r#"{"error":{"code":"bad-reply","message":"The model answered nonsense."}}"#),
    ] {
        let failure = failed(status, None, body);
        assert_eq!(failure.fault.code, Code::BadReply, "{body}");
        assert_eq!(failure.fault.detail.unwrap().status, Some(status));
    }
    assert_eq!(failed(500, None, "oops").fault.code, Code::ModelError);
    assert_eq!(
        failed(500, None, "oops").fault.message,
        "The model's address answered with status 500."
    );
    assert_eq!(from_response(200, None, b"\xff\xfe").unwrap_err().fault.code, Code::BadReply);
}

#[test]
fn a_proxys_words_cannot_pose_as_ours() {
    let body = "{\"error\":{\"code\":\"x\",\"message\":\"one\\ntwo\\u202e three\"}}";
    assert_eq!(failed(500, None, body).fault.message, "one two three");
    let long = format!("{{\"error\":{{\"message\":\"{}\"}}}}", "a".repeat(5000));
    assert_eq!(failed(500, None, &long).fault.message.chars().count(), 300);
}

#[test]
fn codes_have_their_public_words() {
    let words: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(
        words,
        [
            "aborted",
            "busy",
            "max-steps",
            "model-unavailable",
            "model-download-required",
            "model-error",
            "bad-reply",
            "no-tools"
        ]
    );
    let fault = RunFault::new(Code::NoTools, "None.");
    assert_eq!(RunFault::from_text(&fault.to_text()), Ok(fault));
}

#[test]
fn history_keeps_what_a_provider_wants_back() {
    let call = Call { id: "call_1".into(), name: "t".into(), arguments: Object::new() };
    let meta = Some(json(r#"{"thoughtSignature":"abc"}"#));
    let message = Message::Call { call, text: String::new(), meta };
    let text = Told(&message).to_text();
    assert_eq!(
        text,
        concat!(
            r#"{"role":"assistant","tool":{"id":"call_1","name":"t","arguments":{},"#,
            r#""meta":{"thoughtSignature":"abc"}}}"#
        )
    );
    assert_eq!(site_agent_core::protocol::message_from_value(&json(&text)), Ok(message));
}

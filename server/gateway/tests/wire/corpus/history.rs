//! Histories that a browser may send, however poisoned: the API takes what is made of them.

use serde_json::{Value, json};

use super::lab::Lab;
use super::said::Wire;
use crate::app::tools;

fn user(text: &str) -> Value {
    json!({ "role": "user", "text": text })
}

fn call(id: &str, name: &str, arguments: &Value) -> Value {
    let mut call = json!({ "id": id, "name": name });
    if !arguments.is_null() {
        call["arguments"] = arguments.clone();
    }
    json!({ "role": "assistant", "tool": call })
}

fn result(id: &str, text: &str) -> Value {
    json!({ "role": "tool", "id": id, "name": "get_cart", "text": text })
}

fn asks(messages: &[Value]) -> Value {
    json!({ "version": 1, "messages": messages, "tools": tools() })
}

/// The arguments of the only call of a request.
fn arguments(wire: Wire, body: &Value) -> Value {
    let text = |value: &Value| serde_json::from_str(value.as_str().expect("text")).expect("JSON");
    match wire {
        Wire::Anthropic => body["messages"][1]["content"][0]["input"].clone(),
        Wire::Chat | Wire::Compatible => {
            text(&body["messages"][2]["tool_calls"][0]["function"]["arguments"])
        }
        Wire::Responses => text(&body["input"][1]["arguments"]),
        Wire::Gemini => body["contents"][1]["parts"][0]["functionCall"]["args"].clone(),
    }
}

/// The result of the only call of a request, and whether it is told as an error where it can be.
fn told(wire: Wire, body: &Value) -> (String, bool) {
    let (text, error) = match wire {
        Wire::Anthropic => {
            let block = &body["messages"][2]["content"][0];
            (&block["content"], block["is_error"] == true)
        }
        Wire::Chat | Wire::Compatible => (&body["messages"][3]["content"], false),
        Wire::Responses => (&body["input"][2]["output"], false),
        Wire::Gemini => {
            let response = &body["contents"][2]["parts"][0]["functionResponse"]["response"];
            match response.get("error") {
                Some(error) => (error, true),
                None => (&response["output"], false),
            }
        }
    };
    (text.as_str().expect("a text").to_owned(), error)
}

/// Rows A1, A4, A6, B1, B2.
#[tokio::test]
async fn empty_arguments_of_an_earlier_call_are_an_object() {
    for lab in Lab::each().await {
        for odd in [json!(""), json!("  \n"), json!(null), json!({}), json!("{}")] {
            let mut asked = call("call_1", "get_cart", &odd);
            asked["tool"]["arguments"] = odd.clone();
            for asked in [asked, call("call_1", "get_cart", &Value::Null)] {
                let body = asks(&[user("hi"), asked, result("call_1", "two"), user("and?")]);
                let sent = lab.is_asked(&body).await;
                assert_eq!(arguments(lab.wire, &sent), json!({}), "{} {odd}", lab.name());
            }
        }
    }
}

#[tokio::test]
async fn arguments_as_a_text_are_the_object_in_it() {
    for lab in Lab::each().await {
        let asked = call("call_1", "cart.add", &json!(r#" {"product":"mug","quantity":2} "#));
        let sent = lab.is_asked(&asks(&[user("hi"), asked, result("call_1", "two")])).await;
        assert_eq!(arguments(lab.wire, &sent), json!({ "product": "mug", "quantity": 2 }));
    }
}

/// Rows B3.
#[tokio::test]
async fn arguments_that_cannot_be_read_are_refused_and_nothing_is_sent() {
    let deep = format!(r#"{{"a":{}1{}}}"#, "[".repeat(300), "]".repeat(300));
    for lab in Lab::each().await {
        for odd in ["\"{oops\"", "\"x\"", "[]", "5", "\"[1]\"", "true", r#"{"n":1e999}"#, &deep] {
            let mut body = asks(&[user("hi"), call("c", "get_cart", &json!({}))]).to_string();
            body = body.replacen("\"arguments\":{}", &format!("\"arguments\":{odd}"), 1);
            lab.fake.play(vec![]);
            let sent = lab.app.request(reqwest::Method::POST).header("origin", crate::app::PAGE);
            let sent = sent.header("content-type", "application/json").body(body);
            let response = sent.send().await.expect("an answer");
            let (status, code, text) = crate::app::error(response).await;
            assert_eq!((status, code.as_str()), (400, "bad-request"), "{odd}: {text}");
            assert!(lab.fake.asked().is_empty(), "{}", lab.name());
        }
    }
}

/// Rows A12, B18.
#[tokio::test]
async fn a_call_that_lost_its_result_is_told_as_interrupted() {
    for lab in Lab::each().await {
        for after in [vec![user("and now?")], vec![]] {
            let lost = call("call_1", "get_cart", &json!({}));
            let sent = lab.is_asked(&asks(&[vec![user("hi"), lost], after].concat())).await;
            let (text, is_error) = told(lab.wire, &sent);
            assert!(text.contains("interrupted"), "{}: {text}", lab.name());
            assert_eq!(is_error, matches!(lab.wire, Wire::Anthropic | Wire::Gemini));
        }
    }
}

/// Rows A13, A20.
#[tokio::test]
async fn calls_and_results_are_paired_before_anything_is_left_out() {
    for lab in Lab::each().await {
        let sent = lab
            .is_asked(&asks(&[
                user("hi"),
                call("call_1", "get_cart", &json!({})),
                json!({ "role": "assistant", "text": " " }),
                result("call_1", ""),
                user(""),
                user("and?"),
            ]))
            .await;
        assert_eq!(told(lab.wire, &sent), ("(no output)".into(), false), "{}", lab.name());
        // Two in one turn, the second without a result; a third with the first one's id.
        lab.is_asked(&asks(&[
            user("hi"),
            call("call_1", "get_cart", &json!({})),
            call("call_2", "get_cart", &json!({})),
            result("call_1", "late"),
            call("call_1", "get_cart", &json!({})),
            result("call_1", "again"),
            result("call_1", "and again"),
        ]))
        .await;
    }
}

/// Rows A14.
#[tokio::test]
async fn a_result_without_its_call_becomes_text() {
    for lab in Lab::each().await {
        let sent = lab.is_asked(&asks(&[result("gone", "two mugs"), user("and?")])).await;
        let sent = sent.to_string();
        assert!(sent.contains("no longer in this history") && sent.contains("two mugs"));
        assert!(!sent.contains("gone"), "{}: its id means nothing: {sent}", lab.name());
    }
}

/// Rows A15, A29, B4.
#[tokio::test]
async fn empty_texts_are_left_out_and_nothing_is_put_in_their_place() {
    for lab in Lab::each().await {
        let blank = |text: &str| json!({ "role": "assistant", "text": text });
        let full = lab.is_asked(&asks(&[user("hi"), user("and?")])).await;
        let poisoned =
            vec![user(" "), user("hi"), blank(""), blank("\n\t"), user(""), user("and?")];
        assert_eq!(lab.is_asked(&asks(&poisoned)).await, full, "{}", lab.name());
        let beside = call("call_1", "get_cart", &json!({}));
        let sent = lab.is_asked(&asks(&[user("hi"), beside, result("call_1", "two")])).await;
        if matches!(lab.wire, Wire::Chat | Wire::Compatible) {
            assert_eq!(sent["messages"][2]["content"], "", "neither null nor left out");
        }
    }
}

/// Rows B19.
#[tokio::test]
async fn a_result_is_told_verbatim() {
    for lab in Lab::each().await {
        for text in ["ok", "\"ok\"", "{\"a\": 1}", " two  \n", "\\ \u{1} \u{2028} 🍵"] {
            let called = call("call_1", "get_cart", &json!({}));
            let sent = lab.is_asked(&asks(&[user("hi"), called, result("call_1", text)])).await;
            assert_eq!(told(lab.wire, &sent).0, text, "{}", lab.name());
        }
    }
}

/// Numbers are not rounded on their way through, where the wire carries arguments as text.
#[tokio::test]
async fn numbers_of_earlier_arguments_are_handed_on_as_they_were_written() {
    for wire in [Wire::Chat, Wire::Compatible, Wire::Responses] {
        for lab in Lab::of(wire).await {
            let body = asks(&[user("hi"), call("c", "get_cart", &json!({ "n": 1 }))]);
            let body = body.to_string().replace("{\"n\":1}", "{\"n\":12345678901234567890.10}");
            let body: Box<serde_json::value::RawValue> = serde_json::from_str(&body).expect("JSON");
            lab.fake.play(vec![super::said::Said::text("Fine.").on(wire, lab.streamed)]);
            let mut sent =
                lab.app.request(reqwest::Method::POST).header("origin", crate::app::PAGE);
            if lab.streamed {
                sent = sent.header("accept", "text/event-stream");
            }
            assert_eq!(sent.json(&body).send().await.expect("an answer").status(), 200);
            let asked = lab.fake.asked()[0].body.to_string();
            assert!(asked.contains("12345678901234567890.10"), "{asked}");
        }
    }
}

#[tokio::test]
async fn ids_of_the_browser_are_trusted_no_further_than_they_fit() {
    let long = "x".repeat(100);
    for lab in Lab::each().await {
        for id in ["", "a b", "call_x__thought__=", "клик", &long] {
            let called = call(id, "get_cart", &json!({}));
            let sent = lab.is_asked(&asks(&[user("hi"), called, result(id, "two")])).await;
            assert_eq!(told(lab.wire, &sent).0, "two", "{} {id}", lab.name());
        }
    }
}

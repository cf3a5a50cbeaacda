//! Gemini's wire, both ways.

use serde_json::{Value, json};
use site_agent_gateway::Provider;

use crate::app::{App, KEY, at, history, question};
use crate::fake::{Answer, Fake};

fn parts(parts: &Value) -> Answer {
    Answer::Json(
        200,
        json!({ "modelVersion": "gemini-x", "candidates": [{ "content": { "role": "model", "parts": parts }, "finishReason": "STOP" }],
        "usageMetadata": { "promptTokenCount": 8, "candidatesTokenCount": 2, "thoughtsTokenCount": 5 } }),
    )
}

#[tokio::test]
async fn a_question_becomes_a_generate_request() {
    let fake = Fake::start(vec![parts(
        &json!([{ "text": "thinking…", "thought": true }, { "text": "Hello." }]),
    )])
    .await;
    let app = App::start(at(Provider::Gemini, &fake.url(""))).await;
    let reply = app.ok(&question("hi")).await;
    assert_eq!(
        reply,
        json!({ "type": "answer", "text": "Hello.", "model": "gemini-x", "usage": { "input": 8, "output": 7 } })
    );
    let asked = &fake.asked()[0];
    assert_eq!(asked.path, "/v1beta/models/test-model:generateContent", "no key in the URL");
    assert_eq!(asked.headers["x-goog-api-key"], KEY);
    assert_eq!(asked.body["generationConfig"]["maxOutputTokens"], 1024);
    let tool = &asked.body["tools"][0]["functionDeclarations"][0];
    assert_eq!(tool["name"], "cart_add");
    assert_eq!(
        tool["parametersJsonSchema"]["additionalProperties"], false,
        "kept: this dialect takes it"
    );
    assert!(tool["parametersJsonSchema"].get("$schema").is_none());
    assert_eq!(asked.body["toolConfig"]["functionCallingConfig"]["mode"], "AUTO");
}

#[tokio::test]
async fn a_call_keeps_its_signature() {
    let fake = Fake::start(vec![
        parts(&json!([{ "functionCall": { "name": "get_cart" }, "thoughtSignature": "sig==" }, { "functionCall": { "name": "cart_add", "args": {} } }])),
        parts(&json!([{ "text": "Two." }])),
    ])
    .await;
    let app = App::start(at(Provider::Gemini, &fake.url(""))).await;
    let reply = app.ok(&question("what is in my cart")).await;
    assert_eq!(reply["name"], "get_cart");
    assert_eq!(reply["arguments"], json!({}), "absent args are an object");
    assert_eq!(reply["meta"], json!({ "gemini": { "thoughtSignature": "sig==" } }));
    app.ok(&history(Some(reply["meta"].clone()))).await;
    let contents = fake.asked()[1].body["contents"].clone();
    assert_eq!(
        contents[1]["parts"][1],
        json!({ "functionCall": { "name": "cart_add", "args": { "product": "mug", "quantity": 2 } }, "thoughtSignature": "sig==" })
    );
    assert_eq!(
        contents[2],
        json!({ "role": "user", "parts": [{ "functionResponse": { "name": "cart_add", "response": { "output": "2 mugs are in the cart" } } }] })
    );
    assert_eq!(contents[3]["parts"][0]["thoughtSignature"], "skip_thought_signature_validator");
    assert!(contents[4]["parts"][0]["functionResponse"]["response"]["error"].is_string());
}

#[tokio::test]
async fn turns_alternate_and_a_response_stands_alone() {
    let fake = Fake::start(vec![parts(&json!([{ "text": "Two." }]))]).await;
    let app = App::start(at(Provider::Gemini, &fake.url(""))).await;
    let mut asked = history(None);
    let messages = asked["messages"].as_array_mut().expect("messages");
    messages.push(json!({ "role": "assistant", "text": "Let me" }));
    messages.push(json!({ "role": "assistant", "tool": { "id": "call_3", "name": "get_cart" } }));
    app.ok(&asked).await;
    let contents = fake.asked()[0].body["contents"].clone();
    let turns: Vec<_> = contents.as_array().expect("contents").iter().map(shape).collect();
    // The orphan and the question; a call without a result and, unanswered, the next question; what
    // was said before a run was tried again.
    assert_eq!(turns[..2], ["user: text text", "model: text functionCall"]);
    assert_eq!(turns[2..4], ["user: functionResponse", "model: functionCall"]);
    assert_eq!(turns[4..7], ["user: functionResponse", "model: text", "user: text"]);
    assert_eq!(turns[7..], ["model: text functionCall", "user: functionResponse"]);
}

/// The role of a turn and the kinds of its parts.
fn shape(turn: &Value) -> String {
    let kinds = turn["parts"].as_array().into_iter().flatten();
    let kind = |part: &Value| part.as_object().and_then(|part| part.keys().next()).cloned();
    let kinds: Vec<_> = kinds.filter_map(kind).collect();
    format!("{}: {}", turn["role"].as_str().unwrap_or_default(), kinds.join(" "))
}

#[tokio::test]
async fn a_stale_signature_is_left_out_once() {
    let stale = Answer::Json(
        400,
        json!({ "error": { "code": 400, "status": "INVALID_ARGUMENT", "message": "Corrupted thought signature." } }),
    );
    let fake = Fake::start(vec![stale, parts(&json!([{ "text": "Two." }]))]).await;
    let app = App::start(at(Provider::Gemini, &fake.url(""))).await;
    app.ok(&history(Some(json!({ "gemini": { "thoughtSignature": "old" } })))).await;
    assert_eq!(
        fake.asked()[1].body["contents"][1]["parts"][1]["thoughtSignature"],
        "skip_thought_signature_validator"
    );
}

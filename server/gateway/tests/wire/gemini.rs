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
        contents[2]["parts"][1],
        json!({ "functionCall": { "name": "cart_add", "args": { "product": "mug", "quantity": 2 } }, "thoughtSignature": "sig==" })
    );
    assert_eq!(
        contents[3],
        json!({ "role": "user", "parts": [{ "functionResponse": { "name": "cart_add", "response": { "output": "2 mugs are in the cart" } } }] })
    );
    assert_eq!(contents[4]["parts"][0]["thoughtSignature"], "skip_thought_signature_validator");
    assert!(contents[5]["parts"][0]["functionResponse"]["response"]["error"].is_string());
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
        fake.asked()[1].body["contents"][2]["parts"][1]["thoughtSignature"],
        "skip_thought_signature_validator"
    );
}

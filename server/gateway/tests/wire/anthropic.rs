//! Anthropic's wire, both ways.

use serde_json::json;
use site_agent_gateway::Provider;

use crate::app::{App, KEY, at, history, question};
use crate::fake::{Answer, Fake};

fn says(text: &str) -> Answer {
    Answer::Json(
        200,
        json!({ "type": "message", "role": "assistant", "model": "claude-x", "stop_reason": "end_turn",
        "content": [{ "type": "text", "text": text }], "usage": { "input_tokens": 10, "output_tokens": 3, "cache_read_input_tokens": 2 } }),
    )
}

#[tokio::test]
async fn a_question_becomes_a_messages_request() {
    let fake = Fake::start(vec![says("Hello.")]).await;
    let app = App::start(at(Provider::Anthropic, &fake.url(""))).await;
    let reply = app.ok(&question("hi")).await;
    assert_eq!(
        reply,
        json!({ "type": "answer", "text": "Hello.", "model": "claude-x", "usage": { "input": 12, "output": 3 } })
    );
    let asked = &fake.asked()[0];
    assert_eq!(asked.path, "/v1/messages");
    assert_eq!(asked.headers["x-api-key"], KEY);
    assert_eq!(asked.headers["anthropic-version"], "2023-06-01");
    assert_eq!(asked.body["model"], "test-model");
    assert_eq!(asked.body["max_tokens"], 1024);
    assert_eq!(
        asked.body["tool_choice"],
        json!({ "type": "auto", "disable_parallel_tool_use": true })
    );
    assert_eq!(asked.body["tools"][0]["name"], "cart_add");
    assert_eq!(asked.body["tools"][0]["input_schema"]["required"], json!(["product", "quantity"]));
    assert_eq!(
        asked.body["tools"][1]["input_schema"],
        json!({ "type": "object", "properties": {} })
    );
    let system = asked.body["system"].as_str().expect("a text");
    assert!(
        system.ends_with("Be brief.") && system.len() > 200,
        "built-in rules come first: {system}"
    );
    assert!(asked.body.get("temperature").is_none());
}

#[tokio::test]
async fn a_call_comes_back_under_the_pages_name_with_its_thinking() {
    let thinking = json!({ "type": "thinking", "thinking": "", "signature": "sig==" });
    let body = json!({ "model": "claude-x", "stop_reason": "tool_use", "content": [
        thinking, { "type": "text", "text": "Adding." }, { "type": "surprise" },
        { "type": "tool_use", "id": "toolu_1", "name": "cart_add", "input": { "product": "mug", "quantity": 2 } },
        { "type": "tool_use", "id": "toolu_2", "name": "get_cart", "input": {} } ] });
    let fake = Fake::start(vec![Answer::Json(200, body), says("Done.")]).await;
    let app = App::start(at(Provider::Anthropic, &fake.url(""))).await;
    let reply = app.ok(&question("add two mugs")).await;
    assert_eq!(
        reply,
        json!({ "type": "tool", "name": "cart.add", "arguments": { "product": "mug", "quantity": 2 },
        "id": "toolu_1", "text": "Adding.", "meta": { "anthropic": [thinking] }, "model": "claude-x" })
    );
    app.ok(&history(Some(reply["meta"].clone()))).await;
    assert_eq!(fake.asked()[1].body["messages"][2]["content"][0], thinking, "replayed verbatim");
}

#[tokio::test]
async fn a_history_is_made_valid() {
    let fake = Fake::start(vec![says("Two.")]).await;
    let app = App::start(at(Provider::Anthropic, &fake.url(""))).await;
    app.ok(&history(None)).await;
    let messages = fake.asked()[0].body["messages"].clone();
    assert!(messages[0]["content"].as_str().is_some_and(|text| text.contains("an orphan")));
    assert_eq!(
        messages[2],
        json!({ "role": "assistant", "content": [{ "type": "text", "text": "Adding." },
        { "type": "tool_use", "id": "call_1", "name": "cart_add", "input": { "product": "mug", "quantity": 2 } }] })
    );
    assert_eq!(
        messages[3],
        json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "call_1",
        "content": "2 mugs are in the cart", "is_error": false }] })
    );
    assert_eq!(messages[4]["content"][0]["input"], json!({}), "blank arguments are an object");
    assert_eq!(messages[5]["content"][0]["is_error"], true, "a lost result is told as unknown");
    assert_eq!(messages[6]["content"], "and now?");
    assert_eq!(messages.as_array().map(Vec::len), Some(7), "the empty answer is dropped");
}

#[tokio::test]
async fn thinking_that_no_longer_fits_is_left_out_once() {
    let stale = Answer::Json(
        400,
        json!({ "type": "error", "error": { "type": "invalid_request_error",
        "message": "messages.1.content.0: Invalid `signature` in `thinking` block" } }),
    );
    let fake = Fake::start(vec![stale, says("Two.")]).await;
    let app = App::start(at(Provider::Anthropic, &fake.url(""))).await;
    let meta = json!({ "anthropic": [{ "type": "thinking", "thinking": "", "signature": "old" }] });
    app.ok(&history(Some(meta))).await;
    let asked = fake.asked();
    assert_eq!(asked[0].body["messages"][2]["content"][0]["type"], "thinking");
    assert_eq!(asked[1].body["messages"][2]["content"][0]["type"], "text");
}

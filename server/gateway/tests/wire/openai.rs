//! OpenAI's chat wire, both ways, and what compatible servers refuse.

use serde_json::{Value, json};
use site_agent_gateway::Provider;

use crate::app::{App, KEY, at, history, question};
use crate::fake::{Answer, Fake};

fn says(text: &str) -> Answer {
    Answer::Json(
        200,
        json!({ "model": "gpt-x", "choices": [{ "index": 0, "finish_reason": "stop",
        "message": { "role": "assistant", "content": text } }], "usage": { "prompt_tokens": 9, "completion_tokens": 2 } }),
    )
}

fn calls(calls: &Value) -> Answer {
    Answer::Json(
        200,
        json!({ "choices": [{ "finish_reason": "stop", "message": { "content": null, "tool_calls": calls } }] }),
    )
}

#[tokio::test]
async fn a_question_becomes_a_chat_request() {
    let fake = Fake::start(vec![says("Hello.")]).await;
    let app = App::start(at(Provider::OpenAi, &fake.url("/v1"))).await;
    let reply = app.ok(&question("hi")).await;
    assert_eq!(
        reply,
        json!({ "type": "answer", "text": "Hello.", "model": "gpt-x", "usage": { "input": 9, "output": 2 } })
    );
    let asked = &fake.asked()[0];
    assert_eq!(asked.path, "/v1/chat/completions");
    assert_eq!(asked.headers["authorization"], format!("Bearer {KEY}"));
    assert_eq!(asked.body["max_completion_tokens"], 1024);
    assert!(asked.body.get("max_tokens").is_none());
    assert_eq!(asked.body["parallel_tool_calls"], false);
    assert_eq!(asked.body["tools"][0]["function"]["name"], "cart_add");
    assert_eq!(asked.body["messages"][0]["role"], "system");
    assert_eq!(asked.body["messages"][1], json!({ "role": "user", "content": "hi" }));
}

#[tokio::test]
async fn the_first_call_counts_under_the_pages_name() {
    let fake = Fake::start(vec![calls(&json!([
        { "id": "c1", "type": "function", "function": { "name": "cart_add", "arguments": "{\"product\":\"mug\",\"quantity\":2}" } },
        { "id": "c2", "type": "function", "function": { "name": "get_cart", "arguments": "" } } ]))]).await;
    let app = App::start(at(Provider::OpenAi, &fake.url("/v1"))).await;
    let reply = app.ok(&question("add two mugs")).await;
    assert_eq!(
        reply,
        json!({ "type": "tool", "name": "cart.add", "arguments": { "product": "mug", "quantity": 2 }, "id": "c1" })
    );
}

#[tokio::test]
async fn odd_arguments_become_an_object() {
    for (sent, got) in [
        (json!(""), json!({})),
        (json!(null), json!({})),
        (json!("  "), json!({})),
        (json!({ "a": 1 }), json!({ "a": 1 })),
        (json!("{\"a\":1}{\"b\":2}"), json!({ "a": 1 })),
        (json!("{\"n\":1.50}"), json!({ "n": 1.50 })),
    ] {
        let fake = Fake::start(vec![calls(
            &json!([{ "function": { "name": "get_cart", "arguments": sent } }]),
        )])
        .await;
        let app = App::start(at(Provider::OpenAiCompatible, &fake.url("/v1"))).await;
        assert_eq!(app.ok(&question("hi")).await["arguments"], got, "{sent}");
    }
}

#[tokio::test]
async fn a_history_is_made_valid() {
    let fake = Fake::start(vec![says("Two.")]).await;
    let app = App::start(at(Provider::OpenAiCompatible, &fake.url("/v1"))).await;
    app.ok(&history(None)).await;
    let asked = &fake.asked()[0];
    assert_eq!(asked.body["max_tokens"], 1024);
    let messages = &asked.body["messages"];
    assert_eq!(
        messages[3],
        json!({ "role": "assistant", "content": "Adding.", "tool_calls": [{ "id": "call_1", "type": "function",
        "function": { "name": "cart_add", "arguments": "{\"product\":\"mug\",\"quantity\":2}" } }] })
    );
    assert_eq!(
        messages[4],
        json!({ "role": "tool", "tool_call_id": "call_1", "content": "2 mugs are in the cart" })
    );
    assert_eq!(messages[5]["content"], "", "null is refused by some servers");
    assert_eq!(messages[5]["tool_calls"][0]["function"]["arguments"], "{}");
    assert_eq!(messages[6]["role"], "tool");
}

#[tokio::test]
async fn what_a_model_refuses_is_learnt_once() {
    let tokens = Answer::Json(
        400,
        json!({ "error": { "message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "type": "invalid_request_error", "param": "max_tokens", "code": "unsupported_parameter" } }),
    );
    let effort = Answer::Json(
        400,
        json!({ "error": { "message": "Function tools with reasoning_effort are not supported for this model in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
        "param": "reasoning_effort", "type": "invalid_request_error" } }),
    );
    let fake = Fake::start(vec![tokens, effort, says("Hello.")]).await;
    let app = App::start(at(Provider::OpenAiCompatible, &fake.url("/v1"))).await;
    app.ok(&question("hi")).await;
    app.ok(&question("again")).await;
    let asked = fake.asked();
    assert_eq!(asked.len(), 4, "the second question knows");
    assert_eq!(asked[3].body["max_completion_tokens"], 1024);
    assert_eq!(asked[3].body["reasoning_effort"], "none");
}

#[tokio::test]
async fn a_server_without_a_key_gets_no_authorization() {
    let fake = Fake::start(vec![says("Hello.")]).await;
    let mut config = crate::app::settings();
    let remote = site_agent_gateway::Remote::new(
        Provider::OpenAiCompatible,
        "m",
        None,
        Some(&fake.url("/v1")),
        false,
    );
    config.model = site_agent_gateway::Model::Remote(remote.expect("a model"));
    let app = App::start(config).await;
    app.ok(&question("hi")).await;
    assert!(fake.asked()[0].headers.get("authorization").is_none());
}

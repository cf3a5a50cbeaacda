//! OpenAI's Responses wire: when a model is moved to it, and both ways.

use serde_json::{Value, json};
use site_agent_gateway::Provider;

use crate::app::{App, KEY, at, error, history, question};
use crate::fake::{Answer, Fake};

/// The API's words for a model that has tools with `reasoning_effort: none` or in Responses.
fn no_effort() -> Answer {
    refuses(
        400,
        "reasoning_effort",
        "Function tools with reasoning_effort are not supported for gpt-5.6-terra in \
         /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort \
         to 'none'.",
    )
}

/// For one that is in Responses only.
fn only_there() -> Answer {
    refuses(
        404,
        "model",
        "This model is only supported in v1/responses and not in v1/chat/completions.",
    )
}

fn refuses(status: u16, parameter: &str, message: &str) -> Answer {
    let error = json!({ "message": message, "type": "invalid_request_error", "param": parameter });
    Answer::Json(status, json!({ "error": error }))
}

fn responds(output: &Value) -> Answer {
    Answer::Json(
        200,
        json!({ "id": "resp_1", "object": "response", "status": "completed", "model": "gpt-y", "output": output,
        "usage": { "input_tokens": 9, "output_tokens": 2 } }),
    )
}

fn message(text: &str) -> Value {
    json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": text }] })
}

async fn with(script: Vec<Answer>) -> (Fake, App) {
    let fake = Fake::start(script).await;
    let app = App::start(at(Provider::OpenAi, &fake.url("/v1"))).await;
    (fake, app)
}

#[tokio::test]
async fn a_model_that_is_only_there_is_moved_there_once() {
    let (fake, app) = with(vec![only_there(), responds(&json!([message("Hello.")]))]).await;
    for _ in 0..2 {
        let reply = app.ok(&question("hi")).await;
        assert_eq!(
            reply,
            json!({ "type": "answer", "text": "Hello.", "model": "gpt-y", "usage": { "input": 9, "output": 2 } })
        );
    }
    let asked = fake.asked();
    let paths: Vec<&str> = asked.iter().map(|asked| asked.path.as_str()).collect();
    assert_eq!(paths, ["/v1/chat/completions", "/v1/responses", "/v1/responses"]);
    let body = &asked[1].body;
    assert_eq!(asked[1].headers["authorization"], format!("Bearer {KEY}"));
    assert_eq!(body["input"], json!([{ "role": "user", "content": "hi" }]));
    assert_eq!((&body["store"], &body["parallel_tool_calls"]), (&json!(false), &json!(false)));
    assert_eq!(body["max_output_tokens"], 1024);
    assert_eq!(body["include"], json!(["reasoning.encrypted_content"]));
    assert!(body["instructions"].as_str().is_some_and(|text| text.ends_with("Be brief.")));
    let tool = &body["tools"][0];
    assert_eq!(
        (&tool["type"], &tool["name"], &tool["strict"]),
        (&json!("function"), &json!("cart_add"), &json!(false))
    );
    assert!(body.get("temperature").is_none() && body.get("messages").is_none());
}

#[tokio::test]
async fn effort_none_is_tried_before_another_wire_is() {
    let chat = json!({ "choices": [{ "finish_reason": "stop", "message": { "content": "Hi." } }] });
    let (fake, app) = with(vec![no_effort(), Answer::Json(200, chat)]).await;
    app.ok(&question("hi")).await;
    assert_eq!(fake.asked()[1].path, "/v1/chat/completions");
    assert_eq!(fake.asked()[1].body["reasoning_effort"], "none");

    let not_none = "Unsupported value: 'reasoning_effort' does not support 'none' with this model.";
    let refused = refuses(400, "reasoning_effort", not_none);
    let (fake, app) = with(vec![no_effort(), refused, responds(&json!([message("Hi.")]))]).await;
    app.ok(&question("hi")).await;
    app.ok(&question("again")).await;
    let asked = fake.asked();
    assert_eq!((asked.len(), asked[3].path.as_str()), (4, "/v1/responses"));
    assert!(asked[2].body.get("reasoning_effort").is_none());
}

#[tokio::test]
async fn a_call_comes_back_under_the_pages_name_with_its_sealed_reasoning() {
    let sealed = json!({ "id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": "sealed==" });
    let unsealed = json!({ "id": "rs_0", "type": "reasoning", "summary": [] });
    let call = |id: &str, name: &str, arguments: &str| {
        json!({ "id": format!("fc_{id}"), "type": "function_call", "call_id": id, "name": name,
            "arguments": arguments, "status": "completed" })
    };
    let output = json!([unsealed, sealed, message("Adding."), { "type": "surprise" },
        call("call_1", "cart_add", "{\"product\":\"mug\",\"quantity\":2}"), call("call_2", "get_cart", "")]);
    let script = vec![only_there(), responds(&output), responds(&json!([message("Done.")]))];
    let (fake, app) = with(script).await;
    let reply = app.ok(&question("add two mugs")).await;
    assert_eq!(
        reply,
        json!({ "type": "tool", "name": "cart.add", "arguments": { "product": "mug", "quantity": 2 },
        "id": "call_1", "text": "Adding.", "meta": { "openai": [sealed] }, "model": "gpt-y",
        "usage": { "input": 9, "output": 2 } })
    );
    app.ok(&history(Some(reply["meta"].clone()))).await;
    let input = &fake.asked()[2].body["input"];
    assert_eq!(input[2], sealed, "verbatim, before what it led to");
    assert_eq!(input[3], json!({ "role": "assistant", "content": "Adding." }));
    assert_eq!(
        input[4],
        json!({ "type": "function_call", "call_id": "call_1", "name": "cart_add",
        "arguments": "{\"product\":\"mug\",\"quantity\":2}" })
    );
    assert_eq!(
        input[5],
        json!({ "type": "function_call_output", "call_id": "call_1", "output": "2 mugs are in the cart" })
    );
    assert_eq!(input[6]["arguments"], "{}");
    assert_eq!(input[7]["type"], "function_call_output", "a lost result is told");
}

#[tokio::test]
async fn reasoning_that_no_longer_fits_is_left_out_once() {
    let stale = refuses(
        400,
        "input",
        "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    );
    let (fake, app) = with(vec![only_there(), stale, responds(&json!([message("Two.")]))]).await;
    let meta =
        json!({ "openai": [{ "id": "rs_1", "type": "reasoning", "encrypted_content": "x" }] });
    app.ok(&history(Some(meta))).await;
    let kinds = |nth: usize| fake.asked()[nth].body["input"][2]["type"].clone();
    assert_eq!((kinds(1), kinds(2)), (json!("reasoning"), Value::Null));
}

#[tokio::test]
async fn a_model_that_does_not_reason_is_not_asked_for_reasoning() {
    let refused = refuses(400, "include", "Encrypted content is not supported with this model.");
    let (fake, app) = with(vec![only_there(), refused, responds(&json!([message("Hi.")]))]).await;
    app.ok(&question("hi")).await;
    app.ok(&question("again")).await;
    let asked = fake.asked();
    assert!(asked[2].body.get("include").is_none() && asked[3].body.get("include").is_none());
}

#[tokio::test]
async fn what_is_cut_refused_or_failed_is_never_half_a_call() {
    let cut_call = json!({ "type": "function_call", "call_id": "c", "name": "cart_add", "arguments": "{\"product\":\"mu", "status": "incomplete" });
    let refusal =
        json!({ "type": "message", "content": [{ "type": "refusal", "refusal": "No." }] });
    for (body, code) in [
        (
            json!({ "status": "incomplete", "incomplete_details": { "reason": "max_output_tokens" }, "output": [cut_call] }),
            "truncated",
        ),
        (json!({ "status": "completed", "output": [cut_call] }), "truncated"),
        (
            json!({ "status": "incomplete", "incomplete_details": { "reason": "content_filter" }, "output": [] }),
            "refused",
        ),
        (json!({ "status": "completed", "output": [refusal] }), "refused"),
        (
            json!({ "status": "failed", "error": { "code": "server_error", "message": "x" }, "output": [] }),
            "upstream",
        ),
        (
            json!({ "status": "failed", "error": { "code": "rate_limit_exceeded", "message": "x" } }),
            "overloaded",
        ),
        (json!({ "status": "completed", "output": [] }), "bad-reply"),
        (json!({ "status": "completed" }), "bad-reply"),
    ] {
        let (_fake, app) = with(vec![only_there(), Answer::Json(200, body.clone())]).await;
        assert_eq!(error(app.post(&question("hi")).await).await.1, code, "{body}");
    }
}

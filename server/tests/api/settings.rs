//! The settings of a widget, each seen to do what it says. What is set by configuration only is
//! here; limits are in `limits.rs`.

use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

use crate::test_app::{Reply, Setup, TestApp};
use crate::upstream::{completion, provider, with_model};

fn step(messages: usize, tools: usize) -> Value {
    let tool = json!({ "name": "search_products", "description": "Search.",
        "inputSchema": { "type": "object" } });
    let named = |n| {
        let mut tool = tool.clone();
        tool["name"] = json!(format!("search_{n}"));
        tool
    };
    json!({ "version": 1, "instructions": "from the page", "tools": (0..tools).map(named).collect::<Vec<_>>(),
        "messages": vec![json!({ "role": "user", "text": "hello" }); messages] })
}

fn request(app: &TestApp, step: &Value) -> RequestBuilder {
    app.request(Method::POST, "/api/agent")
        .header("content-type", "application/json")
        .body(step.to_string())
}

async fn ask(app: &TestApp, step: &Value) -> Reply {
    app.send(request(app, step).header("origin", app.origin())).await
}

fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!(reply.status.as_u16(), status, "{}", reply.text());
    assert_eq!(reply.json()["error"]["code"], code, "{}", reply.text());
}

/// A provider that answers with what it was asked.
async fn echo() -> Setup {
    let url = provider(|_, request| {
        completion(&json!({ "role": "assistant", "content": request.to_string() }))
    })
    .await;
    with_model(&url)
}

/// What the provider was asked.
async fn asked(app: &TestApp) -> Value {
    let reply = ask(app, &step(1, 0)).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    serde_json::from_str(reply.json()["text"].as_str().expect("an answer")).expect("JSON")
}

#[tokio::test]
async fn the_caps_are_the_owners_and_are_told() {
    let app = TestApp::with()
        .set("WIDGET_MAX_MESSAGES", "3")
        .set("WIDGET_MAX_TOOLS", "2")
        .set("WIDGET_MAX_BODY_BYTES", "4096")
        .start()
        .await;
    assert_eq!(ask(&app, &step(3, 2)).await.status, StatusCode::OK);
    let caps = json!({ "messages": 3, "bytes": 4096, "tools": 2 });
    for (messages, tools) in [(4, 0), (1, 3)] {
        let reply = ask(&app, &step(messages, tools)).await;
        refused(&reply, 400, "bad-request");
        assert_eq!(reply.json()["error"]["caps"], caps);
    }
    let mut long = step(1, 0);
    long["messages"][0]["text"] = json!("x".repeat(4_096));
    let reply = ask(&app, &long).await;
    refused(&reply, 413, "too-large");
    assert_eq!(reply.json()["error"]["caps"], caps);
}

#[tokio::test]
async fn the_output_is_as_long_as_the_owner_pays_for() {
    let app = echo().await.start().await;
    assert_eq!(asked(&app).await["max_tokens"], 1_024);
    let app = echo().await.set("WIDGET_MAX_TOKENS", "77").start().await;
    assert_eq!(asked(&app).await["max_tokens"], 77);
}

#[tokio::test]
async fn the_pages_words_can_be_left_out() {
    for (setting, heard) in [("true", true), ("false", false)] {
        let app = echo()
            .await
            .set("WIDGET_INSTRUCTIONS", "from the owner")
            .set("WIDGET_ALLOW_CLIENT_INSTRUCTIONS", setting)
            .start()
            .await;
        let system = asked(&app).await["messages"][0]["content"].as_str().expect("text").to_owned();
        assert!(system.contains("from the owner"), "{system}");
        assert_eq!(system.contains("from the page"), heard, "{system}");
        assert!(system.len() > 400, "the built-in rules are there with any setting: {system}");
    }
}

#[tokio::test]
async fn a_client_that_is_no_page_is_let_in_on_request() {
    let app = TestApp::start().await;
    refused(&app.send(request(&app, &step(1, 0))).await, 403, "origin-not-allowed");
    let app = TestApp::with().set("WIDGET_ALLOW_MISSING_ORIGIN", "true").start().await;
    assert_eq!(app.send(request(&app, &step(1, 0))).await.status, StatusCode::OK);
    let foreign = request(&app, &step(1, 0)).header("origin", "https://evil.example");
    refused(&app.send(foreign).await, 403, "origin-not-allowed");
}

#[tokio::test]
async fn the_reply_says_which_model_answered() {
    let down = provider(|_, _| (axum::http::StatusCode::BAD_GATEWAY, "down")).await;
    let up = provider(|_, request| {
        let mut reply: Value =
            serde_json::from_str(&completion(&json!({ "role": "assistant", "content": "Hi." })))
                .expect("JSON");
        reply["model"] = request["model"].clone();
        reply.to_string()
    })
    .await;
    for (first, answered) in [(&up, "the-model"), (&down, "another-model")] {
        let app = with_model(first)
            .set("WIDGET_FALLBACK_PROVIDER", "openai-compatible")
            .set("WIDGET_FALLBACK_MODEL", "another-model")
            .set("WIDGET_FALLBACK_BASE_URL", &up)
            .start()
            .await;
        assert_eq!(ask(&app, &step(1, 0)).await.json()["model"], answered);
    }
    // Where no model answers, the words can still be matched.
    let app = with_model(&down).set("WIDGET_FALLBACK_PROVIDER", "rules").start().await;
    let mut search = step(1, 1);
    search["messages"][0]["text"] = json!("search");
    assert_eq!(ask(&app, &search).await.status, StatusCode::OK);
}

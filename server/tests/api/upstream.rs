//! A model behind the program, chosen by configuration only: fake providers that speak the real
//! wire.

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode as Status};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;

use crate::test_app::{Reply, Setup, TestApp};

/// A provider that answers each request with `reply`; its base URL.
pub(crate) async fn provider<R: IntoResponse + Send>(
    reply: impl Fn(HeaderMap, Value) -> R + Clone + Send + Sync + 'static,
) -> String {
    let answer = move |headers: HeaderMap, body: Bytes| {
        let request = serde_json::from_slice(&body).expect("JSON");
        let response: Response = reply(headers, request).into_response();
        async move { response }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let app = Router::new().route("/v1/chat/completions", post(answer));
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}/v1")
}

fn call() -> String {
    completion(&json!({ "role": "assistant", "content": null, "tool_calls": [{
        "id": "call_1", "type": "function",
        "function": { "name": "search_products", "arguments": "{\"query\":\"mug\"}" },
    }]}))
}

/// A chat completion that cost twelve tokens.
pub(crate) fn completion(message: &Value) -> String {
    json!({
        "id": "c1", "object": "chat.completion", "model": "the-model",
        "choices": [{ "index": 0, "finish_reason": "stop", "message": message }],
        "usage": { "prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 12 },
    })
    .to_string()
}

pub(crate) fn with_model(base_url: &str) -> Setup {
    TestApp::with()
        .set("WIDGET_PROVIDER", "openai-compatible")
        .set("WIDGET_MODEL", "the-model")
        .set("WIDGET_API_KEY", "sk-secret")
        .set("WIDGET_BASE_URL", base_url)
}

async fn ask(app: &TestApp) -> Reply {
    app.send(question(app)).await
}

pub(crate) fn question(app: &TestApp) -> RequestBuilder {
    let tool = json!({ "name": "search_products", "description": "Search.",
        "inputSchema": { "type": "object", "properties": { "query": { "type": "string" } } } });
    let body = json!({ "version": 1, "instructions": "from the page", "tools": [tool],
        "messages": [{ "role": "user", "text": "find a mug" }] });
    app.request(Method::POST, "/api/agent")
        .header("origin", app.origin())
        .header("content-type", "application/json")
        .body(body.to_string())
}

#[tokio::test]
async fn a_models_call_reaches_the_page() {
    let url = provider(|headers, request| {
        assert_eq!(headers["authorization"], "Bearer sk-secret");
        assert_eq!(request["model"], "the-model");
        assert_eq!(request["tools"][0]["function"]["name"], "search_products");
        call()
    })
    .await;
    let app = with_model(&url).start().await;
    let reply = ask(&app).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    let answer = reply.json();
    assert_eq!(answer["type"], "tool");
    assert_eq!(answer["name"], "search_products");
    assert_eq!(answer["arguments"], json!({ "query": "mug" }));
}

#[tokio::test]
async fn the_owners_words_come_before_the_pages() {
    let url = provider(|_, request| {
        let system = request["messages"][0]["content"].as_str().expect("text").to_owned();
        let (owner, page) = (system.find("from the owner"), system.find("from the page"));
        let in_order = owner.is_some() && owner < page;
        completion(&json!({ "role": "assistant", "content": format!("in order: {in_order}") }))
    })
    .await;
    let app = with_model(&url).set("WIDGET_INSTRUCTIONS", "from the owner").start().await;
    assert_eq!(ask(&app).await.json()["text"], "in order: true");
}

#[tokio::test]
async fn a_provider_that_fails_is_told_in_our_words() {
    for (status, body, expected, code) in [
        (500, "boom sk-secret", 502, "upstream"),
        (200, "<html>busy sk-secret</html>", 502, "bad-reply"),
        (200, "{\"choices\":[{\"message\":{\"tool_calls\":[{\"funct", 502, "bad-reply"),
        (529, "overloaded sk-secret", 503, "overloaded"),
    ] {
        let url = provider(move |_, _| (Status::from_u16(status).expect("a status"), body)).await;
        let app = with_model(&url).start().await;
        let reply = ask(&app).await;
        assert_eq!(reply.status.as_u16(), expected, "{body}: {}", reply.text());
        assert_eq!(reply.json()["error"]["code"], code, "{body}");
        for told in ["sk-secret", "boom", "busy", "html"] {
            assert!(!reply.text().contains(told), "{body}: {}", reply.text());
        }
    }
}

#[tokio::test]
async fn a_provider_that_hangs_is_given_up() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("its address"));
    let app = with_model(&url).set("WIDGET_TIMEOUT_MS", "1000").start().await;
    let reply = tokio::time::timeout(Duration::from_secs(10), ask(&app)).await.expect("given up");
    assert_eq!(reply.status, StatusCode::GATEWAY_TIMEOUT);
    assert_eq!(reply.json()["error"]["code"], "upstream-timeout");
}

#[tokio::test]
async fn a_visitor_who_goes_away_ends_the_call_to_the_provider() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("its address"));
    let app = with_model(&url).set("WIDGET_TIMEOUT_MS", "60000").start().await;
    let (mut upstream, _) = tokio::select! {
        called = listener.accept() => called.expect("the program calls"),
        reply = ask(&app) => panic!("answered without the provider: {}", reply.text()),
    };
    // The question was dropped with its connection; now the call must end, unanswered.
    let mut request = Vec::new();
    let read = upstream.read_to_end(&mut request);
    let closed = tokio::time::timeout(Duration::from_secs(5), read).await;
    assert!(closed.is_ok(), "the call to the provider goes on");
}

#[tokio::test]
async fn the_second_model_answers_while_the_first_is_down() {
    let down = provider(|_, _| (Status::BAD_GATEWAY, "down")).await;
    let up = provider(|_, _| call()).await;
    let app = with_model(&down)
        .set("WIDGET_FALLBACK_PROVIDER", "openai-compatible")
        .set("WIDGET_FALLBACK_MODEL", "another-model")
        .set("WIDGET_FALLBACK_BASE_URL", &up)
        .start()
        .await;
    let reply = ask(&app).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    assert_eq!(reply.json()["name"], "search_products");
}

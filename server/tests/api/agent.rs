//! `POST /api/agent` through the whole program: the contract's happy way, and each way in which it
//! says no.

use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

use crate::test_app::{Reply, TestApp};

const PATH: &str = "/api/agent";

/// A request of protocol 1 with one tool, as the shop's page sends it.
fn question(text: &str) -> Value {
    json!({
        "version": 1,
        "instructions": "",
        "messages": [{ "role": "user", "text": text }],
        "tools": [{
            "name": "search_products",
            "description": "Search the shop's products.",
            "inputSchema": {
                "type": "object",
                "properties": { "query": { "type": "string" } },
                "required": ["query"],
            },
        }],
    })
}

fn post(app: &TestApp, body: impl Into<String>) -> RequestBuilder {
    app.request(Method::POST, PATH)
        .header("origin", app.origin())
        .header("content-type", "application/json")
        .body(body.into())
}

async fn ask(app: &TestApp, text: &str) -> Reply {
    app.send(post(app, question(text).to_string())).await
}

/// The reply is this error, whole and readable by the page, and tells nothing of how we are made.
fn is_error(reply: &Reply, status: u16, code: &str) {
    assert_eq!(reply.status.as_u16(), status, "{}", reply.text());
    let error = &reply.json()["error"];
    assert_eq!(error["code"], code, "{error}");
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{error}");
    assert_eq!(error["requestId"], reply.header("x-request-id"), "{error}");
    assert!(reply.header("content-type").starts_with("application/json"), "{reply:?}");
    assert_eq!(reply.header("serverfnerror"), "");
    for told in ["serde", ".rs:", "sk-secret", "127.0.0.1:", "panicked"] {
        assert!(!reply.text().contains(told), "{told}: {}", reply.text());
    }
}

#[tokio::test]
async fn the_rules_answer_where_no_model_is_set_up() {
    let app = TestApp::start().await;
    let reply = ask(&app, "search for mugs").await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    let answer = reply.json();
    assert_eq!((&answer["type"], &answer["name"]), (&json!("tool"), &json!("search_products")));
    assert!(answer["arguments"]["query"].as_str().is_some_and(|q| q.contains("mug")), "{answer}");
    assert_eq!(reply.header("access-control-allow-origin"), app.origin());
    assert_eq!(reply.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_request_that_is_none_is_told_what_is_wrong() {
    let app = TestApp::start().await;
    let mut other_version = question("hello");
    other_version["version"] = json!(2);
    let mut long = question("hello");
    long["messages"] = json!(vec![json!({ "role": "user", "text": "hello" }); 60]);
    for (body, status, code) in [
        ("not JSON".to_owned(), 400, "bad-request"),
        ("[]".to_owned(), 400, "bad-request"),
        ("{}".to_owned(), 400, "unsupported-version"),
        (other_version.to_string(), 400, "unsupported-version"),
        (r#"{"version":1}"#.to_owned(), 400, "bad-request"),
        (long.to_string(), 400, "bad-request"),
        (question(&"x".repeat(200_000)).to_string(), 413, "too-large"),
    ] {
        is_error(&app.send(post(&app, body)).await, status, code);
    }
}

#[tokio::test]
async fn the_envelope_is_checked_before_anybody_reads_it() {
    let app = TestApp::with().set("WIDGET_RATE_LIMIT", "false").start().await;
    let body = || question("hello").to_string();
    let request = |method| app.request(method, PATH).header("origin", app.origin());
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let reply = app.send(request(method)).await;
        is_error(&reply, 405, "method-not-allowed");
        assert!(reply.header("allow").contains("POST"));
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded"] {
        let wrong = request(Method::POST).header("content-type", kind).body(body());
        is_error(&app.send(wrong).await, 415, "unsupported-media-type");
    }
    let stranger = app
        .request(Method::POST, "/api/agent?widget=wk_none")
        .header("origin", app.origin())
        .header("content-type", "application/json")
        .body(body());
    is_error(&app.send(stranger).await, 404, "unknown-widget");
}

#[tokio::test]
async fn only_pages_on_the_list_may_ask_and_every_page_can_read_why_not() {
    let app = TestApp::with().set("WIDGET_ALLOWED_ORIGINS", "https://shop.example").start().await;
    let from = |origin: &str| {
        app.request(Method::POST, PATH)
            .header("origin", origin)
            .header("content-type", "application/json")
            .body(question("hello").to_string())
    };
    assert_eq!(app.send(from("https://shop.example")).await.status, StatusCode::OK);
    for origin in ["https://evil.example", "https://shop.example.evil.example", "null"] {
        let reply = app.send(from(origin)).await;
        is_error(&reply, 403, "origin-not-allowed");
        assert_eq!(reply.header("access-control-allow-origin"), origin);
        assert_eq!(reply.header("vary"), "origin");
        assert!(reply.header("access-control-expose-headers").contains("x-request-id"));
    }
    let no_browser = app
        .request(Method::POST, PATH)
        .header("content-type", "application/json")
        .body(question("hello").to_string());
    is_error(&app.send(no_browser).await, 403, "origin-not-allowed");
}

#[tokio::test]
async fn a_preflight_is_answered_without_work() {
    let app = TestApp::with().set("WIDGET_ALLOW_HEADERS", "x-tenant").start().await;
    let request = app
        .request(Method::OPTIONS, PATH)
        .header("origin", "https://anywhere.example")
        .header("access-control-request-method", "POST");
    let reply = app.send(request).await;
    assert_eq!(reply.status, StatusCode::NO_CONTENT);
    assert_eq!(reply.header("access-control-allow-origin"), "https://anywhere.example");
    assert_eq!(reply.header("access-control-allow-methods"), "POST");
    assert_eq!(reply.header("access-control-allow-headers"), "content-type, x-tenant");
}

#[tokio::test]
async fn a_client_in_a_hurry_is_told_when_to_come_back() {
    let app = TestApp::start().await;
    for _ in 0..20 {
        assert_eq!(ask(&app, "hello").await.status, StatusCode::OK);
    }
    let reply = ask(&app, "hello").await;
    is_error(&reply, 429, "rate-limited");
    let seconds: u64 = reply.header("retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&seconds), "{seconds}");
    // The site itself is not behind that limit.
    assert_eq!(app.get("/shop").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_browser_that_prefers_pages_is_not_sent_elsewhere() {
    let app = TestApp::start().await;
    let request = post(&app, "not JSON")
        .header("accept", "text/html")
        .header("referer", format!("{}/shop", app.url()));
    is_error(&app.send(request).await, 400, "bad-request");
}

#[tokio::test]
async fn the_proxy_lies_below_the_base_too() {
    let app = TestApp::with().set("PUBLIC_URL", "https://shop.example/agent").start().await;
    let request = app
        .request(Method::POST, PATH)
        .header("origin", "https://shop.example")
        .header("content-type", "application/json")
        .body(question("hello").to_string());
    assert_eq!(app.send(request).await.status, StatusCode::OK);
}

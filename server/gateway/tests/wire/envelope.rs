//! What is refused before any work, each with its status and code.

use reqwest::Method;
use serde_json::json;

use crate::app::{App, PAGE, error, question, settings};

#[tokio::test]
async fn a_question_is_answered_by_the_rules_without_a_key() {
    let app = App::start(settings()).await;
    let reply = app.ok(&question("show me the cart")).await;
    assert_eq!(reply["type"], "tool", "{reply}");
    assert_eq!(reply["name"], "get_cart");
}

/// Rows B26.
#[tokio::test]
async fn what_is_not_protocol_1_is_named() {
    let app = App::start(settings()).await;
    let message = json!({ "role": "user", "text": "hi" });
    let many = json!({ "version": 1, "messages": vec![message.clone(); 60] });
    let tools =
        json!({ "version": 1, "messages": [message], "tools": vec![json!({ "name": "t" }); 33] });
    for (body, code) in [
        ("not JSON".to_owned(), "bad-request"),
        (String::new(), "bad-request"),
        ("[]".to_owned(), "bad-request"),
        ("\u{feff}{}".to_owned(), "bad-request"),
        (json!({ "version": 2, "messages": "other" }).to_string(), "unsupported-version"),
        (json!({ "messages": [] }).to_string(), "unsupported-version"),
        (json!({ "version": "1" }).to_string(), "unsupported-version"),
        (json!({ "version": 1 }).to_string(), "bad-request"),
        (json!({ "version": 1, "messages": [] }).to_string(), "bad-request"),
        (json!({ "version": 1, "messages": [{ "role": "system", "text": "x" }] }).to_string(), "bad-request"),
        (json!({ "version": 1, "messages": [{ "role": "assistant", "tool": { "name": "t", "arguments": [] } }] }).to_string(), "bad-request"),
        (json!({ "version": 1, "messages": [["user", "hi"]] }).to_string(), "bad-request"),
        (many.to_string(), "bad-request"),
        (tools.to_string(), "bad-request"),
    ] {
        let sent = app.request(Method::POST).header("origin", PAGE).header("content-type", "application/json");
        let (status, got, text) = error(sent.body(body.clone()).send().await.expect("an answer")).await;
        assert_eq!((status, got.as_str()), (400, code), "{body} → {text}");
    }
}

#[tokio::test]
async fn too_much_tells_the_caps() {
    let app = App::start(settings()).await;
    let many =
        json!({ "version": 1, "messages": vec![json!({ "role": "user", "text": "hi" }); 60] });
    let (_, _, text) = error(app.post(&many).await).await;
    assert!(text.contains(r#""caps":{"messages":40,"bytes":65536,"tools":32}"#), "{text}");
    let long =
        json!({ "version": 1, "messages": [{ "role": "user", "text": "x".repeat(200_000) }] });
    let (status, code, text) = error(app.post(&long).await).await;
    assert_eq!((status, code.as_str()), (413, "too-large"));
    assert!(text.contains(r#""caps""#), "{text}");
}

/// Rows A39.
#[tokio::test]
async fn a_body_that_hides_its_length_is_counted_as_it_comes() {
    let app = App::start(settings()).await;
    let chunks = (0..4).map(|_| Ok::<_, std::io::Error>("x".repeat(40_000)));
    let body = reqwest::Body::wrap_stream(futures::stream::iter(chunks));
    let sent =
        app.request(Method::POST).header("origin", PAGE).header("content-type", "application/json");
    let (status, code, _) = error(sent.body(body).send().await.expect("an answer")).await;
    assert_eq!((status, code.as_str()), (413, "too-large"));
}

#[tokio::test]
async fn a_body_that_never_ends_is_too_slow() {
    let app = App::start(settings()).await;
    let body =
        reqwest::Body::wrap_stream(futures::stream::pending::<Result<String, std::io::Error>>());
    let sent =
        app.request(Method::POST).header("origin", PAGE).header("content-type", "application/json");
    let (status, code, _) = error(sent.body(body).send().await.expect("an answer")).await;
    assert_eq!((status, code.as_str()), (408, "too-slow"));
}

#[tokio::test]
async fn other_methods_and_types_are_named() {
    let app = App::start(settings()).await;
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let response = app.request(method).header("origin", PAGE).send().await.expect("an answer");
        assert_eq!(response.headers()["allow"], "POST, OPTIONS");
        let (status, code, _) = error(response).await;
        assert_eq!((status, code.as_str()), (405, "method-not-allowed"));
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
        let sent = app.request(Method::POST).header("origin", PAGE).header("content-type", kind);
        let (status, code, _) = error(sent.body("{}").send().await.expect("an answer")).await;
        assert_eq!((status, code.as_str()), (415, "unsupported-media-type"), "{kind}");
    }
}

#[tokio::test]
async fn a_foreign_or_missing_origin_is_refused_readably() {
    let app = App::start(settings()).await;
    for origin in
        ["https://evil.example", "null", "https://shop.example.evil.example", "http://shop.example"]
    {
        let sent = app.request(Method::POST).header("origin", origin).json(&question("hi"));
        let response = sent.send().await.expect("an answer");
        assert_eq!(
            response.headers()["access-control-allow-origin"],
            origin,
            "or the page cannot read why"
        );
        assert_eq!(
            response.headers()["access-control-expose-headers"],
            "retry-after, x-request-id"
        );
        let (status, code, _) = error(response).await;
        assert_eq!((status, code.as_str()), (403, "origin-not-allowed"), "{origin}");
    }
    let response = app.request(Method::POST).json(&question("hi")).send().await.expect("an answer");
    assert_eq!(error(response).await.1, "origin-not-allowed");
}

#[tokio::test]
async fn a_node_client_is_let_in_where_the_owner_says_so() {
    let mut config = settings();
    config.allow_missing_origin = true;
    let app = App::start(config).await;
    let response = app
        .request(Method::POST)
        .json(&question("show me the cart"))
        .send()
        .await
        .expect("an answer");
    assert_eq!(response.status(), 200);
}

/// Rows A38, B27.
#[tokio::test]
async fn a_preflight_is_answered_to_anybody_without_work() {
    let app = App::start(settings()).await;
    for origin in [PAGE, "https://evil.example"] {
        let response =
            app.request(Method::OPTIONS).header("origin", origin).send().await.expect("an answer");
        assert_eq!(response.status(), 204);
        assert_eq!(response.headers()["access-control-allow-origin"], origin);
        assert_eq!(response.headers()["access-control-allow-methods"], "POST");
        assert_eq!(response.headers()["access-control-allow-headers"], "content-type");
        assert_eq!(response.headers()["vary"], "origin");
    }
}

#[tokio::test]
async fn an_unknown_widget_is_named() {
    let app = App::start(settings()).await;
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let ask = |key: &str| {
        client
            .post(format!("{}/api/agent?widget={key}", app.url))
            .header("origin", PAGE)
            .json(&question("show me the cart"))
    };
    assert_eq!(ask("default").send().await.expect("an answer").status(), 200);
    let (status, code, _) = error(ask("wk_other").send().await.expect("an answer")).await;
    assert_eq!((status, code.as_str()), (404, "unknown-widget"));
}

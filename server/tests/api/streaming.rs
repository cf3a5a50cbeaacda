//! An answer in pieces, from the provider through the whole program to the page.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::http::StatusCode as Status;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use futures::stream::{self, StreamExt as _};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::test_app::TestApp;
use crate::upstream::{provider, question, with_model};

async fn ask(app: &TestApp) -> reqwest::Response {
    question(app).header("accept", "text/event-stream").send().await.expect("a head")
}

/// What a provider says in pieces that come far apart, after which it says no more.
fn streamed(events: &[Value]) -> Response {
    let pieces: Vec<String> = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let pieces = stream::iter(pieces.into_iter().map(Ok::<_, Infallible>));
    let body = Body::from_stream(pieces.chain(stream::pending()));
    ([(CONTENT_TYPE, "text/event-stream")], body).into_response()
}

fn said(text: &str) -> Value {
    json!({ "choices": [{ "index": 0, "delta": { "content": text } }] })
}

#[tokio::test]
async fn words_reach_the_page_before_there_are_more() {
    let url = provider(|_, request| {
        assert_eq!(request["stream"], true);
        streamed(&[said("So ")])
    })
    .await;
    let app = with_model(&url).start().await;
    let response = ask(&app).await;
    assert_eq!(response.status(), StatusCode::OK);
    for (name, value) in [
        ("content-type", "text/event-stream"),
        ("cache-control", "no-store, no-transform"),
        ("x-accel-buffering", "no"),
        ("access-control-allow-origin", &app.origin()),
    ] {
        assert_eq!(response.headers()[name], value);
    }
    let first = response.bytes_stream().next().await.expect("a piece").expect("a piece");
    assert_eq!(first, "event: delta\ndata: {\"text\":\"So \"}\n\n");
}

#[tokio::test]
async fn a_failure_after_the_first_word_meets_the_log_by_its_id() {
    let url = provider(|_, _| streamed(&[said("So "), json!({ "error": { "code": 503 } })])).await;
    let app = with_model(&url).start().await;
    let response = ask(&app).await;
    let id = response.headers()["x-request-id"].to_str().expect("text").to_owned();
    let body = response.text().await.expect("its end");
    let (_, error) = body.split_once("event: error\ndata: ").expect("an error");
    let error: Value = serde_json::from_str(error.trim()).expect("JSON");
    assert_eq!(error["error"]["code"], "overloaded");
    assert_eq!(error["error"]["requestId"], id);
}

#[tokio::test]
async fn the_second_model_speaks_as_long_as_the_first_said_nothing() {
    let up = provider(|_, _| streamed(&[said("Here.")])).await;
    for (nothing, expected) in [(true, "Here."), (false, "So ")] {
        let first = provider(move |_, _| {
            if nothing {
                (Status::BAD_GATEWAY, "down").into_response()
            } else {
                streamed(&[said("So "), json!({ "error": { "code": 502 } })])
            }
        })
        .await;
        let app = with_model(&first)
            .set("WIDGET_FALLBACK_PROVIDER", "openai-compatible")
            .set("WIDGET_FALLBACK_MODEL", "another-model")
            .set("WIDGET_FALLBACK_BASE_URL", &up)
            .start()
            .await;
        let response = ask(&app).await;
        let mut pieces = response.bytes_stream();
        let first = pieces.next().await.expect("a piece").expect("a piece");
        assert!(String::from_utf8_lossy(&first).contains(expected), "{first:?}");
    }
}

#[tokio::test]
async fn a_visitor_who_goes_away_in_mid_answer_ends_it() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("its address"));
    let app = with_model(&url).set("WIDGET_TIMEOUT_MS", "60000").start().await;
    let speak = async {
        let (mut upstream, _) = listener.accept().await.expect("the program calls");
        let event = format!("data: {}\n\n", said("So "));
        let head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked";
        let reply = format!("{head}\r\n\r\n{:x}\r\n{event}\r\n", event.len());
        upstream.write_all(reply.as_bytes()).await.expect("it listens");
        upstream
    };
    let (mut upstream, response) = tokio::join!(speak, ask(&app));
    let mut pieces = response.bytes_stream();
    assert!(pieces.next().await.is_some());
    drop(pieces);
    let mut request = Vec::new();
    let read = upstream.read_to_end(&mut request);
    let closed = tokio::time::timeout(Duration::from_secs(5), read).await;
    assert!(closed.is_ok(), "the call to the provider goes on");
}

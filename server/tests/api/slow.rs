//! Clients that take their time: each is told so in the end, and nobody else waits for them.

use std::time::Duration;

use futures::future::join_all;
use reqwest::{Method, StatusCode};
use site_agent::listener::Limits;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::test_app::TestApp;

const OF_EACH_KIND: usize = 500;

async fn begin(app: &TestApp, said: &str) -> TcpStream {
    let mut connection = app.connect().await;
    connection.write_all(said.as_bytes()).await.expect("written");
    connection
}

async fn end(mut connection: TcpStream) -> String {
    let mut reply = Vec::new();
    // A reset after the reply is an end, too.
    let _ = connection.read_to_end(&mut reply).await;
    String::from_utf8_lossy(&reply).into_owned()
}

#[tokio::test]
async fn a_thousand_slow_clients_stop_nobody_and_are_told_that_they_were_slow() {
    let limits = Limits { head: Duration::from_secs(5), ..Limits::default() };
    let setup = TestApp::with().set("WIDGET_RATE_LIMIT", "false").limits(limits);
    let app = setup.start().await;
    let origin = app.origin();
    let body = format!(
        "POST /api/agent HTTP/1.1\r\nhost: x\r\norigin: {origin}\r\n\
         content-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
    );
    let slow_heads = join_all((0..OF_EACH_KIND).map(|_| begin(&app, "POST /api/agent HTT"))).await;
    let slow_bodies = join_all((0..OF_EACH_KIND).map(|_| begin(&app, &body))).await;

    let question = r#"{"version":1,"messages":[{"role":"user","text":"hello"}]}"#;
    for _ in 0..20 {
        let request = app
            .request(Method::POST, "/api/agent")
            .header("origin", &origin)
            .header("content-type", "application/json")
            .body(question);
        assert_eq!(app.send(request).await.status, StatusCode::OK);
    }

    for reply in join_all(slow_heads.into_iter().map(end)).await {
        assert!(reply.starts_with("HTTP/1.1 408 "), "{reply}");
    }
    for reply in join_all(slow_bodies.into_iter().map(end)).await {
        assert!(reply.starts_with("HTTP/1.1 408 ") && reply.contains("too-slow"), "{reply}");
    }
}

#[tokio::test]
async fn an_idle_connection_is_closed_without_a_word() {
    let limits = Limits { head: Duration::from_secs(1), ..Limits::default() };
    let app = TestApp::with().limits(limits).start().await;
    assert_eq!(end(app.connect().await).await, "");
    let kept = begin(&app, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let reply = end(kept).await;
    assert!(reply.ends_with("ok\n"), "after the reply nothing more: {reply}");
}

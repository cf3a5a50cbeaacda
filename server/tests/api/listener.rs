//! Connections: bounded in number, in how long a head may take, and in how they end.

use std::time::Duration;

use site_agent::listener::Limits;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::test_app::TestApp;

const SOON: Duration = Duration::from_millis(200);
const LATE: Duration = Duration::from_secs(5);

async fn send(connection: &mut TcpStream, text: &str) {
    connection.write_all(text.as_bytes()).await.expect("written");
}

async fn rest(connection: &mut TcpStream) -> String {
    let mut rest = String::new();
    connection.read_to_string(&mut rest).await.expect("read");
    rest
}

#[tokio::test]
async fn a_head_that_never_ends_is_closed() {
    let limits = Limits { head: Duration::from_millis(100), ..Limits::default() };
    let app = TestApp::with().limits(limits).start().await;
    let mut connection = app.connect().await;
    send(&mut connection, "GET / HTTP/1.1\r\nhost:").await;
    let rest = timeout(LATE, rest(&mut connection)).await.expect("closed");
    assert!(!rest.contains("200"), "{rest}");
}

#[tokio::test]
async fn one_connection_too_many_waits_until_another_is_gone() {
    let limits = Limits { connections: 2, ..Limits::default() };
    let app = TestApp::with().limits(limits).start().await;
    let (first, _second) = (app.connect().await, app.connect().await);
    sleep(SOON).await;

    let mut third = app.connect().await;
    send(&mut third, "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
    let mut one = [0];
    assert!(timeout(SOON, third.read(&mut one)).await.is_err(), "no place yet");
    drop(first);
    let rest = timeout(LATE, rest(&mut third)).await.expect("a place");
    assert!(rest.contains("200 OK"), "{rest}");
}

#[tokio::test]
async fn what_has_begun_when_the_end_is_announced_is_finished() {
    let limits = Limits { notice: Duration::from_millis(50), ..Limits::default() };
    let mut app = TestApp::with().limits(limits).start().await;
    let origin = app.origin();
    let mut connection = app.connect().await;
    send(
        &mut connection,
        &format!(
            "POST /api/agent HTTP/1.1\r\nhost: x\r\norigin: {origin}\r\n\
             content-type: application/json\r\ncontent-length: 2\r\n\r\n{{"
        ),
    )
    .await;
    sleep(SOON).await;
    app.announce_end();
    sleep(SOON).await;
    assert!(TcpStream::connect(origin.replace("http://", "")).await.is_err(), "the door is closed");
    send(&mut connection, "}").await;
    let rest = timeout(LATE, rest(&mut connection)).await.expect("an answer, then the end");
    assert!(rest.starts_with("HTTP/1.1 ") && rest.contains("\"error\""), "{rest}");
}

#[tokio::test]
async fn who_is_refused_while_still_sending_gets_the_answer() {
    let app = TestApp::with().start().await;
    let origin = app.origin();
    // More than the system keeps in its own buffers between the two.
    let large = vec![b'a'; 24 << 20];
    for (path, kind, answer) in [
        ("/api/agent", "application/json", "413 "),
        ("/api/traces", "application/json", "403 "),
        ("/api/fn/admin/open/log_in", "application/x-www-form-urlencoded", "413 "),
        ("/admin/traces/open", "multipart/form-data; boundary=x", "401 "),
        ("/healthz", "text/plain", "405 "),
        ("/nowhere", "text/plain", "40"),
    ] {
        let mut connection = app.connect().await;
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\norigin: {origin}\r\ncontent-type: {kind}\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n",
            large.len()
        );
        send(&mut connection, &head).await;
        // Like a browser: not a word is read before the last one is written.
        connection.write_all(&large).await.unwrap_or_else(|error| panic!("{path}: {error}"));
        let rest = timeout(LATE, rest(&mut connection)).await.expect("closed");
        assert!(rest.starts_with(&format!("HTTP/1.1 {answer}")), "{path}: {rest}");
    }
}

//! `/healthz` and `/readyz`.

use std::time::Duration;

use reqwest::StatusCode;
use site_agent::listener::Limits;

use crate::test_app::TestApp;

#[tokio::test]
async fn a_started_program_is_alive_and_ready() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/healthz").await.status, StatusCode::OK);
    assert_eq!(app.get("/readyz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn readiness_goes_before_the_door_closes() {
    let limits = Limits { notice: Duration::from_millis(400), ..Limits::default() };
    let mut app = TestApp::with().limits(limits).start().await;
    app.announce_end();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let reply = app.get("/readyz").await;
    assert_eq!((reply.status, reply.text()), (StatusCode::SERVICE_UNAVAILABLE, "stopping\n"));
    assert_eq!(app.get("/healthz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_head_that_never_ends_is_closed() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    let limits = Limits { head: Duration::from_millis(100), ..Limits::default() };
    let app = TestApp::with().limits(limits).start().await;
    let address = app.origin().replace("http://", "");
    let mut connection = tokio::net::TcpStream::connect(address).await.expect("connected");
    connection.write_all(b"GET / HTTP/1.1\r\nhost:").await.expect("written");
    let mut rest = Vec::new();
    let read = connection.read_to_end(&mut rest);
    tokio::time::timeout(Duration::from_secs(5), read).await.expect("closed").expect("read");
}

#[tokio::test]
async fn every_reply_carries_the_request_id() {
    let app = TestApp::start().await;
    let reply = app.get("/healthz").await;
    assert!(reply.header("x-request-id").len() >= 16, "{reply:?}");
    let given = app.request(reqwest::Method::GET, "/healthz").header("x-request-id", "proxy-7");
    assert_eq!(app.send(given).await.header("x-request-id"), "proxy-7");
}

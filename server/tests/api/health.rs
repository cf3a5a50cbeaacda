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
async fn every_reply_carries_the_request_id() {
    let app = TestApp::start().await;
    let reply = app.get("/healthz").await;
    assert!(reply.header("x-request-id").len() >= 16, "{reply:?}");
    let given = app.request(reqwest::Method::GET, "/healthz").header("x-request-id", "proxy-7");
    assert_eq!(app.send(given).await.header("x-request-id"), "proxy-7");
}

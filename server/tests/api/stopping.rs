//! The binary is told to stop while it works.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::routing::post;
use futures::future::join_all;
use reqwest::{Client, StatusCode};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::sleep;

use crate::started::{Started, built, site_agent};

const AT_WORK: usize = 40;
const A_MOMENT: Duration = Duration::from_millis(20);

/// A provider that holds every answer back until it is let go.
#[derive(Clone)]
struct Holding {
    asked: Arc<AtomicUsize>,
    go: Arc<Semaphore>,
}

impl Holding {
    async fn start() -> (Self, String) {
        let held = Self { asked: Arc::default(), go: Arc::new(Semaphore::new(0)) };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/v1", listener.local_addr().expect("its address"));
        let answer = {
            let held = held.clone();
            move || {
                let held = held.clone();
                async move {
                    held.asked.fetch_add(1, Ordering::SeqCst);
                    let _pass = held.go.acquire().await.expect("never closed");
                    axum::Json(json!({ "choices": [{ "index": 0, "finish_reason": "stop",
                        "message": { "role": "assistant", "content": "Done." } }] }))
                }
            }
        };
        let app = Router::new().route("/v1/chat/completions", post(answer));
        tokio::spawn(async move { axum::serve(listener, app).await });
        (held, url)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_told_to_stop_loses_no_reply() {
    let (provider, url) = Holding::start().await;
    let folder = built();
    let mut command = site_agent(folder.path());
    command
        .env("SITE_AGENT_SHUTDOWN_NOTICE_MS", "5000")
        .env("SITE_AGENT_WIDGET_PROVIDER", "openai-compatible")
        .env("SITE_AGENT_WIDGET_MODEL", "the-model")
        .env("SITE_AGENT_WIDGET_BASE_URL", &url)
        .env("SITE_AGENT_WIDGET_TIMEOUT_MS", "60000")
        .env("SITE_AGENT_WIDGET_RATE_LIMIT", "false");
    let program = Started::with(command);
    let origin = program.origin();
    let client = Client::builder().no_proxy().build().expect("a client");
    let ask = || {
        let question = json!({ "version": 1, "messages": [{ "role": "user", "text": "hello" }] });
        client.post(format!("{origin}/api/agent")).header("origin", &origin).json(&question).send()
    };
    let questions: Vec<_> = (0..AT_WORK).map(|_| tokio::spawn(ask())).collect();
    while provider.asked.load(Ordering::SeqCst) < AT_WORK {
        sleep(A_MOMENT).await;
    }

    program.terminate();
    let ready = || client.get(format!("{origin}/readyz")).send();
    while ready().await.expect("the door is still open").status() == StatusCode::OK {
        sleep(A_MOMENT).await;
    }
    // A load balancer may not have seen it yet: who comes now is still served.
    let late = tokio::spawn(ask());
    while provider.asked.load(Ordering::SeqCst) < AT_WORK + 1 {
        sleep(A_MOMENT).await;
    }
    let address = origin.replace("http://", "");
    while TcpStream::connect(&address).await.is_ok() {
        sleep(A_MOMENT).await;
    }

    provider.go.add_permits(AT_WORK + 1);
    for reply in join_all(questions.into_iter().chain([late])).await {
        let reply = reply.expect("no panic").expect("a reply");
        assert_eq!(reply.status(), StatusCode::OK);
        assert!(reply.text().await.expect("a whole body").contains("Done."));
    }
    let (_, log) = tokio::task::spawn_blocking(|| program.wait()).await.expect("it ended");
    assert!(log.contains("stopped") && !log.contains("cut off"), "{log}");
}

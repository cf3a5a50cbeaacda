//! A provider that answers from a script and remembers what it was asked.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use serde_json::Value;

/// One answer of the script.
#[derive(Clone)]
pub(crate) enum Answer {
    Json(u16, Value),
    Text(u16, &'static str, &'static str),
    WithHeader(u16, Value, &'static str, &'static str),
    /// Accepts and never answers.
    Hang,
}

/// What came in.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

#[derive(Clone, Default)]
struct Shared {
    script: Arc<Mutex<VecDeque<Answer>>>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

pub(crate) struct Fake {
    pub(crate) address: SocketAddr,
    shared: Shared,
}

impl Fake {
    pub(crate) async fn start(script: Vec<Answer>) -> Self {
        let shared = Shared { script: Arc::new(Mutex::new(script.into())), asked: Arc::default() };
        let app = Router::new().fallback(answer).with_state(shared.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { address, shared }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().expect("no panic").clone()
    }
}

async fn answer(
    State(shared): State<Shared>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let asked = Asked {
        path: uri.to_string(),
        headers,
        body: serde_json::from_slice(&body).expect("the proxy sends JSON"),
    };
    shared.asked.lock().expect("no panic").push(asked);
    let next = {
        let mut script = shared.script.lock().expect("no panic");
        // The last answer repeats.
        if script.len() > 1 { script.pop_front() } else { script.front().cloned() }
    };
    let with = |status: u16, kind: &str, body: String| {
        Response::builder()
            .status(StatusCode::from_u16(status).expect("a status"))
            .header("content-type", kind)
            .body(Body::from(body))
            .expect("a response")
    };
    match next.expect("a script") {
        Answer::Json(status, body) => with(status, "application/json", body.to_string()),
        Answer::Text(status, kind, body) => with(status, kind, body.to_owned()),
        Answer::WithHeader(status, body, name, value) => {
            let mut response = with(status, "application/json", body.to_string());
            response.headers_mut().insert(name, value.parse().expect("a header"));
            response
        }
        Answer::Hang => {
            tokio::time::sleep(Duration::from_mins(1)).await;
            with(200, "application/json", "{}".into())
        }
    }
}

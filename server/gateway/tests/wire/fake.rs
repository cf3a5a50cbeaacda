//! A provider that answers from a script and remembers what it was asked.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use futures::stream::{self, StreamExt as _};
use serde_json::Value;
use tokio::sync::Notify;

/// One answer of the script.
#[derive(Clone)]
pub(crate) enum Answer {
    Json(u16, Value),
    Text(u16, &'static str, &'static str),
    WithHeader(u16, Value, &'static str, &'static str),
    /// Accepts and never answers.
    Hang,
    /// An event stream in these pieces, and what becomes of it then.
    Pieces(Vec<String>, Tail),
    /// An event stream that comes in pieces of so many bytes, whatever they cut.
    Cut(String, usize),
}

/// What comes after the pieces of a stream.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tail {
    /// The body's end.
    End,
    /// Nothing, for ever.
    Hang,
    /// The connection breaks.
    Break,
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
    /// Told when a stream or a silence is over, however it ends.
    over: Arc<Notify>,
}

pub(crate) struct Fake {
    pub(crate) address: SocketAddr,
    shared: Shared,
}

impl Fake {
    pub(crate) async fn start(script: Vec<Answer>) -> Self {
        let shared = Shared {
            script: Arc::new(Mutex::new(script.into())),
            asked: Arc::default(),
            over: Arc::default(),
        };
        let app = Router::new().fallback(answer).with_state(shared.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { address, shared }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Another script; what was asked before is forgotten.
    pub(crate) fn play(&self, script: Vec<Answer>) {
        *self.shared.script.lock().expect("no panic") = script.into();
        self.shared.asked.lock().expect("no panic").clear();
    }

    /// Waits until a stream or a silence is over; the proxy went away if it was one that hangs.
    pub(crate) async fn stream_is_over(&self) {
        let over = self.shared.over.notified();
        tokio::time::timeout(Duration::from_secs(5), over).await.expect("the call goes on");
    }

    /// Waits until somebody asks.
    pub(crate) async fn is_asked(&self) {
        let asked = async {
            while self.asked().is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), asked).await.expect("nobody asks");
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
            let _held = Over(Arc::clone(&shared.over));
            tokio::time::sleep(Duration::from_mins(1)).await;
            with(200, "application/json", "{}".into())
        }
        Answer::Cut(text, length) => {
            let pieces: Vec<_> =
                text.as_bytes().chunks(length).map(Bytes::copy_from_slice).collect();
            let pieces = stream::iter(pieces.into_iter().map(Ok::<_, std::io::Error>));
            // Each in a write of its own, as far as the kernel lets them be.
            let pieces = pieces.then(|piece| async {
                tokio::task::yield_now().await;
                piece
            });
            let mut response = with(200, "text/event-stream", String::new());
            *response.body_mut() = Body::from_stream(pieces);
            response
        }
        Answer::Pieces(pieces, tail) => {
            let over = Over(Arc::clone(&shared.over));
            let pieces = stream::iter(pieces.into_iter().map(|piece| Ok(Bytes::from(piece))));
            // In a write of its own each, as from a model that thinks.
            let pieces = pieces.then(|piece| async move {
                tokio::time::sleep(Duration::from_millis(5)).await;
                piece
            });
            // Only after what was said is on its way.
            let broken = stream::once(async {
                tokio::time::sleep(Duration::from_millis(50)).await;
                Err(std::io::Error::other("broken"))
            });
            let body = match tail {
                Tail::End => pieces.boxed(),
                Tail::Hang => pieces.chain(stream::pending()).boxed(),
                Tail::Break => pieces.chain(broken).boxed(),
            };
            let mut response = with(200, "text/event-stream; charset=utf-8", String::new());
            *response.body_mut() = Body::from_stream(body.map(move |piece| {
                let _held = &over;
                piece
            }));
            response
        }
    }
}

/// Tells that what holds it is gone.
struct Over(Arc<Notify>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

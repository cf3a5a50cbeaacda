//! What the documents say, held against the code: the protocol's page, the server in Node, and the
//! library's example.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use site_agent_core::json as core_json;
use site_agent_core::protocol::{Piece, Reply, Request, from_response};
use site_agent_core::sse::Decoder;
use site_agent_gateway::Code;
use tokio::net::TcpListener;

use crate::app::{App, PAGE, error, settings};

#[expect(dead_code, reason = "its `main` is for whoever runs it")]
#[path = "../../examples/own_server.rs"]
mod own_server;

const PROTOCOL: &str = include_str!("../../docs/protocol.md");

/// The blocks of the page under this mark.
fn blocks(mark: &str) -> Vec<&'static str> {
    let mark = format!("<!-- {mark} -->");
    let marked = PROTOCOL.split(&mark).skip(1);
    let block = |text: &'static str| {
        let start = text.find("```").and_then(|at| text[at..].find('\n').map(|end| at + end + 1));
        let text = &text[start.expect("a block")..];
        &text[..text.find("```").expect("its end")]
    };
    let blocks: Vec<_> = marked.map(block).collect();
    assert!(!blocks.is_empty(), "the page has no {mark}");
    blocks
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[tokio::test]
async fn the_pages_request_is_one() {
    for request in blocks("request") {
        let value = core_json::parse(request).expect("JSON");
        assert!(Request::from_value(&value).is_ok(), "{request}");
        let reply = App::start(settings()).await.ok(&json(request)).await;
        assert!(reply["type"].is_string(), "{reply}");
    }
}

#[test]
fn the_pages_replies_events_and_error_are_read_as_such() {
    for reply in blocks("reply") {
        assert!(from_response(200, None, reply.as_bytes()).is_ok(), "{reply}");
    }
    for events in blocks("events") {
        let events = Decoder::default().push(events.as_bytes());
        let pieces: Vec<_> = events.iter().filter_map(Piece::from_event).collect();
        assert!(
            matches!(pieces[..], [Piece::Delta(_), Piece::Delta(_), Piece::Reply(_)]),
            "{pieces:?}"
        );
    }
    for error in blocks("error") {
        let failure = from_response(413, None, error.as_bytes()).expect_err("an error");
        assert!(failure.caps.is_some(), "{error}");
    }
}

#[test]
fn the_pages_table_has_every_code_with_its_status_and_no_other() {
    let rows: Vec<(u16, &str)> = PROTOCOL
        .lines()
        .filter_map(|line| {
            let mut cells = line.split('|').map(str::trim).skip(1);
            let status = cells.next()?.parse().ok()?;
            Some((status, cells.next()?.trim_matches('`')))
        })
        .collect();
    let mut codes: Vec<(u16, &str)> =
        Code::ALL.iter().map(|code| (code.status().as_u16(), code.as_str())).collect();
    let mut listed = rows.clone();
    codes.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, codes);
}

#[tokio::test]
async fn the_librarys_example_runs() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let served = tokio::spawn(async { own_server::serve(listener).await.is_ok() });
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let page = client.get(&url).send().await.expect("an answer").text().await.expect("a page");
    assert!(page.contains("/api/agent"), "{page}");
    let request = client.post(format!("{url}/api/agent")).header("origin", &url);
    let sent = request.json(&json(blocks("request")[0])).send().await.expect("an answer");
    assert_eq!(sent.status(), 200);
    let reply = from_response(200, None, &sent.bytes().await.expect("a body"));
    assert!(reply.is_ok(), "{reply:?}");
    let foreign = client.post(format!("{url}/api/agent")).header("origin", PAGE).json(&json!({}));
    assert_eq!(error(foreign.send().await.expect("an answer")).await.1, "origin-not-allowed");
    served.abort();
}

/// A process that ends with the test.
struct Node(Child);

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The server in Node and its address; `None` where there is no Node.
fn own_server_in_node() -> Option<(Node, String)> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/own-server.mjs");
    let mut node = Command::new("node");
    node.arg(file).env("PORT", "0").env("ORIGINS", PAGE).stdout(Stdio::piped());
    let mut child = match node.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("node does not start: {error}"),
    };
    let mut url = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut url).expect("its address");
    Some((Node(child), url.trim().to_owned()))
}

#[tokio::test]
async fn the_server_in_node_speaks_the_protocol() {
    let Some((_node, url)) = own_server_in_node() else {
        eprintln!("skipped: there is no node");
        return;
    };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let post = |body: Value| client.post(&url).header("origin", PAGE).json(&body);
    let read = async |request: reqwest::RequestBuilder| {
        let response = request.send().await.expect("an answer");
        assert_eq!(response.headers()["access-control-allow-origin"], PAGE);
        from_response(200, None, &response.bytes().await.expect("a body")).expect("a reply")
    };

    let mut body = json(blocks("request")[0]);
    assert!(matches!(read(post(body.clone())).await, Reply::Answer { .. }));
    body["messages"] = json!([{ "role": "user", "text": "what is in my cart?" }]);
    let Reply::Call { name, .. } = read(post(body.clone())).await else { panic!("no call") };
    assert_eq!(name, "cart.get");
    body["messages"] = json!([{ "role": "tool", "id": "c", "name": "cart.get", "text": "2 mugs" }]);
    let Reply::Answer { text, .. } = read(post(body.clone())).await else { panic!("no answer") };
    assert_eq!(text, "2 mugs");

    let refused = async |request: reqwest::RequestBuilder| {
        let (status, code, _) = error(request.send().await.expect("an answer")).await;
        let known = Code::ALL.iter().find(|known| known.as_str() == code).expect("a code");
        assert_eq!(known.status(), status);
        code
    };
    assert_eq!(refused(client.get(&url).header("origin", PAGE)).await, "method-not-allowed");
    let foreign = client.post(&url).header("origin", "https://evil.example").json(&body);
    assert_eq!(refused(foreign).await, "origin-not-allowed");
    assert_eq!(refused(post(json!({ "version": 2 }))).await, "unsupported-version");
    assert_eq!(refused(post(json!({ "version": 1, "messages": [] }))).await, "bad-request");
    let text = client.post(&url).header("origin", PAGE).body("{oops");
    assert_eq!(refused(text).await, "bad-request");
    let large =
        json!({ "version": 1, "messages": [{ "role": "user", "text": "x".repeat(70_000) }] });
    assert_eq!(refused(post(large)).await, "too-large");
    let preflight = client.request(reqwest::Method::OPTIONS, &url).header("origin", PAGE);
    let preflight = preflight.send().await.expect("an answer");
    assert_eq!(preflight.status(), 204);
    assert_eq!(preflight.headers()["access-control-allow-methods"], "POST");
}

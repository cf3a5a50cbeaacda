//! `/api/traces` through the whole program: what is kept of a run, what is not, and who may take it
//! back.

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::test_app::{Reply, Setup, TestApp};

/// A run with a bit of everything.
fn run() -> Value {
    json!({
        "version": 1,
        "startedAt": 1_796_000_000_000_u64, "endedAt": 1_796_000_004_000_u64,
        "model": "proxy", "status": "answered",
        "page": { "origin": "https://shop.example", "path": "/cart" },
        "unheardOf": "NEVER-KEPT",
        "steps": [
            { "type": "user", "at": 0, "text": "CANARY-QUESTION for ada@example.com" },
            { "type": "tools", "at": 1, "tools": [{ "name": "add_to_cart", "title": "CANARY-TITLE",
                "hash": "7bbe049c27d2729102e1f283a2eeed0c853d0f0c24b7d12b6be8efb822d925b0" }] },
            { "type": "model", "at": 2, "model": "proxy", "answeredBy": "some-model", "ms": 900,
                "reply": { "type": "tool", "name": "add_to_cart", "text": "CANARY-SAID" },
                "usage": { "input": 120, "output": 30 } },
            { "type": "tool-call", "at": 3, "call": { "id": "call_1", "name": "add_to_cart",
                "arguments": { "sku": "CANARY-ARGUMENT", "password": "hunter2" } } },
            { "type": "decision", "at": 4, "callId": "call_1", "allowed": true, "by": "visitor",
                "reason": "not-read-only", "wait": 1500 },
            { "type": "tool-result", "at": 5, "callId": "call_1", "text": "CANARY-RESULT",
                "isError": false, "outcome": "ok", "meta": { "note": "CANARY-META" } },
            { "type": "answer", "at": 6, "text": "CANARY-ANSWER" },
        ],
    })
}

fn storing(level: &str) -> Setup {
    TestApp::with().set("WIDGET_TRACES", level).set("WIDGET_RATE_LIMIT", "false")
}

fn post(app: &TestApp, body: impl Into<String>) -> RequestBuilder {
    app.request(Method::POST, "/api/traces?widget=default")
        .header("origin", app.origin())
        .header("content-type", "application/json")
        .body(body.into())
}

async fn keep(app: &TestApp, level: &str, trace: &Value) -> Reply {
    app.send(post(app, json!({ "level": level, "trace": trace }).to_string())).await
}

fn delete(app: &TestApp, id: &str, token: &str) -> RequestBuilder {
    app.request(Method::DELETE, &format!("/api/traces/{id}"))
        .header("origin", app.origin())
        .header("authorization", format!("Bearer {token}"))
}

/// All bytes of the database's files.
fn bytes(app: &TestApp) -> Vec<u8> {
    let files = std::fs::read_dir(app.data()).expect("the data folder");
    let files = files.map(|file| file.expect("a file").path());
    let of_runs = |name: &str| name.starts_with("traces.db");
    files
        .filter(|path| path.file_name().is_some_and(|name| of_runs(&name.to_string_lossy())))
        .flat_map(|path| std::fs::read(path).expect("readable"))
        .collect()
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// What was stored under this id, as the dashboard would read it.
async fn stored(app: &TestApp, id: &str) -> Option<(String, String)> {
    let path = app.data().join("traces.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("the database");
    let place = id.replace('-', "");
    let n = i64::from_str_radix(&format!("{}{}", &place[..12], &place[13..16]), 16).expect("hex");
    let body: Option<(Vec<u8>, String)> =
        sqlx::query_as("SELECT document, redactions FROM run_bodies WHERE n = ?")
            .bind(n)
            .fetch_optional(&pool)
            .await
            .expect("a query");
    body.map(|(document, redactions)| {
        let document = zstd::bulk::decompress(&document, 8 << 20).expect("zstd");
        (String::from_utf8(document).expect("UTF-8"), redactions)
    })
}

fn is_error(reply: &Reply, status: u16, code: &str) {
    assert_eq!(reply.status.as_u16(), status, "{}", reply.text());
    let error = &reply.json()["error"];
    assert_eq!(error["code"], code, "{error}");
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{error}");
    assert_eq!(error["requestId"], reply.header("x-request-id"), "{error}");
    for told in ["sqlx", "SQLITE", ".rs:", "database", "panicked"] {
        assert!(!reply.text().contains(told), "{told}: {}", reply.text());
    }
}

#[tokio::test]
async fn a_run_is_kept_whole_and_without_its_secrets() {
    let app = storing("full").start().await;
    let reply = keep(&app, "full", &run()).await;
    assert_eq!(reply.status.as_u16(), 201, "{}", reply.text());
    assert_eq!(reply.header("access-control-allow-origin"), app.origin());
    assert_eq!(reply.header("cache-control"), "no-store");
    let told = reply.json();
    let (id, code) = (told["id"].as_str().expect("an id"), told["code"].as_str().expect("a code"));
    assert_eq!((code.len(), told["deleteToken"].as_str().map(str::len)), (9, Some(32)));
    let (document, redactions) = stored(&app, id).await.expect("it is on disk");
    let document: Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(document["id"], *id);
    assert_eq!(document["steps"][0]["text"], "CANARY-QUESTION for [redacted:email]");
    let call = &document["steps"][3]["call"];
    assert_eq!(call["arguments"]["sku"], "CANARY-ARGUMENT");
    assert_eq!(call["arguments"]["password"], "[redacted:sensitive]");
    assert_eq!(call["redacted"], json!(["/password"]));
    let counted: Value = serde_json::from_str(&redactions).expect("JSON");
    assert_eq!(
        counted,
        json!([{ "rule": "sensitive", "places": 1 }, { "rule": "email", "places": 1 }])
    );
    let bytes = bytes(&app);
    for secret in
        ["hunter2", "ada@example.com", "NEVER-KEPT", told["deleteToken"].as_str().unwrap_or("?")]
    {
        assert!(!holds(&bytes, secret), "{secret} is in the files");
    }
    assert!(holds(&bytes, "CANARY-QUESTION"), "or the search above proves nothing");
}

#[tokio::test]
async fn of_a_run_in_metadata_no_word_and_no_value_reaches_the_disk() {
    for (widget, level) in [("metadata", "metadata"), ("full", "metadata")] {
        let app = storing(widget).start().await;
        let mut trace = run();
        let steps = trace["steps"].as_array_mut().expect("steps");
        steps.push(json!({ "type": "invalid-call", "outcome": "missing", "text": "CANARY-PROBLEM",
            "call": { "id": "call_2", "name": "CANARY-NAME", "arguments": { "CANARY-KEY": 1 } } }));
        steps.push(json!({ "type": "later-kind", "words": "CANARY-LATER" }));
        steps.push(json!({ "type": "error", "code": "upstream", "message": "CANARY-MESSAGE",
            "detail": { "CANARY-DETAIL": "CANARY-DETAIL" } }));
        let reply = keep(&app, level, &trace).await;
        assert_eq!(reply.status.as_u16(), 201, "{}", reply.text());
        let id = reply.json()["id"].as_str().expect("an id").to_owned();
        let (document, _) = stored(&app, &id).await.expect("it is on disk");
        assert!(!document.contains("CANARY") && !document.contains("ada@"), "{document}");
        assert!(document.contains("add_to_cart") && document.contains("not-read-only"));
        let bytes = bytes(&app);
        assert!(!holds(&bytes, "CANARY") && !holds(&bytes, "hunter2"));
        assert!(holds(&bytes, "add_to_cart"), "or the search above proves nothing");
    }
}

#[tokio::test]
async fn nothing_is_kept_where_the_owner_keeps_nothing() {
    for setup in [TestApp::with(), storing("off")] {
        let app = setup.start().await;
        is_error(&keep(&app, "full", &run()).await, 403, "traces-off");
        is_error(&keep(&app, "metadata", &run()).await, 403, "traces-off");
        assert!(!holds(&bytes(&app), "CANARY"));
    }
    let app = storing("metadata").start().await;
    is_error(&keep(&app, "full", &run()).await, 403, "level-not-allowed");
    assert!(!holds(&bytes(&app), "CANARY"));
}

#[tokio::test]
async fn what_is_no_run_is_told_so() {
    let app = storing("full").start().await;
    let with = |change: &dyn Fn(&mut Value)| {
        let mut trace = run();
        change(&mut trace);
        json!({ "level": "full", "trace": trace }).to_string()
    };
    let many: Vec<Value> = (0..10_000).map(|_| json!({ "type": "user" })).collect();
    let deep = format!(r#"{{"level":"full","trace":{}1{}}}"#, "[".repeat(500), "]".repeat(500));
    for (body, status, code) in [
        ("not JSON".to_owned(), 400, "bad-request"),
        ("[]".to_owned(), 400, "bad-request"),
        (r#"{"level":"full"}"#.to_owned(), 400, "bad-request"),
        (json!({ "trace": run() }).to_string(), 400, "bad-request"),
        (json!({ "level": "everything", "trace": run() }).to_string(), 400, "bad-request"),
        (deep, 400, "bad-request"),
        // Half of a surrogate pair is no text.
        (with(&|_| {}).replace("CANARY-ANSWER", "\\ud800"), 400, "bad-request"),
        (with(&|trace| trace["version"] = json!(2)), 400, "unsupported-version"),
        (with(&|trace| trace["version"] = json!("1")), 400, "unsupported-version"),
        (json!({ "level": "full", "trace": 7 }).to_string(), 400, "invalid-trace"),
        (
            with(&|trace| drop(trace.as_object_mut().map(|t| t.remove("status")))),
            400,
            "invalid-trace",
        ),
        (with(&|trace| trace["status"] = json!("splendid")), 400, "invalid-trace"),
        (with(&|trace| trace["endedAt"] = json!(1)), 400, "invalid-trace"),
        (with(&|trace| trace["endedAt"] = json!(u64::MAX)), 400, "invalid-trace"),
        (with(&|trace| trace["startedAt"] = json!(-1)), 400, "invalid-trace"),
        (with(&|trace| trace["steps"] = json!({})), 400, "invalid-trace"),
        (with(&|trace| trace["steps"] = json!(["user"])), 400, "invalid-trace"),
        (with(&|trace| trace["steps"] = json!(many)), 400, "invalid-trace"),
        (with(&|trace| trace["steps"][0]["text"] = json!(7)), 400, "invalid-trace"),
        (with(&|trace| trace["steps"][3]["call"]["arguments"] = json!("x")), 400, "invalid-trace"),
        (with(&|trace| trace["steps"][3]["call"]["id"] = json!("no words")), 400, "invalid-trace"),
        (with(&|trace| trace["steps"][4]["by"] = json!("<b>me</b>")), 400, "invalid-trace"),
        (with(&|trace| trace["page"]["origin"] = json!("x".repeat(300))), 400, "invalid-trace"),
        (with(&|trace| trace["steps"][0]["text"] = json!("x".repeat(2_000_000))), 413, "too-large"),
    ] {
        let start = body.chars().take(120).collect::<String>();
        let reply = app.send(post(&app, body)).await;
        assert_eq!(reply.status.as_u16(), status, "{start}: {}", reply.text());
        is_error(&reply, status, code);
    }
    assert!(!holds(&bytes(&app), "CANARY"));
}

#[tokio::test]
async fn hostile_texts_are_kept_as_the_texts_they_are() {
    let app = storing("full").start().await;
    for text in [
        "<script>alert(1)</script><img src=x onerror=alert(1)>",
        "\u{202e}txt.exe\u{2066}\u{200f}",
        "\u{0}\u{1}\u{7f}",
        "'; DROP TABLE runs; --",
        "👩‍👩‍👧‍👦 ﷽ 你好 שלום",
        &"x".repeat(200_000),
    ] {
        let mut trace = run();
        trace["steps"][6]["text"] = json!(text);
        let reply = keep(&app, "full", &trace).await;
        assert_eq!(reply.status.as_u16(), 201, "{}", reply.text());
        let id = reply.json()["id"].as_str().expect("an id").to_owned();
        let (document, _) = stored(&app, &id).await.expect("it is on disk");
        let document: Value = serde_json::from_str(&document).expect("JSON");
        assert_eq!(document["steps"][6]["text"], text);
    }
}

#[tokio::test]
async fn the_envelope_is_checked_before_anybody_reads_it() {
    let app = storing("full").start().await;
    let body = || json!({ "level": "full", "trace": run() }).to_string();
    let form = app.request(Method::POST, "/api/traces").header("origin", app.origin());
    let reply = app.send(form.header("content-type", "text/plain").body(body())).await;
    is_error(&reply, 415, "unsupported-media-type");
    let get = app.request(Method::GET, "/api/traces").header("origin", app.origin());
    let reply = app.send(get).await;
    is_error(&reply, 405, "method-not-allowed");
    assert!(reply.header("allow").contains("POST"));
    let foreign = app
        .request(Method::POST, "/api/traces")
        .header("origin", "https://evil.example")
        .header("content-type", "application/json")
        .body(body());
    let reply = app.send(foreign).await;
    is_error(&reply, 403, "origin-not-allowed");
    assert_eq!(reply.header("access-control-allow-origin"), "https://evil.example");
    let nobody = app.request(Method::POST, "/api/traces").body(body());
    is_error(&app.send(nobody).await, 403, "origin-not-allowed");
    let other = app
        .request(Method::POST, "/api/traces?widget=other")
        .header("origin", app.origin())
        .header("content-type", "application/json")
        .body(body());
    is_error(&app.send(other).await, 404, "unknown-widget");
    for path in ["/api/traces", "/api/traces/0190a0a0-0000-7000-8000-000000000000"] {
        let preflight = app.request(Method::OPTIONS, path).header("origin", "https://a.example");
        let reply = app.send(preflight).await;
        assert_eq!(reply.status.as_u16(), 204);
        assert_eq!(reply.header("access-control-allow-methods"), "POST, DELETE");
        assert!(reply.header("access-control-allow-headers").contains("authorization"));
    }
    assert!(!holds(&bytes(&app), "CANARY"));
}

#[tokio::test]
async fn a_visitor_takes_a_run_back_and_no_byte_of_it_stays() {
    let app = storing("full").start().await;
    let mine = keep(&app, "full", &run()).await.json();
    let other = run().to_string().replace("CANARY", "OTHERS");
    let other = serde_json::from_str(&other).expect("JSON");
    let others = keep(&app, "full", &other).await.json();
    let id = mine["id"].as_str().expect("an id");
    let token = mine["deleteToken"].as_str().expect("a token");
    let wrong = others["deleteToken"].as_str().expect("a token");
    let unknown = "0190a0a0-0000-7000-8000-000000000000";
    for request in [
        delete(&app, id, wrong),
        delete(&app, id, ""),
        delete(&app, unknown, token),
        delete(&app, "nonsense", token),
        app.request(Method::DELETE, &format!("/api/traces/{id}")).header("origin", app.origin()),
    ] {
        is_error(&app.send(request).await, 404, "unknown-trace");
    }
    assert!(holds(&bytes(&app), "CANARY-QUESTION"));
    let reply = app.send(delete(&app, id, token)).await;
    assert_eq!(reply.status.as_u16(), 204, "{}", reply.text());
    assert_eq!(stored(&app, id).await, None);
    is_error(&app.send(delete(&app, id, token)).await, 404, "unknown-trace");
    let bytes = bytes(&app);
    assert!(!holds(&bytes, "CANARY"), "it is still in the files");
    assert!(holds(&bytes, "OTHERS-QUESTION"), "another's run is still there");
}

/// Runs in the file.
async fn how_many(app: &TestApp) -> i64 {
    let path = app.data().join("traces.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.expect("the database");
    sqlx::query_scalar("SELECT count(*) FROM runs").fetch_one(&pool).await.expect("a count")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_says_so_at_once_and_keeps_what_it_took() {
    const SENT: usize = 400;
    let app = storing("full").start().await;
    // Nothing can be written while somebody else writes.
    let path = app.data().join("traces.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let other = sqlx::SqlitePool::connect_with(options).await.expect("the database");
    let writing = other.begin_with("BEGIN IMMEDIATE").await.expect("it writes");
    let body = json!({ "level": "full", "trace": run() }).to_string();
    let mut replies: FuturesUnordered<_> =
        (0..SENT).map(|_| app.send(post(&app, body.clone()))).collect();
    let first = replies.next().await.expect("a reply");
    is_error(&first, 503, "overloaded");
    writing.rollback().await.expect("it lets go");
    let (mut kept, mut refused) = (0, 1);
    while let Some(reply) = replies.next().await {
        if reply.status == 201 {
            kept += 1;
            continue;
        }
        is_error(&reply, 503, "overloaded");
        assert!(reply.header("retry-after").parse::<u64>().is_ok_and(|wait| wait >= 1));
        assert_eq!(reply.header("access-control-allow-origin"), app.origin());
        refused += 1;
    }
    assert_eq!(how_many(&app).await, kept, "all that was answered so, and nothing else");
    assert_eq!(usize::try_from(kept + refused), Ok(SENT));
    assert!(kept > 0, "or nothing was taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_was_answered_at_the_end_is_there_after_it() {
    let mut app = storing("full").start().await;
    let body = json!({ "level": "full", "trace": run() }).to_string();
    let sent = (0..50).map(|_| tokio::spawn(post(&app, body.clone()).send()));
    let sent: Vec<_> = sent.collect();
    app.announce_end();
    let mut kept = 0;
    for reply in sent {
        // Whoever comes when the door is closed already is not let in.
        if let Ok(reply) = reply.await.expect("sent") {
            kept += i64::from(reply.status() == 201);
        }
    }
    app.ended().await;
    assert_eq!(how_many(&app).await, kept);
    assert!(kept > 0, "or nothing was taken");
}

#[tokio::test]
async fn one_client_does_not_fill_the_store() {
    let app = TestApp::with().set("WIDGET_TRACES", "full").start().await;
    let many = (0..200).map(|_| app.send(post(&app, "not JSON")));
    let replies = futures::future::join_all(many).await;
    let refused: Vec<&Reply> = replies.iter().filter(|reply| reply.status != 400).collect();
    assert!(refused.len() >= 100, "60 a minute: {}", refused.len());
    for reply in refused {
        is_error(reply, 429, "rate-limited");
        assert!(reply.header("retry-after").parse::<u64>().is_ok_and(|wait| wait >= 1));
        assert_eq!(reply.header("access-control-allow-origin"), app.origin());
    }
}

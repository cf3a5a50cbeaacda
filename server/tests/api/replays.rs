//! Replays of stored runs: begun in the dashboard, carried out by a page with a ticket, compared by
//! the server.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::test_app::{Reply, TestApp};

/// A run of two calls, of which the visitor allowed one.
pub(crate) fn run(origin: &str) -> Value {
    json!({
        "version": 1, "startedAt": 1_796_000_000_000_u64, "endedAt": 1_796_000_004_000_u64,
        "model": "proxy", "status": "answered",
        "page": { "origin": origin, "path": "/shop" },
        "steps": [
            { "type": "user", "at": 0, "text": "CANARY-QUESTION" },
            { "type": "tools", "at": 1, "tools": [{ "name": "add_to_cart",
                "hash": "7bbe049c27d2729102e1f283a2eeed0c853d0f0c24b7d12b6be8efb822d925b0" }] },
            { "type": "tool-call", "at": 3, "call": { "id": "call_1", "name": "add_to_cart",
                "arguments": { "product": "MUG-BLUE" } } },
            { "type": "decision", "at": 4, "callId": "call_1", "allowed": true, "by": "visitor" },
            { "type": "tool-result", "at": 5, "callId": "call_1", "text": "CANARY-RESULT, 14.00",
                "isError": false, "outcome": "ok", "meta": { "note": "CANARY-META" } },
            { "type": "tool-call", "at": 6, "call": { "id": "call_2", "name": "add_to_cart",
                "arguments": { "product": "MUG-RED" } } },
            { "type": "decision", "at": 7, "callId": "call_2", "allowed": false, "by": "visitor" },
            { "type": "tool-result", "at": 7, "callId": "call_2", "text": "CANARY-REFUSED",
                "outcome": "denied" },
            { "type": "answer", "at": 9, "text": "CANARY-ANSWER" },
        ],
    })
}

/// The program, somebody signed in, and the id of a stored run of its own shop.
pub(crate) async fn with_run() -> (TestApp, String, String) {
    let app = TestApp::with()
        .set("WIDGET_TRACES", "full")
        .set("WIDGET_RATE_LIMIT", "false")
        .start()
        .await;
    let cookie = app.owner().await;
    let body = json!({ "level": "full", "trace": run(&app.origin()) });
    let reply = app.send(from_page(&app, "/api/traces?widget=default", &body)).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let id = reply.json()["id"].as_str().expect("an id").to_owned();
    (app, cookie, id)
}

fn from_page(app: &TestApp, path: &str, body: &Value) -> RequestBuilder {
    app.request(Method::POST, path)
        .header("origin", app.origin())
        .header("content-type", "application/json")
        .body(body.to_string())
}

/// Begins a replay; its id.
async fn begun(app: &TestApp, cookie: &str, run: &str) -> String {
    let reply = app.send(app.call("view/begin_replay", &[("run", run)], cookie)).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    let to = reply.header("location").to_owned();
    to.strip_prefix("/admin/replays/").expect("the replay's page").to_owned()
}

/// Opens the run's page; the ticket in its address.
async fn ticket(app: &TestApp, cookie: &str, replay: &str) -> String {
    let opened = app.page(&format!("/admin/files/replays/{replay}/open"), cookie).await;
    assert_eq!(opened.status, 303, "{}", opened.text());
    let to = opened.header("location").to_owned();
    let ticket = to.strip_prefix(&format!("{}/shop#sa-replay=", app.origin()));
    ticket.unwrap_or_else(|| panic!("{to}")).to_owned()
}

async fn redeem(app: &TestApp, ticket: &str, widget: &str) -> Reply {
    app.send(from_page(app, "/api/replays", &json!({ "ticket": ticket, "widget": widget }))).await
}

/// What a page tells of the calls it was given.
fn told(text: &str) -> Value {
    json!({ "differences": 0, "steps": [
        { "call": { "id": "call_1", "name": "add_to_cart" }, "status": "ran", "outcome": "ok",
            "text": text, "matches": true },
        { "call": { "id": "call_2", "name": "add_to_cart" }, "status": "skipped" },
    ] })
}

async fn tell(app: &TestApp, given: &Value, body: &Value) -> Reply {
    let id = given["replay"].as_str().expect("the replay's id");
    let post = given["post"].as_str().expect("a token to tell with");
    let request = from_page(app, &format!("/api/replays/{id}/report"), body);
    app.send(request.header("authorization", format!("Bearer {post}"))).await
}

#[tokio::test]
async fn a_replay_goes_from_the_dashboard_to_the_page_and_back() {
    let (app, cookie, run) = with_run().await;
    let id = begun(&app, &cookie, &run).await;
    let path = format!("/admin/replays/{id}");
    let waiting = app.page(&path, &cookie).await;
    assert_eq!(waiting.status, 200, "{}", waiting.text());
    assert!(waiting.text().contains("Open the page and replay 1 call"), "{}", waiting.text());

    let ticket = ticket(&app, &cookie, &id).await;
    assert_eq!(ticket.len(), 22);
    let reply = redeem(&app, &ticket, "default").await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("access-control-allow-origin"), app.origin());
    assert_eq!(reply.header("cache-control"), "no-store");
    assert!(!reply.text().contains("CANARY"), "only calls: {}", reply.text());
    let given = reply.json();
    assert_eq!(given["replay"], *id);
    assert!(reply.text().contains("MUG-BLUE"));

    assert_eq!(tell(&app, &given, &told("CANARY-RESULT, 14.00")).await.status, 204);
    let same = app.page(&path, &cookie).await;
    assert!(same.text().contains("0 differences"), "{}", same.text());
    assert!(same.text().contains("not run, it was not allowed in the recording"));

    // The page says that it matches; who compares is the server.
    assert_eq!(tell(&app, &given, &told("CANARY-RESULT, <b>15.00</b>")).await.status, 204);
    let other = app.page(&path, &cookie).await;
    assert!(other.text().contains("1 of 2 calls differs"), "{}", other.text());
    assert!(other.text().contains("CANARY-RESULT, &lt;b&gt;15.00"), "{}", other.text());
    assert!(other.text().contains("CANARY-RESULT, 14.00"));
}

#[tokio::test]
async fn a_ticket_works_once_for_its_own_page_and_widget() {
    let (app, cookie, run) = with_run().await;
    let id = begun(&app, &cookie, &run).await;
    let refused = |reply: &Reply| {
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["error"]["code"]),
            (404, &json!("unknown-replay"))
        );
    };
    refused(&redeem(&app, "AAAAAAAAAAAAAAAAAAAAAA", "default").await);
    refused(&redeem(&app, "", "default").await);

    let first = ticket(&app, &cookie, &id).await;
    let second = ticket(&app, &cookie, &id).await;
    refused(&redeem(&app, &first, "default").await);
    assert_eq!(redeem(&app, &second, "").await.status, 200);
    refused(&redeem(&app, &second, "default").await);

    let other = ticket(&app, &cookie, &id).await;
    assert_eq!(redeem(&app, &other, "another").await.json()["error"]["code"], "unknown-widget");
    assert_eq!(redeem(&app, &other, "default").await.status, 200);

    let foreign = ticket(&app, &cookie, &id).await;
    let body = json!({ "ticket": foreign, "widget": "default" });
    let request =
        app.request(Method::POST, "/api/replays").header("origin", "https://evil.example");
    let request = request.header("content-type", "application/json").body(body.to_string());
    assert_eq!(app.send(request).await.status, 403);
}

#[tokio::test]
async fn only_the_page_that_took_the_ticket_tells() {
    let (app, cookie, run) = with_run().await;
    let id = begun(&app, &cookie, &run).await;
    let before = ticket(&app, &cookie, &id).await;
    let given = redeem(&app, &before, "default").await.json();
    let wrong = json!({ "replay": id, "post": "AAAAAAAAAAAAAAAAAAAAAA" });
    assert_eq!(tell(&app, &wrong, &told("x")).await.status, 404);
    for body in [json!({}), json!([]), json!({ "steps": [{ "status": "ran" }], "differences": 0 })]
    {
        assert_eq!(tell(&app, &given, &body).await.status, 400, "{body}");
    }
    let large = told(&"x".repeat(300_000));
    assert_eq!(tell(&app, &given, &large).await.status, 413);
    // Opened again, the earlier page is out of it.
    ticket(&app, &cookie, &id).await;
    assert_eq!(tell(&app, &given, &told("x")).await.status, 404);
}

#[tokio::test]
async fn nobody_begins_or_opens_a_replay_from_elsewhere() {
    let (app, cookie, run) = with_run().await;
    let begin = |cookie: &str| app.call("view/begin_replay", &[("run", run.as_str())], cookie);
    assert_eq!(app.send(begin("")).await.status, 401);
    let foreign = app
        .request(Method::POST, "/api/fn/admin/view/begin_replay")
        .header("origin", "https://evil.example")
        .header("cookie", &cookie)
        .form(&[("run", run.as_str())]);
    assert_eq!(app.send(foreign).await.status, 403);
    let id = begun(&app, &cookie, &run).await;
    let open = format!("/admin/files/replays/{id}/open");
    let anonymous = app.get(&open).await;
    assert_eq!((anonymous.status.as_u16(), anonymous.header("location")), (401, ""));
    let to_login = app.page(&open, "").await;
    assert!(to_login.header("location").starts_with("/admin/login?to="), "{}", to_login.text());
    let unknown = app.page(&format!("/admin/replays/{}", "0".repeat(32)), &cookie).await;
    assert_eq!(unknown.status, 404);
    let none =
        app.call("view/begin_replay", &[("run", "0198c0de-0000-7000-8000-000000000000")], &cookie);
    assert_eq!(app.send(none).await.status, 404);
}

//! The dashboard's pages and files about runs, through the whole program.

use futures::StreamExt as _;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::test_app::{Reply, TestApp};

/// What pages, visitors and models might write.
const HOSTILE: &str =
    "</title></p><script>alert(1)</script><img src=x onerror=alert(2)> \u{202e}gpj.exe";

struct Desk {
    app: TestApp,
    cookie: String,
}

impl Desk {
    async fn open() -> Self {
        let app = TestApp::with()
            .set("WIDGET_TRACES", "full")
            .set("WIDGET_RATE_LIMIT", "false")
            .start()
            .await;
        let cookie = app.owner().await;
        Self { app, cookie }
    }

    /// Stores a run; its id.
    async fn keep(&self, question: &str, product: &str, allowed: bool) -> String {
        let outcome = if allowed { "ok" } else { "denied" };
        let trace = json!({
            "version": 1, "startedAt": 1_796_000_000_000_u64, "endedAt": 1_796_000_004_000_u64,
            "model": "rules", "status": "answered",
            "page": { "origin": "https://shop.example", "path": "/cart" },
            "steps": [
                { "type": "user", "at": 0, "text": question },
                { "type": "tools", "at": 1, "tools": [
                    { "name": "add_to_cart", "title": "Add to cart", "hash": "7".repeat(64) },
                    { "name": "get_cart", "hash": "8".repeat(64) }],
                    "dropped": [{ "name": "debug_all", "reason": "debugging" }] },
                { "type": "model", "at": 2, "model": "rules", "ms": 1,
                    "reply": { "type": "tool", "name": "add_to_cart" },
                    "usage": { "input": 1200, "output": 34 } },
                { "type": "tool-call", "at": 3, "call": { "id": "call_1", "name": "add_to_cart",
                    "arguments": { "product": product } } },
                { "type": "decision", "at": 1503, "callId": "call_1", "allowed": allowed,
                    "by": "visitor", "reason": "not-read-only", "wait": 1500 },
                { "type": "tool-result", "at": 1600, "callId": "call_1", "text": format!("{product} it is"),
                    "outcome": outcome },
                { "type": "answer", "at": 1700, "text": format!("Done with {product}.") },
            ],
        });
        let request = self
            .app
            .request(Method::POST, "/api/traces?widget=default")
            .header("origin", self.app.origin())
            .header("content-type", "application/json")
            .body(json!({ "level": "full", "trace": trace }).to_string());
        let reply = self.app.send(request).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["id"].as_str().expect("an id").to_owned()
    }

    async fn get(&self, path: &str) -> Reply {
        self.app.page(path, &self.cookie).await
    }

    async fn page(&self, path: &str) -> String {
        let reply = self.get(path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        visible(reply.text())
    }

    async fn upload(&self, content: Vec<u8>, fields: &[(&'static str, &'static str)]) -> Reply {
        let file = Part::bytes(content).file_name("runs.jsonl");
        let form = fields
            .iter()
            .fold(Form::new().part("file", file), |form, (name, value)| form.text(*name, *value));
        let request = self.app.request(Method::POST, "/admin/traces/open");
        let request = request.header("origin", self.app.origin()).header("accept", "text/html");
        self.app.send(request.header("cookie", &self.cookie).multipart(form)).await
    }
}

/// A page without the marks that Leptos leaves between its texts.
fn visible(html: &str) -> String {
    html.replace("<!>", "").replace("<!---->", "")
}

#[tokio::test]
async fn strangers_see_no_run_in_any_form() {
    let desk = Desk::open().await;
    let id = desk.keep("CANARY", "mug", true).await;
    for path in [
        "/admin".to_owned(),
        "/admin/traces".to_owned(),
        format!("/admin/traces/{id}"),
        format!("/admin/compare?a={id}&b={id}"),
        format!("/admin/files/traces/{id}/trace.json"),
        format!("/admin/files/traces/{id}/otlp.json"),
        "/admin/files/traces/runs.jsonl?until=9999999999999".to_owned(),
        "/admin/files/traces/otlp.jsonl?until=9999999999999".to_owned(),
        "/admin/files/traces/live".to_owned(),
    ] {
        let reply = desk.app.get(&path).await;
        assert!([303, 401].contains(&reply.status.as_u16()), "{path}: {}", reply.status);
        assert!(!reply.text().contains("CANARY"), "{path}");
    }
}

#[tokio::test]
async fn the_list_shows_runs_and_its_address_narrows_them() {
    let desk = Desk::open().await;
    assert!(desk.page("/admin/traces").await.contains("Here appears each run"));
    let (mug, board) =
        (desk.keep("Add a mug", "mug", true).await, desk.keep("Add a board", "board", false).await);
    let all = desk.page("/admin/traces").await;
    assert!(all.contains("2 runs found.") && all.contains(&mug) && all.contains(&board), "{all}");
    let denied = desk.page("/admin/traces?q=decision%3Adenied").await;
    assert!(denied.contains(&board) && !denied.contains(&mug), "{denied}");
    assert!(denied.contains("<option value=\"denied\" selected"), "the sidebar says the same");
    assert!(desk.page("/admin/traces?q=status%3Aerror").await.contains("No run fits this filter"));
    let wrong = desk.page("/admin/traces?q=staus%3Aerror").await;
    assert!(wrong.to_lowercase().contains("did you mean"), "{wrong}");
    assert!(!wrong.contains(&mug), "an unknown field is no filter");
    let fields = desk.get("/admin/traces?fields=1&decision=denied&tool=add_to_cart&text=").await;
    assert_eq!(fields.status, 302);
    let to = fields.header("location").to_owned();
    assert_eq!(to, "/admin/traces?q=decision%3Adenied+tool%3Aadd_to_cart");
    assert!(desk.page(&to).await.contains(&board));
}

#[tokio::test]
async fn pages_of_the_list_follow_each_other_without_a_gap() {
    let desk = Desk::open().await;
    for nth in 0..53 {
        desk.keep(&format!("Question {nth}"), "mug", true).await;
    }
    let first = desk.page("/admin/traces").await;
    assert_eq!(first.matches("class=\"run\"").count(), 50);
    let (_, rest) = first.split_once("behind=").expect("older runs");
    let place = rest.split('"').next().expect("its end");
    let second = desk.page(&format!("/admin/traces?behind={place}")).await;
    assert_eq!(second.matches("class=\"run\"").count(), 3);
    assert!(second.contains("Question 0") && second.contains("Newest runs"));
}

#[tokio::test]
async fn a_run_shows_all_its_steps_and_tools() {
    let desk = Desk::open().await;
    let id = desk.keep("Add a mug", "mug", false).await;
    let page = desk.page(&format!("/admin/traces/{id}")).await;
    for part in [
        "Add a mug",
        "Decision about ",
        "by the visitor",
        "1.5 s",
        "Result of ",
        "Not allowed",
        "Done with mug.",
        "id=\"step-7\"",
        "Called ×1",
        "Denied ×1",
        "Not called",
        "debugging",
        "Left out",
        "1,200 read, 34 written",
        "trace.json",
        "otlp.json",
        "Delete …",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert_eq!(desk.get("/admin/traces/01930000-0000-7000-8000-000000000001").await.status, 404);
    assert_eq!(desk.get("/admin/traces/nonsense").await.status, 404);
}

#[tokio::test]
async fn nothing_of_a_run_is_ever_markup() {
    let desk = Desk::open().await;
    let (one, two) =
        (desk.keep(HOSTILE, HOSTILE, true).await, desk.keep(HOSTILE, "mug", true).await);
    for path in [
        "/admin/traces".to_owned(),
        format!("/admin/traces?q={}", "%3Cscript%3Ealert(1)"),
        format!("/admin/traces/{one}"),
        format!("/admin/compare?a={one}&b={two}"),
        format!("/admin/traces/delete?id={one}"),
        "/admin/traces/delete?until=9999999999999&q=%3Cscript%3Ealert(1)".to_owned(),
        "/admin?widget=%3Cscript%3Ealert(1)".to_owned(),
        "/admin/traces?tz=%3Cscript%3Ealert(1)".to_owned(),
    ] {
        let page = desk.page(&path).await;
        for markup in ["<script>alert", "<img"] {
            let found = page.find(markup).map(|at| page[at.saturating_sub(200)..].get(..400));
            assert_eq!(found, None, "{path}");
        }
        for attribute in [" onerror=\"", " style=\"", "javascript:"] {
            assert!(!page.contains(attribute), "{path}: {attribute}");
        }
    }
    let page = desk.page(&format!("/admin/traces/{one}")).await;
    assert!(page.contains("&lt;script&gt;alert(1)") && page.contains("data-code=\"U+202E\""));
}

#[tokio::test]
async fn two_runs_are_compared_to_their_first_divergence() {
    let desk = Desk::open().await;
    let (one, two) =
        (desk.keep("Add it", "mug", true).await, desk.keep("Add it", "board", true).await);
    let page = desk.page(&format!("/admin/compare?a={one}&b={two}")).await;
    assert!(page.contains("4 steps the same, 3 steps changed"), "{page}");
    assert!(page.contains("href=\"#row-4\"") && page.contains("<del>") && page.contains("<ins>"));
    let same = desk.page(&format!("/admin/compare?id={one}&id={one}")).await;
    assert!(same.contains("The runs do not differ."));
    assert!(desk.page(&format!("/admin/compare?id={one}")).await.contains("Tick two runs"));
}

#[tokio::test]
async fn deleting_says_how_many_before_and_after() {
    let desk = Desk::open().await;
    let (one, _) = (desk.keep("Add a mug", "mug", true).await, desk.keep("No", "mug", false).await);
    let ask = desk.page(&format!("/admin/traces/delete?id={one}")).await;
    assert!(ask.contains("Delete 1 run?"), "{ask}");
    let all = desk.page("/admin/traces/delete?until=9999999999999").await;
    assert!(all.contains("Delete 2 runs?") && all.contains("every run stored until"), "{all}");
    let send = async |fields: &[(&str, &str)]| {
        desk.app.send(desk.app.submit("own/erase_runs", fields, &desk.cookie)).await
    };
    let reply = send(&[("ids", &one)]).await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (302, "/admin/traces?erased=1"));
    assert!(desk.page("/admin/traces?erased=1").await.contains("1 run deleted, for good."));
    assert_eq!(desk.get(&format!("/admin/traces/{one}")).await.status, 404);
    let reply = send(&[("q", "decision:denied"), ("until", "9999999999999")]).await;
    assert_eq!(reply.header("location"), "/admin/traces?q=decision%3Adenied&erased=1");
    assert!(desk.page("/admin/traces").await.contains("Here appears each run"));
}

#[tokio::test]
async fn a_deletion_that_names_nothing_deletes_nothing() {
    let desk = Desk::open().await;
    desk.keep("Add a mug", "mug", true).await;
    for fields in [
        &[][..],
        &[("q", "")],
        &[("until", "soon")],
        &[("ids", "all")],
        &[("q", "staus:error"), ("until", "9999999999999")],
    ] {
        let reply = desk.app.send(desk.app.call("own/erase_runs", fields, &desk.cookie)).await;
        assert_eq!(reply.status, 400, "{fields:?}: {}", reply.text());
    }
    assert!(desk.page("/admin/traces").await.contains("1 run found."));
}

#[tokio::test]
async fn what_is_exported_opens_and_exports_to_the_same_bytes() {
    let desk = Desk::open().await;
    let ids =
        [desk.keep("Add a mug", "mug", true).await, desk.keep(HOSTILE, "Tasse ü", false).await];
    let file = desk.get("/admin/files/traces/runs.jsonl?until=9999999999999").await;
    assert_eq!(file.header("content-type"), "application/x-ndjson");
    assert!(file.header("content-disposition").contains("runs.jsonl"));
    let lines: Vec<Value> =
        file.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &lines[2]["end"]["runs"]), (3, &json!(2)));
    let again = desk.upload(file.body.clone(), &[("as", "jsonl")]).await;
    assert_eq!(again.body, file.body);
    let one = desk.get(&format!("/admin/files/traces/runs.jsonl?id={}", ids[0])).await;
    assert_eq!(one.text().lines().count(), 2);
    let opened = desk.upload(file.body, &[]).await;
    assert_eq!(opened.status, 200);
    let page = visible(opened.text());
    assert!(page.contains("The file is whole") && page.contains("Done with mug."), "{page}");
    assert!(page.contains("id=\"run-2-step-7\"") && !page.contains("<script>alert"));
    assert!(desk.page("/admin/traces").await.contains("2 runs found."), "opening stores nothing");
}

#[tokio::test]
async fn a_trace_goes_out_as_json_and_as_spans() {
    let desk = Desk::open().await;
    let id = desk.keep("Add a mug", "mug", true).await;
    let trace = desk.get(&format!("/admin/files/traces/{id}/trace.json")).await;
    assert_eq!(trace.json()["id"], *id);
    let opened = desk.upload(trace.body, &[("from", "1"), ("as", "page")]).await;
    assert!(visible(opened.text()).contains("Done with mug."));
    let spans = desk.get(&format!("/admin/files/traces/{id}/otlp.json")).await.json();
    let span = &spans["resourceSpans"][0]["scopeSpans"][0]["spans"][0];
    assert_eq!(span["name"], "invoke_agent default");
    assert_eq!(span["traceId"], id.replace('-', ""));
    let many = desk.get("/admin/files/traces/otlp.jsonl?until=9999999999999").await;
    assert_eq!(many.text().lines().count(), 1);
}

#[tokio::test]
async fn a_file_that_is_none_is_refused_with_its_reason() {
    let desk = Desk::open().await;
    let large = vec![b' '; 17 * 1024 * 1024];
    let wrong = br#"{"version":1,"startedAt":1,"endedAt":2,"steps":["\ud800"]}"#.to_vec();
    for (content, part) in [
        (b"nonsense".to_vec(), "Line 1"),
        (br#"{"version":7,"startedAt":1,"endedAt":2,"steps":[]}"#.to_vec(), "version 1"),
        (wrong, "surrogate"),
        (vec![0xff, 0xfe, 0x00], "UTF-8"),
        (Vec::new(), "No file was chosen"),
        (large, "larger than 16 MB"),
    ] {
        let reply = desk.upload(content, &[]).await;
        assert_eq!(reply.status, 422, "{part}");
        assert!(visible(reply.text()).contains(part), "{part}: {}", reply.text());
    }
}

#[tokio::test]
async fn a_large_hostile_file_is_shown_in_part_and_soon() {
    let desk = Desk::open().await;
    let steps: Vec<_> =
        (0..10_000).map(|nth| json!({ "type": "dream", "at": nth, "of": HOSTILE })).collect();
    let many = json!({ "version": 1, "startedAt": 0, "endedAt": 1, "steps": steps });
    let big = "\u{202e}<b>".repeat(350_000);
    let one = json!({ "version": 1, "startedAt": 0, "endedAt": 1,
        "steps": [{ "type": "answer", "at": 1, "text": big }] });
    for (document, part) in [(many, "of 10,000"), (one, "Show all 2.1 MB")] {
        let reply = desk.upload(document.to_string().into_bytes(), &[]).await;
        let page = visible(reply.text());
        assert!(page.contains(part), "{}", &page[..page.len().min(3_000)]);
        assert!(!page.contains("<b>"), "markup");
        assert!(page.len() < 9_000_000, "{}", page.len());
    }
}

#[tokio::test]
async fn an_arrival_is_told_at_once_and_only_to_whom_it_concerns() {
    let desk = Desk::open().await;
    let before = desk.keep("Before", "mug", true).await;
    let follow = async |query: &str| {
        let path = format!("/admin/files/traces/live?since={before}&q={query}");
        let request = desk.app.request(Method::GET, &path).header("cookie", &desk.cookie);
        let reply = request.send().await.expect("a reply");
        assert_eq!(reply.headers()["content-type"], "text/event-stream");
        reply.bytes_stream()
    };
    let (mut all, mut denied) = (follow("").await, follow("decision:denied").await);
    let id = desk.keep("After", "mug", true).await;
    let event = all.next().await.expect("an event").expect("whole");
    let event = String::from_utf8_lossy(&event).into_owned();
    assert!(event.contains("event: run") && event.contains(&id) && !event.contains(&before));
    // Browsers drop an event without data.
    assert!(event.lines().any(|line| line.starts_with("data:") && line.contains(&id)), "{event}");
    let other = desk.keep("No", "mug", false).await;
    let event = denied.next().await.expect("an event").expect("whole");
    let event = String::from_utf8_lossy(&event).into_owned();
    assert!(event.contains(&other) && !event.contains(&id), "{event}");
    // What came before the feed was opened is told, too.
    let mut late = follow("").await;
    let mut told = String::new();
    while !told.contains(&other) {
        told += &String::from_utf8_lossy(&late.next().await.expect("more").expect("whole"));
    }
    assert!(told.contains(&id) && !told.contains(&before), "{told}");
}

#[tokio::test]
async fn an_arrival_is_told_wherever_in_the_run_the_text_is_that_is_looked_for() {
    let desk = Desk::open().await;
    let before = desk.keep("Before", "mug", true).await;
    let path = format!("/admin/files/traces/live?since={before}&q=needle");
    let request = desk.app.request(Method::GET, &path).header("cookie", &desk.cookie);
    let mut feed = request.send().await.expect("a reply").bytes_stream();
    let hay = desk.keep("Hay", "mug", true).await;
    // Deeper than any line of the list shows.
    let deep = desk.keep(&format!("{} a needle", "hay ".repeat(500)), "mug", true).await;
    let event = feed.next().await.expect("an event").expect("whole");
    let event = String::from_utf8_lossy(&event).into_owned();
    assert!(event.contains(&deep) && !event.contains(&hay), "{event}");
    // The list says the same.
    let list = desk.page("/admin/traces?q=needle").await;
    assert!(list.contains(&deep) && !list.contains(&hay), "{list}");
}

#[tokio::test]
async fn the_overview_adds_up_and_times_follow_the_zone() {
    let desk = Desk::open().await;
    assert!(desk.page("/admin").await.contains("Nothing was stored in these days"));
    let id = desk.keep("Add a mug", "mug", false).await;
    let page = desk.page("/admin?days=90").await;
    for part in ["Runs by day", "1 in all", "role=\"img\"", "Numbers", "1,200"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let utc = desk.page(&format!("/admin/traces/{id}")).await;
    let berlin = desk.page(&format!("/admin/traces/{id}?tz=Europe/Berlin")).await;
    assert!(utc.contains(" UTC, took") && berlin.contains(" Europe/Berlin, took"));
    assert!(berlin.contains("tz=Europe%2FBerlin"), "links carry it on");
    assert!(desk.page("/admin/traces?tz=Berlin").await.contains("Did you mean Europe/Berlin?"));
}

//! What an owner decides about stored runs: how long they are kept, a copy of everything, and what of
//! it the audit log tells.

use std::path::Path;

use reqwest::{Method, StatusCode};
use serde_json::json;
use site_agent::store::Store;
use site_agent::store::backup::restore;
use site_agent::store::traces::TraceStore;
use site_agent_app::admin::trace::Filter;
use site_agent_app::ports::Traces as _;

use crate::test_app::TestApp;

async fn storing() -> TestApp {
    let app = TestApp::with().set("WIDGET_TRACES", "full").set("WIDGET_RATE_LIMIT", "false");
    app.set("TRACES_KEEP_DAYS", "30").start().await
}

/// Stores a run; its id.
async fn keep(app: &TestApp, question: &str) -> String {
    let body = json!({ "level": "full", "trace": {
        "version": 1, "startedAt": 1_796_000_000_000_u64, "endedAt": 1_796_000_000_500_u64,
        "status": "answered", "steps": [{ "type": "user", "at": 0, "text": question }],
    }});
    let request = app.request(Method::POST, "/api/traces");
    let request = request.header("origin", app.origin()).header("content-type", "application/json");
    let reply = app.send(request.body(body.to_string())).await;
    assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
    reply.json()["id"].as_str().expect("an id").to_owned()
}

/// The questions of all runs in a data folder, the newest first.
async fn questions(data: &Path) -> Vec<String> {
    let store = Store::open(data).await.expect("it opens");
    let traces = TraceStore::new(store.traces.clone()).await.expect("it opens");
    let page = traces.list(&Filter::default(), None, 100).await.expect("a page");
    store.close().await;
    page.rows.into_iter().map(|row| row.question).collect()
}

/// What the audit log says of a kind, the newest first.
async fn noted(app: &TestApp, cookie: &str, what: &str) -> Vec<(String, String)> {
    let log = app.page("/admin/files/own/audit.jsonl", cookie).await;
    let lines = log.text().lines().rev().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |name: &str| line[name].as_str().expect("text").to_owned();
        (text("what"), text("who"), text("about"))
    });
    let lines = lines.filter(|(noted, ..)| noted == what);
    lines.map(|(_, who, about)| (who, about)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn how_long_runs_are_kept_is_shown_and_changed_without_a_restart() {
    let app = storing().await;
    let ada = app.owner().await;
    for n in 0..5 {
        keep(&app, &format!("question {n}")).await;
    }
    let page = app.page("/admin/settings/data", &ada).await;
    assert!(
        page.text().contains("Kept now: runs of 30 days, 1,000,000 at most"),
        "{}",
        page.text()
    );
    assert!(page.text().contains("what the configuration says."));

    let change = [("days", "7"), ("runs", "2")];
    let reply = app.send(app.submit("own/keep_runs", &change, &ada)).await;
    assert_eq!(reply.header("location"), "/admin/settings/data?done=retention-changed");
    let page = app.page(reply.header("location"), &ada).await;
    assert!(page.text().contains("Kept now: runs of 7 days, 2 at most"), "{}", page.text());
    assert!(page.text().contains("Back to the configuration: runs of 30 days"));
    // What is beyond them goes, without anybody's waiting for the hour.
    while app.page("/admin/traces", &ada).await.text().contains("question 2") {
        tokio::task::yield_now().await;
    }
    let list = app.page("/admin/traces", &ada).await;
    assert!(list.text().contains("2 runs found") && list.text().contains("question 4"));

    for (days, runs) in [("", "2"), ("7", "-1"), ("1e3", "2"), ("36501", "2")] {
        let wrong = [("days", days), ("runs", runs)];
        let reply = app.send(app.submit("own/keep_runs", &wrong, &ada)).await;
        assert_eq!(reply.header("location"), "/admin/settings/data?refused=retention");
        let reply = app.send(app.call("own/keep_runs", &wrong, &ada)).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{}", reply.text());
    }
    let vera = app.viewer("vera").await;
    let reply = app.send(app.call("own/keep_runs", &change, &vera)).await;
    assert_eq!(reply.status, StatusCode::FORBIDDEN);

    let app = app.restart_after(|_| {}).await;
    let page = app.page("/admin/settings/data", &ada).await;
    assert!(page.text().contains("Kept now: runs of 7 days, 2 at most"), "it is remembered");
    let back = [("as_configured", "yes")];
    app.send(app.submit("own/keep_runs", &back, &ada)).await;
    let page = app.page("/admin/settings/data", &ada).await;
    // The second program was started without a word on it.
    assert!(page.text().contains("Kept now: runs of 90 days, 1,000,000 at most"));
    let lines = noted(&app, &ada, "changed how long runs are kept").await;
    let expected = ["runs of 90 days, 1,000,000 at most", "runs of 7 days, 2 at most"];
    assert_eq!(lines, expected.map(|about| ("ada".to_owned(), about.to_owned())));
}

/// The files of a tar, by a reader that knows no more than that.
fn unpacked(tar: &[u8], to: &Path) {
    let mut rest = tar;
    while rest[0] != 0 {
        let (head, behind) = rest.split_at(512);
        let text = |from: usize, to: usize| {
            let field = std::str::from_utf8(&head[from..to]).expect("text");
            field.trim_end_matches(['\0', ' ']).to_owned()
        };
        assert_eq!((text(257, 262), head[156]), ("ustar".to_owned(), b'0'));
        let name = text(0, 100);
        let name = name.strip_prefix("site-agent-backup/").expect("in one folder");
        let length = usize::from_str_radix(&text(124, 136), 8).expect("octal");
        std::fs::write(to.join(name), &behind[..length]).expect("written");
        rest = &behind[length.next_multiple_of(512)..];
    }
    assert_eq!(rest, [0; 1_024], "two empty blocks, and nothing behind them");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_downloaded_whole_while_runs_are_stored_and_comes_back() {
    let app = storing().await;
    let ada = app.owner().await;
    for n in 0..3 {
        keep(&app, &format!("question {n} {}", "x".repeat(200))).await;
    }
    let download = |cookie: &str| {
        app.request(Method::GET, "/admin/files/own/backup.tar").header("cookie", cookie)
    };
    let begun = download(&ada).send().await.expect("it answers");
    assert_eq!(begun.status(), StatusCode::OK);
    let header = |name: &str| begun.headers()[name].to_str().expect("text").to_owned();
    assert_eq!(header("content-type"), "application/x-tar");
    assert_eq!(header("content-disposition"), "attachment; filename=\"site-agent-backup.tar\"");
    assert_eq!(header("cache-control"), "no-store");
    // It is half-way, nobody reads it, and visitors notice nothing.
    keep(&app, "during the backup").await;
    let tar = begun.bytes().await.expect("a whole file");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let (copy, data) = (folder.path().join("copy"), folder.path().join("data"));
    std::fs::create_dir(&copy).expect("made");
    unpacked(&tar, &copy);
    restore(&copy, &data).await.expect("it comes back");
    let kept = questions(&data).await;
    let first: Vec<_> = kept.iter().filter(|question| question.starts_with("question")).collect();
    assert_eq!(first.len(), 3, "{kept:?}");
    assert!(!folder.path().join("copy/secret.key").exists());

    let vera = app.viewer("vera").await;
    for (cookie, status) in [(vera.as_str(), StatusCode::FORBIDDEN), ("", StatusCode::UNAUTHORIZED)]
    {
        assert_eq!(app.send(download(cookie)).await.status, status);
    }
    let lines = noted(&app, &ada, "downloaded a backup").await;
    assert_eq!(lines, [("ada".to_owned(), String::new())]);
    // Nothing of it is left behind.
    while app.data().join("backup.unfinished").exists() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_backup_is_made_at_a_time_and_one_that_nobody_reads_ends() {
    let app = storing().await;
    let ada = app.owner().await;
    // More than waits for a reader and fits into a connection's buffers.
    let store = Store::open(&app.data()).await.expect("it opens");
    let mut write = store.traces.write().await.expect("it writes");
    sqlx::query("INSERT INTO run_bodies (n, document, redactions) VALUES (1, zeroblob(?), '[]')")
        .bind(64 << 20)
        .execute(&mut *write)
        .await
        .expect("filled");
    write.commit().await.expect("kept");
    let download =
        || app.request(Method::GET, "/admin/files/own/backup.tar").header("cookie", &ada);
    let slow = download().send().await.expect("it answers");
    assert_eq!(slow.status(), StatusCode::OK);
    let second = app.send(download()).await;
    assert_eq!(second.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(second.header("retry-after"), "60");
    assert!(second.text().contains("is being made already"), "{}", second.text());
    drop(slow);
    // Whoever left has let go of their turn, and of the copy.
    loop {
        let next = download().send().await.expect("it answers");
        if next.status() == StatusCode::OK {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn deleting_runs_leaves_a_line_without_the_words_that_were_looked_for() {
    let app = storing().await;
    let ada = app.owner().await;
    let mut ids = Vec::new();
    for question in ["for ada lovelace", "for ada lovelace again", "something else", "the last"] {
        ids.push(keep(&app, question).await);
    }
    let until = u64::MAX.to_string();
    for fields in [
        [("q", "lovelace status:answered"), ("until", until.as_str())],
        [("ids", ids[2].as_str()), ("q", "")],
        [("q", ""), ("until", until.as_str())],
    ] {
        let reply = app.send(app.call("own/erase_runs", &fields, &ada)).await;
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    }
    let lines = noted(&app, &ada, "deleted runs").await;
    let expected = [
        "1 run: all that there were",
        "1 run: selected one by one",
        "2 runs: status:answered and a text",
    ];
    assert_eq!(lines, expected.map(|about| ("ada".to_owned(), about.to_owned())));
}

#[tokio::test]
async fn a_copy_that_a_killed_program_left_is_gone_after_the_next_start() {
    let app = storing().await;
    let app = app.restart_after(|_| {}).await;
    let left = app.data().join("backup.unfinished");
    std::fs::create_dir(&left).expect("made");
    std::fs::write(left.join("traces.db"), "CANARY").expect("written");
    let _app = app.restart_after(|_| {}).await;
    assert!(!left.exists());
}

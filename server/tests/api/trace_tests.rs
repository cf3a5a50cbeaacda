//! A stored run as a test: what the dashboard hands out, and to whom.

use serde_json::Value;

use crate::replays::with_run;

#[tokio::test]
async fn a_run_becomes_a_test_without_anybodys_words() {
    let (app, cookie, run) = with_run().await;
    let path = format!("/admin/files/traces/{run}/test.json");
    let reply = app.page(&path, &cookie).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/json"));
    assert!(reply.header("content-disposition").ends_with(".json\""));
    let file: Value = reply.json();
    assert_eq!((&file["kind"], &file["version"]), (&"site-agent-test".into(), &1.into()));
    assert!(file["name"].as_str().is_some_and(|name| name.starts_with("add_to_cart (")));
    assert!(reply.text().contains("CANARY-RESULT"), "there is something to compare with");
    for words in ["CANARY-QUESTION", "CANARY-ANSWER", "CANARY-META"] {
        assert!(!reply.text().contains(words), "{words}");
    }
    site_agent_replayer::TestFile::parse(reply.text(), "x").expect("`site-agent test` reads it");

    let shown = app.page(&format!("/admin/traces/{run}"), &cookie).await;
    for offered in [path.as_str(), "/api/fn/admin/view/begin_replay", "Make a test", "Replay"] {
        assert!(shown.text().contains(offered), "{offered}");
    }

    let snippet = app.page(&path.replace(".json", ".ts"), &cookie).await;
    assert_eq!(snippet.status, 200);
    assert!(snippet.text().contains("from '@playwright/test'"));
    assert!(snippet.text().contains("/site-agent/index.js\";"), "{}", snippet.text());
}

#[tokio::test]
async fn only_somebody_signed_in_gets_it_and_only_of_a_run_that_is_there() {
    let (app, cookie, run) = with_run().await;
    for name in ["test.json", "test.ts"] {
        let path = format!("/admin/files/traces/{run}/{name}");
        assert!(!app.get(&path).await.text().contains("CANARY"));
        let other = "/admin/files/traces/0198c0de-0000-7000-8000-000000000000/";
        assert_eq!(app.page(&format!("{other}{name}"), &cookie).await.status, 404);
        assert_eq!(app.page(&format!("/admin/files/traces/x/{name}"), &cookie).await.status, 404);
    }
}

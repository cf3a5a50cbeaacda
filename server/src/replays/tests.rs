//! What a test cannot wait for: tickets that grow old.

use bytes::Bytes;
use serde_json::json;
use site_agent_app::admin::trace::Level;

use super::*;
use crate::store::Store;
use crate::traces::{Retention, Traces};

const SHOP: &str = "https://shop.example";

/// A replay of a stored run of the shop, and what holds its files.
async fn begun() -> (tempfile::TempDir, Replays, ReplayId) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = Store::open(folder.path()).await.expect("it opens");
    let runs = TraceStore::new(store.traces).await.expect("it opens");
    let traces = Traces::open(runs.clone(), Retention::default()).await.expect("it opens");
    let run = json!({ "level": "full", "trace": {
        "version": 1, "startedAt": 1, "endedAt": 2, "status": "answered",
        "page": { "origin": SHOP, "path": "/cart" },
        "steps": [{ "type": "user", "at": 0, "text": "what is in my cart?" }],
    }});
    let body = Bytes::from(run.to_string());
    let kept = traces.keep("default", Level::Full, body).await.expect("kept");
    let replays = Replays::new(runs);
    let id = replays.begin(&kept.id).await.expect("an answer").expect("begun");
    (folder, replays, id)
}

/// A fresh ticket.
async fn ticket(replays: &Replays, id: &ReplayId) -> String {
    let page = replays.open(id).await.expect("an answer").expect("a page");
    page.split_once("#sa-replay=").expect("a ticket").1.to_owned()
}

#[tokio::test]
async fn a_ticket_is_good_for_two_minutes() {
    let (_folder, replays, id) = begun().await;
    let young = ticket(&replays, &id).await;
    let within = Instant::now() + TICKET - Duration::from_secs(1);
    let given = replays.redeem_at(within, &young, "default", SHOP).await.expect("an answer");
    assert_eq!(given.expect("it is still good").replay, id.to_string());

    let old = ticket(&replays, &id).await;
    let late = Instant::now() + TICKET + Duration::from_secs(1);
    let given = replays.redeem_at(late, &old, "default", SHOP).await.expect("an answer");
    assert!(given.is_none(), "it is too old");
    // Not even where the clock goes back: it was used with that.
    let given = replays.redeem(&old, "default", SHOP).await.expect("an answer");
    assert!(given.is_none(), "it was used");
}

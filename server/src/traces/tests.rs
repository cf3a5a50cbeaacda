//! What becomes of runs when the program ends.

use futures::future::join_all;
use serde_json::json;
use site_agent_app::admin::trace::Filter;
use site_agent_app::ports::Traces as _;

use super::*;
use crate::store::Store;

#[tokio::test]
async fn what_was_taken_before_the_end_is_on_disk_at_the_end() {
    const TAKEN: usize = 30;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = Store::open(folder.path()).await.expect("it opens");
    let runs = TraceStore::new(store.traces.clone()).await.expect("it opens");
    let traces = Traces::open(runs.clone(), Retention::default()).await.expect("it opens");
    let body = json!({ "level": "metadata", "trace": {
        "version": 1, "startedAt": 1, "endedAt": 2, "status": "answered", "steps": [],
    }});
    let body = Bytes::from(body.to_string());
    let keep = || traces.keep("default", Level::Metadata, body.clone());
    // Each has its place in the queue before the end begins, and none is written yet.
    let taken = join_all((0..TAKEN).map(|_| keep()));
    let (kept, ()) = tokio::join!(biased; taken, traces.close());
    for kept in kept {
        let id = kept.expect("taken").id;
        assert!(runs.trace(&id).await.expect("an answer").is_some(), "{id} is lost");
    }
    let late = keep().await.expect_err("it takes no more");
    assert_eq!(late.code(), Code::Overloaded);
    let found = runs.count(&Filter::default()).await.expect("a count").count;
    assert_eq!(found as usize, TAKEN);
}

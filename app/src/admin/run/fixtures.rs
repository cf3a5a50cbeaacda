//! Runs for the tests of the dashboard.

use crate::admin::trace::{Level, Redaction, StoredTrace, TraceId, TraceRow};

/// A run with everything: an untrusted reading, an invalid call, a yes and a no.
pub(crate) const FULL: &str = include_str!("../../../core/tests/scenarios/trace-v1.json");

/// A trace of these steps.
pub(crate) fn trace(steps: &str) -> String {
    format!(r#"{{"version":1,"startedAt":1000,"endedAt":9000,"steps":[{steps}]}}"#)
}

/// A stored run with this document.
pub(crate) fn stored(document: &str) -> StoredTrace {
    StoredTrace {
        row: TraceRow {
            id: TraceId::parse("01930000-0000-7000-8000-000000000001").unwrap(),
            code: "7KQ4-M2XD".to_owned(),
            widget: "default".to_owned(),
            started_at: 1_000_001,
            ended_at: 1_000_025,
            stored_at: 1_000_100,
            status: "answered".to_owned(),
            model: "test".to_owned(),
            origin: "https://shop.example".to_owned(),
            path: "/cart".to_owned(),
            level: Level::Full,
            question: "add what people like".to_owned(),
            answer: "Added the blue one.".to_owned(),
            tools: vec!["reviews".to_owned(), "add".to_owned()],
            turns: 5,
            calls: 3,
            asked: 2,
            denied: 1,
            failed: 1,
            redacted: 1,
            input_tokens: 0,
            output_tokens: 0,
            error: None,
        },
        document: document.to_owned(),
        redactions: vec![Redaction { rule: "email".to_owned(), places: 1 }],
    }
}

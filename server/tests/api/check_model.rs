//! `site-agent check-model`: one call, one line, and what to do when it fails.

use std::process::Output;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde_json::json;

use crate::started::site_agent;
use crate::upstream::{completion, provider};

const KEY: &str = "sk-canary-4711";

/// Runs the command with a model at `base_url`; what it printed, both streams together.
async fn check(base_url: &str, more: &[(&str, &str)]) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = site_agent(folder.path());
    for (name, value) in [
        ("PROVIDER", "openai-compatible"),
        ("MODEL", "the-model"),
        ("API_KEY", KEY),
        ("BASE_URL", base_url),
    ]
    .iter()
    .chain(more)
    {
        command.env(format!("SITE_AGENT_WIDGET_{name}"), value);
    }
    let run = tokio::task::spawn_blocking(move || command.arg("check-model").output());
    let Output { status, stdout, stderr } = run.await.expect("no panic").expect("it runs");
    let text = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(!text.contains(KEY), "{text}");
    assert!(!folder.path().join("data").exists(), "nothing is made for a question");
    (status.success(), text)
}

#[tokio::test]
async fn a_model_that_answers_is_asked_once_and_said_so_in_one_line() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let url = provider(move |headers, request| {
        counted.fetch_add(1, Ordering::SeqCst);
        assert_eq!(headers["authorization"], format!("Bearer {KEY}"));
        assert_eq!(request["tools"].as_array().map(Vec::len), Some(1), "as in a real step");
        completion(&json!({ "role": "assistant", "content": "ready" }))
    })
    .await;
    let (well, text) = check(&url, &[]).await;
    assert!(well && text.lines().count() == 1, "{text}");
    assert!(text.starts_with("widget: the-model at openai-compatible answers, within "), "{text}");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn what_is_wrong_is_said_with_what_to_do() {
    for (status, body, said) in [
        (401, "no such key sk-canary-4711", "refuses the key; check widget.api_key"),
        (404, "no model", "check widget.model and widget.base_url"),
        (400, "tools are not supported", "(400); check that widget.model can use tools"),
        (500, "boom", "(500)"),
        (429, "no tokens left", "your quota there is spent"),
        (200, "<html>welcome</html>", "check it and widget.base_url"),
    ] {
        let status = StatusCode::from_u16(status).expect("a status");
        let url = provider(move |_, _| (status, body).into_response()).await;
        let (well, text) = check(&url, &[]).await;
        assert!(!well && text.lines().count() == 1, "{text}");
        let line = "site-agent: widget: the-model at openai-compatible does not answer: ";
        assert!(text.starts_with(line) && text.contains(said), "{body}: {text}");
        assert!(body.len() < 5 || !text.contains(body), "the provider's words: {text}");
    }
}

#[tokio::test]
async fn nobody_there_and_nothing_coming_are_told_apart() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/v1", listener.local_addr().expect("its address"));
    let (_, text) = check(&url, &[("TIMEOUT_MS", "1000")]).await;
    assert!(text.contains("nothing came within 1000 ms"), "{text}");
    drop(listener);
    let (well, text) = check(&url, &[]).await;
    assert!(!well && text.contains("could not be reached; check widget.base_url"), "{text}");
}

#[tokio::test]
async fn each_of_two_models_has_its_line() {
    let up = provider(|_, _| completion(&json!({ "role": "assistant", "content": "ready" }))).await;
    let down = provider(|_, _| StatusCode::UNAUTHORIZED).await;
    let fallback = [
        ("FALLBACK_PROVIDER", "openai-compatible"),
        ("FALLBACK_MODEL", "another-model"),
        ("FALLBACK_BASE_URL", down.as_str()),
    ];
    let (well, text) = check(&up, &fallback).await;
    assert!(!well && text.lines().count() == 2, "{text}");
    assert!(text.contains("widget: the-model at openai-compatible answers"), "{text}");
    assert!(text.contains("another-model") && text.contains("widget.fallback.api_key"), "{text}");
}

#[test]
fn without_a_provider_there_is_nobody_to_ask() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = site_agent(folder.path()).arg("check-model").output().expect("it runs");
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("the rule matcher answers"), "{text}");
}

//! What an owner sees of the steps: metrics on an address of their own, and log lines that meet a
//! client's error by its id.

use axum::http::StatusCode as Status;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::started::{Started, built, site_agent};
use crate::test_app::TestApp;
use crate::upstream::{completion, provider, question, with_model};

/// The value of the sample with this name and these labels, in whatever order.
fn sample(metrics: &str, name: &str, labels: &[&str]) -> f64 {
    let mut found = metrics.lines().filter(|line| {
        line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['{', ' ']))
            && labels.iter().all(|label| line.contains(label))
    });
    let line = found.next().unwrap_or_else(|| panic!("no {name} with {labels:?} in {metrics}"));
    assert!(found.next().is_none(), "more than one {name} with {labels:?}: {metrics}");
    line.rsplit(' ').next().expect("a value").parse().expect("a number")
}

#[tokio::test]
async fn metrics_are_off_until_they_have_an_address_and_never_on_the_sites() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/metrics").await.status, StatusCode::NOT_FOUND);
    let app = TestApp::with().set("METRICS_LISTEN", "127.0.0.1:0").start().await;
    assert_eq!(app.get("/metrics").await.status, StatusCode::NOT_FOUND);
    let reply = app.metrics().await;
    assert_eq!(reply.status, StatusCode::OK);
    assert!(reply.header("content-type").starts_with("text/plain; version=0.0.4"), "{reply:?}");
}

#[tokio::test]
async fn steps_are_counted_with_their_outcome_tokens_and_times() {
    let url = provider(|_, request| {
        let asked = request["messages"].to_string();
        if asked.contains("teapot") {
            return Err(Status::IM_A_TEAPOT);
        }
        Ok(completion(&json!({ "role": "assistant", "content": "Here." })))
    })
    .await;
    let app = with_model(&url)
        .set("METRICS_LISTEN", "127.0.0.1:0")
        .set("WIDGET_RATE_LIMIT_MAX", "4")
        .set("WIDGET_RATE_LIMIT_WINDOW_MS", "3600000")
        .start()
        .await;
    for _ in 0..3 {
        assert_eq!(app.send(question(&app)).await.status, StatusCode::OK);
    }
    let fails = r#"{"version":1,"messages":[{"role":"user","text":"teapot"}]}"#;
    assert_eq!(app.send(question(&app).body(fails)).await.status, StatusCode::BAD_GATEWAY);
    assert_eq!(app.send(question(&app)).await.status, StatusCode::TOO_MANY_REQUESTS);
    let foreign =
        app.request(reqwest::Method::POST, "/api/agent").header("origin", "https://a.example");
    assert_eq!(app.send(foreign).await.status, StatusCode::FORBIDDEN);

    let reply = app.metrics().await;
    let shown = reply.text();
    let of = |name, labels: &[&str]| sample(shown, name, labels);
    let count = |name, labels: &[&str], expected: f64| {
        assert!((of(name, labels) - expected).abs() < 1e-9, "{name} {labels:?}: {shown}");
    };
    let model = "gen_ai_request_model=\"the-model\"";
    let at = "gen_ai_provider_name=\"openai_compatible\"";
    count("site_agent_steps_total", &[model, at, "outcome=\"answer\"", "fallback=\"false\""], 3.0);
    count("site_agent_steps_total", &[model, at, "outcome=\"upstream\""], 1.0);
    count("site_agent_refused_total", &["error_type=\"rate-limited\""], 1.0);
    count("site_agent_refused_total", &["error_type=\"origin-not-allowed\""], 1.0);
    count("gen_ai_client_token_usage_sum", &[model, "gen_ai_token_type=\"input\""], 15.0);
    count("gen_ai_client_token_usage_sum", &[model, "gen_ai_token_type=\"output\""], 21.0);
    count("gen_ai_client_token_usage_count", &[model, "gen_ai_token_type=\"output\""], 3.0);
    let operation = "gen_ai_client_operation_duration_seconds_count";
    count(operation, &[model, "gen_ai_operation_name=\"chat\"", "error_type=\"upstream\""], 1.0);
    count("site_agent_overhead_seconds_count", &[], 4.0);
    count("site_agent_upstream_wait_seconds_count", &[model], 4.0);
    count("site_agent_in_flight", &[], 0.0);
    assert!(of("site_agent_overhead_seconds_sum", &[]) > 0.0);
    assert!(of("site_agent_upstream_wait_seconds_sum", &[model]) > 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clients_error_and_the_log_meet_by_the_requests_id() {
    let url = provider(|_, _| (Status::INTERNAL_SERVER_ERROR, "canary of the provider")).await;
    let folder = built();
    let mut command = site_agent(folder.path());
    command
        .env("SITE_AGENT_LOG_FORMAT", "json")
        .env("SITE_AGENT_WIDGET_PROVIDER", "openai-compatible")
        .env("SITE_AGENT_WIDGET_MODEL", "the-model")
        .env("SITE_AGENT_WIDGET_BASE_URL", &url);
    let (reply, log) = tokio::task::spawn_blocking(move || {
        let program = Started::with(command);
        let headers = format!("origin: {}\r\ncontent-type: application/json", program.origin());
        let question = r#"{"version":1,"messages":[{"role":"user","text":"hello"}]}"#;
        let reply = program.request("POST /api/agent", &headers, question);
        (reply, program.stop().1)
    })
    .await
    .expect("no panic");

    let (head, body) = reply.split_once("\r\n\r\n").expect("a head");
    let error: Value = serde_json::from_str(body).expect("JSON");
    let id = error["error"]["requestId"].as_str().expect("an id");
    assert!(head.contains(&format!("x-request-id: {id}\r\n")), "{head}");

    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect(line));
    let about: Vec<_> = lines.filter(|line| line.to_string().contains(id)).collect();
    let find = |what: &dyn Fn(&Value) -> bool| about.iter().any(|line| what(&line["fields"]));
    assert!(find(&|fields| fields["code"] == "upstream"), "what went wrong: {about:#?}");
    assert!(find(&|fields| fields["outcome"] == "upstream" && fields["tries"] == 1), "{about:#?}");
    assert!(
        find(&|fields| fields["status"] == 502 && fields["path"] == "/api/agent"),
        "{about:#?}"
    );
    assert!(!log.contains("canary"), "the provider's words are nobody's: {log}");
}

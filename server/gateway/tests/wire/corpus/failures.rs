//! What goes wrong between here and the provider.

use std::time::Duration;

use serde_json::{Value, json};
use site_agent_gateway::GatewayConfig;

use super::lab::Lab;
use super::said::{Said, WIRES, Wire};
use crate::app::{App, KEY, PAGE, at, question};
use crate::fake::{Answer, Fake, Tail};

const CANARY: &str = "upstream-secret-words";

/// Rows B20, B21.
#[tokio::test]
async fn a_busy_providers_time_is_told_in_our_words() {
    for lab in Lab::each().await {
        for (status, wait) in [(529, "7"), (429, "11"), (503, "30")] {
            let told = json!({ "type": "error", "error": { "message": CANARY } });
            let answer = Answer::WithHeader(status, told, "retry-after", wait);
            let got = lab.ask(vec![answer], &question("hi")).await;
            assert_eq!(got.outcome, Err((503, "overloaded".into())), "{}", lab.name());
            assert_eq!((got.retry_after.as_deref(), got.asked.len()), (Some(wait), 1));
            assert!(!got.text.contains(CANARY), "{}", got.text);
        }
    }
}

/// Rows B22, B23.
#[tokio::test]
async fn a_providers_words_are_never_told() {
    let key = format!("Incorrect API key provided: {KEY}. {CANARY}");
    for lab in Lab::each().await {
        let html = "<html>upstream-secret-words sk-canary-4711</html>";
        for (answer, code) in [
            (Answer::Json(401, json!({ "error": { "message": key } })), "upstream"),
            (Answer::Text(401, "text/plain", html), "upstream"),
            (Answer::Text(200, "text/html", html), "bad-reply"),
            (Answer::Text(200, "application/json", html), "bad-reply"),
            (Answer::Text(500, "text/html", html), "upstream"),
            (Answer::Json(200, json!({ "error": { "message": key } })), "bad-reply"),
            (Answer::Json(200, json!([{ "error": { "message": key } }])), "bad-reply"),
            (Answer::Json(200, json!(CANARY)), "bad-reply"),
            (
                Answer::Pieces(
                    vec![format!("data: {{\"error\":{{\"message\":\"{CANARY}\"}}}}\n\n")],
                    Tail::End,
                ),
                "",
            ),
        ] {
            let got = lab.ask(vec![answer.clone()], &question("hi")).await;
            let is_right = if code.is_empty() {
                matches!(got.code(), "upstream" | "bad-reply")
            } else {
                got.code() == code
            };
            assert!(is_right, "{} {:?}: {got:?}", lab.name(), matches!(answer, Answer::Json(..)));
            assert!(got.outcome.is_err_and(|(status, _)| status == 502), "{}", lab.name());
            assert!(!got.text.contains(CANARY) && !got.text.contains("127.0.0.1"), "{}", got.text);
        }
    }
}

/// Rows A34, B24.
#[tokio::test]
async fn a_provider_that_says_nothing_is_given_up_in_time() {
    for lab in Lab::each_within(Duration::from_millis(700)).await {
        let silent = vec![
            Answer::Hang,
            Answer::Pieces(vec![], Tail::Hang),
            Answer::Pieces(vec![": still here\n\n".into()], Tail::Hang),
        ];
        for silent in silent {
            let got = lab.ask(vec![silent], &question("hi")).await;
            assert_eq!(got.outcome, Err((504, "upstream-timeout".into())), "{}", lab.name());
        }
    }
}

/// Rows A33, B25.
#[tokio::test]
async fn a_client_that_leaves_ends_the_call() {
    for wire in WIRES.into_iter().filter(|wire| *wire != Wire::Responses) {
        for streamed in [false, true] {
            let fake = Fake::start(vec![Answer::Hang]).await;
            let timeout = Duration::from_mins(1);
            let app =
                App::start(GatewayConfig { timeout, ..at(wire.provider(), &fake.url("")) }).await;
            let mut asked =
                app.request(reqwest::Method::POST).header("origin", PAGE).json(&question("hi"));
            if streamed {
                asked = asked.header("accept", "text/event-stream");
            }
            let waits = tokio::spawn(asked.send());
            fake.is_asked().await;
            waits.abort();
            fake.stream_is_over().await;
        }
    }
}

/// Rows A40, B28.
#[tokio::test]
async fn one_callers_failures_are_not_the_nexts() {
    for lab in Lab::each().await {
        let told = || json!({ "error": { "message": CANARY } });
        for failure in [
            Answer::WithHeader(529, told(), "retry-after", "7"),
            Answer::WithHeader(429, told(), "retry-after", "11"),
            Answer::Json(401, told()),
            Answer::Pieces(vec![], Tail::Break),
        ] {
            assert!(lab.ask(vec![failure], &question("hi")).await.outcome.is_err());
        }
        let got = lab.hears(&Said::text("Here.")).await;
        assert_eq!((&got.reply()["text"], got.asked.len()), (&json!("Here."), 1), "{}", lab.name());
    }
}

/// Rows A27, A28.
#[tokio::test]
async fn what_a_model_refuses_is_not_sent_again() {
    let told = "Function tools with reasoning_effort are not supported for gpt-5.6-terra in \
        /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
    for wire in [Wire::Chat, Wire::Compatible] {
        for lab in Lab::of(wire).await {
            let refused = Answer::Json(
                400,
                json!({ "error": { "message": told, "param": "reasoning_effort" } }),
            );
            let fine = Said::text("Fine.").on(wire, lab.streamed);
            let got = lab.ask(vec![refused, fine], &question("hi")).await;
            assert_eq!(got.asked[1].body["reasoning_effort"], "none", "{}", lab.name());
            assert_eq!(lab.is_asked(&question("hi")).await["reasoning_effort"], "none");
        }
    }
    // No sampling parameter goes to anybody: the rules of the APIs (`strict.rs`) are held against
    // every request of these tests.
    for lab in Lab::each().await {
        let sent = lab.is_asked(&question("hi")).await.to_string();
        assert!(!sent.contains("temperature") && !sent.contains("topP"), "{sent}");
    }
}

/// Rows A41, A42.
#[tokio::test]
async fn nothing_in_a_request_says_where_it_goes_or_with_which_key() {
    let elsewhere = Fake::start(vec![Answer::Json(200, json!({}))]).await;
    for lab in Lab::each().await {
        let mut body = question("hi");
        for key in
            ["base_url", "baseUrl", "api_base", "url", "api_key", "apiKey", "model", "provider"]
        {
            body[key] = Value::from(elsewhere.url("/v1"));
            body["messages"][0][key] = Value::from(elsewhere.url("/v1"));
        }
        let sent = lab.is_asked(&body).await;
        assert!(!sent.to_string().contains(&elsewhere.url("")), "{}: {sent}", lab.name());
        if lab.wire != Wire::Gemini {
            assert_eq!(sent["model"], "test-model");
        }
    }
    assert!(elsewhere.asked().is_empty());
}

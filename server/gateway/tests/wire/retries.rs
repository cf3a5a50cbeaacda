//! When a provider is asked again, and when not.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use site_agent_gateway::{GatewayConfig, Model, Provider};

use crate::app::{App, at, error, question};
use crate::fake::{Answer, Fake};

const EVERY: [Provider; 4] =
    [Provider::Anthropic, Provider::OpenAi, Provider::OpenAiCompatible, Provider::Gemini];

/// A reply that every provider's reader takes for its own.
fn fine() -> Answer {
    Answer::Json(
        200,
        json!({
            "stop_reason": "end_turn", "content": [{ "type": "text", "text": "Here." }],
            "choices": [{ "finish_reason": "stop", "message": { "content": "Here." } }],
            "candidates": [{ "finishReason": "STOP", "content": { "parts": [{ "text": "Here." }] } }],
        }),
    )
}

fn busy(status: u16, name: &'static str, value: &'static str) -> Answer {
    Answer::WithHeader(status, json!({ "error": { "message": "busy" } }), name, value)
}

async fn asks(provider: Provider, script: Vec<Answer>) -> (u16, usize, Duration) {
    let fake = Fake::start(script).await;
    let app = App::start(at(provider, &fake.url(""))).await;
    let began = Instant::now();
    let status = app.post(&question("hi")).await.status().as_u16();
    (status, fake.asked().len(), began.elapsed())
}

#[tokio::test]
async fn a_provider_that_names_a_short_time_is_waited_for_once() {
    for provider in EVERY {
        for (status, name, value) in [
            (429, "retry-after-ms", "200"),
            (529, "retry-after", "0.2"),
            (503, "retry-after-ms", "200"),
            (500, "x-should-retry", "true"),
        ] {
            let again = vec![busy(status, name, value), fine()];
            let (status, asked, took) = asks(provider, again).await;
            assert_eq!((status, asked), (200, 2), "{provider:?} {name}");
            assert!(took >= Duration::from_millis(200), "{took:?}");
            let twice = vec![busy(429, "retry-after-ms", "100"); 3];
            let (status, asked, _) = asks(provider, twice).await;
            assert_eq!((status, asked), (503, 2), "{provider:?}");
        }
    }
}

#[tokio::test]
async fn geminis_time_stands_in_its_body() {
    let wait = json!({ "error": { "code": 429, "details": [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.2s" }] } });
    let (status, asked, _) = asks(Provider::Gemini, vec![Answer::Json(429, wait), fine()]).await;
    assert_eq!((status, asked), (200, 2));
}

#[tokio::test]
async fn nobody_is_asked_again_unbidden_or_too_late() {
    for provider in EVERY {
        for answer in [
            // It does not say so.
            Answer::Json(429, json!({})),
            Answer::Json(500, json!({})),
            Answer::Json(503, json!({})),
            // It says no.
            Answer::Json(401, json!({})),
            busy(429, "x-should-retry", "false"),
            // The step's deadline (0.9 s) would have passed.
            busy(429, "retry-after", "1"),
            // The client waits better.
            busy(429, "retry-after", "11"),
        ] {
            let (status, asked, _) = asks(provider, vec![answer, fine()]).await;
            assert!(status >= 502, "{status}");
            assert_eq!(asked, 1, "{provider:?}");
        }
    }
}

#[tokio::test]
async fn a_second_model_is_asked_at_once_instead() {
    let fake = Fake::start(vec![busy(429, "retry-after-ms", "500"), fine()]).await;
    let config =
        GatewayConfig { fallback: Some(Model::Rules), ..at(Provider::OpenAi, &fake.url("/v1")) };
    let app = App::start(config).await;
    assert_eq!(app.ok(&question("show me the cart")).await["name"], "get_cart");
    assert_eq!(fake.asked().len(), 1);
}

/// One caller's failures never penalise another: the next is asked afresh.
#[tokio::test]
async fn failures_in_a_row_leave_nothing_behind() {
    let failures = [
        busy(529, "retry-after", "7"),
        busy(429, "retry-after", "11"),
        Answer::Json(401, json!({ "error": { "message": "x" } })),
    ];
    for provider in EVERY {
        let mut script = failures.to_vec();
        script.push(fine());
        let fake = Fake::start(script).await;
        let app = App::start(at(provider, &fake.url(""))).await;
        for code in ["overloaded", "overloaded", "upstream"] {
            assert_eq!(error(app.post(&question("hi")).await).await.1, code);
        }
        assert_eq!(app.ok(&question("hi")).await["text"], "Here.", "{provider:?}");
    }
}

/// An error that names a parameter and means something else teaches nothing.
#[tokio::test]
async fn what_did_not_help_is_not_learnt() {
    let long = json!({ "error": { "message": "The prompt and max_completion_tokens are too long together.", "param": null } });
    let script = vec![Answer::Json(400, long.clone()), Answer::Json(400, long), fine()];
    let fake = Fake::start(script).await;
    let app = App::start(at(Provider::OpenAi, &fake.url("/v1"))).await;
    assert_eq!(error(app.post(&question("hi")).await).await.1, "upstream");
    app.ok(&question("hi")).await;
    let asked = fake.asked();
    let limit = |nth: usize| asked[nth].body["max_completion_tokens"].clone();
    assert_eq!((limit(0), limit(1), limit(2)), (json!(1024), Value::Null, json!(1024)));
}

//! What goes wrong upstream, for every provider: its status and code, and nothing of its text.

use serde_json::{Value, json};
use site_agent_gateway::Provider;

use crate::app::{App, KEY, at, error, question};
use crate::fake::{Answer, Fake};

const CANARY: &str = "upstream-secret-words";
const EVERY: [Provider; 4] =
    [Provider::Anthropic, Provider::OpenAi, Provider::OpenAiCompatible, Provider::Gemini];

async fn fails(provider: Provider, answer: Answer) -> (u16, String, Option<String>) {
    let fake = Fake::start(vec![answer]).await;
    let app = App::start(at(provider, &fake.url(""))).await;
    let response = app.post(&question("hi")).await;
    let wait = response.headers().get("retry-after").map(|v| v.to_str().expect("text").to_owned());
    let (status, code, text) = error(response).await;
    for secret in [CANARY, KEY, "127.0.0.1", "test-model"] {
        assert!(!text.contains(secret), "{provider:?} leaks {secret}: {text}");
    }
    (status, code, wait)
}

#[tokio::test]
async fn each_failure_has_its_status_and_code() {
    let told = || json!({ "error": { "message": CANARY, "type": "x" } });
    for provider in EVERY {
        for (answer, status, code) in [
            (Answer::Json(500, told()), 502, "upstream"),
            (Answer::Json(401, told()), 502, "upstream"),
            (Answer::Json(404, told()), 502, "upstream"),
            (
                Answer::Text(200, "text/html", "<html>upstream-secret-words</html>"),
                502,
                "bad-reply",
            ),
            (
                Answer::Text(200, "application/json", "{\"content\":[{\"type\":\"tool_use\",\"inp"),
                502,
                "bad-reply",
            ),
            (Answer::Json(200, json!({})), 502, "bad-reply"),
            (Answer::Text(302, "text/plain", "upstream-secret-words"), 502, "upstream"),
            (Answer::Json(503, told()), 503, "overloaded"),
            (Answer::Hang, 504, "upstream-timeout"),
        ] {
            let got = fails(provider, answer).await;
            assert_eq!((got.0, got.1.as_str()), (status, code), "{provider:?}");
        }
    }
}

#[tokio::test]
async fn a_busy_provider_keeps_its_retry_after() {
    for provider in EVERY {
        let answer =
            Answer::WithHeader(429, json!({ "error": { "message": CANARY } }), "retry-after", "7");
        assert_eq!(
            fails(provider, answer).await,
            (503, "overloaded".into(), Some("7".into())),
            "{provider:?}"
        );
    }
    let gemini = json!({ "error": { "code": 429, "status": "RESOURCE_EXHAUSTED", "details": [
        { "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.4s" } ] } });
    assert_eq!(fails(Provider::Gemini, Answer::Json(429, gemini)).await.2.as_deref(), Some("35"));
    let spent = json!({ "error": { "code": "insufficient_quota", "message": CANARY } });
    assert_eq!(fails(Provider::OpenAi, Answer::Json(429, spent)).await.1, "upstream");
}

#[tokio::test]
async fn an_unreachable_provider_is_upstream() {
    let app = App::start(at(Provider::OpenAiCompatible, "http://127.0.0.1:9/v1")).await;
    let (status, code, text) = error(app.post(&question("hi")).await).await;
    assert_eq!((status, code.as_str()), (502, "upstream"));
    assert!(!text.contains("127.0.0.1"), "{text}");
}

#[tokio::test]
async fn a_cut_or_refused_reply_is_never_half_a_call() {
    let cut_call = json!([{ "id": "c", "type": "function", "function": { "name": "cart_add", "arguments": "{\"product\":\"mu" } }]);
    let rows: Vec<(Provider, Value, &str)> = vec![
        (
            Provider::Anthropic,
            json!({ "stop_reason": "max_tokens", "content": [{ "type": "tool_use", "id": "t", "name": "cart_add", "input": {} }] }),
            "truncated",
        ),
        (Provider::Anthropic, json!({ "stop_reason": "refusal", "content": [] }), "refused"),
        (Provider::Anthropic, json!({ "stop_reason": "end_turn", "content": [] }), "bad-reply"),
        (
            Provider::OpenAi,
            json!({ "choices": [{ "finish_reason": "length", "message": { "tool_calls": cut_call } }] }),
            "truncated",
        ),
        (
            Provider::OpenAi,
            json!({ "choices": [{ "finish_reason": "tool_calls", "message": { "tool_calls": cut_call } }] }),
            "bad-reply",
        ),
        (
            Provider::OpenAi,
            json!({ "choices": [{ "finish_reason": "content_filter", "message": { "content": "" } }] }),
            "refused",
        ),
        (
            Provider::OpenAi,
            json!({ "choices": [{ "finish_reason": "stop", "message": { "refusal": "no" } }] }),
            "refused",
        ),
        (Provider::OpenAi, json!({ "choices": [] }), "bad-reply"),
        (Provider::Gemini, json!({ "promptFeedback": { "blockReason": "SAFETY" } }), "refused"),
        (
            Provider::Gemini,
            json!({ "candidates": [{ "finishReason": "MAX_TOKENS", "content": { "parts": [{ "functionCall": { "name": "cart_add" } }] } }] }),
            "truncated",
        ),
        (
            Provider::Gemini,
            json!({ "candidates": [{ "finishReason": "MALFORMED_FUNCTION_CALL", "content": {} }] }),
            "bad-reply",
        ),
    ];
    for (provider, body, code) in rows {
        let got = fails(provider, Answer::Json(200, body.clone())).await;
        assert_eq!((got.0, got.1.as_str()), (502, code), "{provider:?} {body}");
    }
}

#[tokio::test]
async fn a_malformed_call_is_tried_once_more() {
    let bad = json!({ "choices": [{ "finish_reason": "tool_calls", "message": { "tool_calls": [{ "function": { "name": "get_cart", "arguments": "{oops" } }] } }] });
    let good =
        json!({ "choices": [{ "finish_reason": "stop", "message": { "content": "Here." } }] });
    let fake = Fake::start(vec![Answer::Json(200, bad), Answer::Json(200, good)]).await;
    let app = App::start(at(Provider::OpenAiCompatible, &fake.url("/v1"))).await;
    assert_eq!(app.ok(&question("hi")).await["text"], "Here.");
    assert_eq!(fake.asked().len(), 2);
}

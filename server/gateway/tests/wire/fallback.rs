//! A second model for when the first is down.

use serde_json::{Value, json};
use site_agent_gateway::{GatewayConfig, Model, Provider, Remote};

use crate::app::{App, KEY, at, error, question};
use crate::fake::{Answer, Fake, Tail};

/// The second provider's own key, which the first must never see, nor the other way round.
const OTHER_KEY: &str = "sk-canary-of-the-second";

fn says(text: &str) -> Answer {
    Answer::Json(
        200,
        json!({ "model": "second-2026", "choices": [{ "finish_reason": "stop", "message": { "content": text } }] }),
    )
}

fn both(first: &Fake, second: &Fake) -> GatewayConfig {
    let url = second.url("/v1");
    let second = Remote::new(Provider::OpenAi, "second", Some(OTHER_KEY.into()), Some(&url), false);
    GatewayConfig {
        fallback: Some(Model::Remote(second.expect("a model"))),
        ..at(Provider::Anthropic, &first.url(""))
    }
}

async fn with(first: Vec<Answer>, second: Vec<Answer>) -> (Fake, Fake, App) {
    let (first, second) = (Fake::start(first).await, Fake::start(second).await);
    let app = App::start(both(&first, &second)).await;
    (first, second, app)
}

#[tokio::test]
async fn the_second_answers_for_one_that_is_down_and_the_reply_says_which() {
    let told = json!({ "error": { "message": "no" } });
    for down in [
        Answer::Json(500, told.clone()),
        Answer::Json(529, told.clone()),
        Answer::Json(401, told),
        Answer::Pieces(vec![], Tail::Break),
        Answer::Hang,
    ] {
        let (first, second, app) = with(vec![down], vec![says("Here.")]).await;
        let reply = app.ok(&question("hi")).await;
        assert_eq!((&reply["text"], &reply["model"]), (&json!("Here."), &json!("second-2026")));
        assert_eq!((first.asked().len(), second.asked().len()), (1, 1));
        assert_eq!(first.asked()[0].headers["x-api-key"], KEY);
        assert_eq!(second.asked()[0].headers["authorization"], format!("Bearer {OTHER_KEY}"));
        assert_eq!(second.asked()[0].body["model"], "second");
    }
}

#[tokio::test]
async fn the_second_is_not_asked_about_what_it_would_not_mend() {
    let fine = json!({ "model": "first-2026", "stop_reason": "end_turn", "content": [{ "type": "text", "text": "Hi." }] });
    let refused = json!({ "stop_reason": "refusal", "content": [] });
    let (_, second, app) = with(vec![Answer::Json(200, fine)], vec![says("Here.")]).await;
    assert_eq!(app.ok(&question("hi")).await["model"], "first-2026");
    assert!(second.asked().is_empty());
    let (_, second, app) = with(vec![Answer::Json(200, refused)], vec![says("Here.")]).await;
    assert_eq!(error(app.post(&question("hi")).await).await.1, "refused");
    assert!(second.asked().is_empty());
}

#[tokio::test]
async fn where_both_are_down_the_first_ones_error_or_the_seconds_is_told() {
    let busy = || Answer::WithHeader(529, json!({}), "retry-after", "7");
    let (_, _, app) = with(vec![busy()], vec![Answer::Json(500, json!({}))]).await;
    assert_eq!(error(app.post(&question("hi")).await).await.1, "upstream");
    let (_, _, app) = with(vec![busy()], vec![Answer::Hang]).await;
    let response = app.post(&question("hi")).await;
    assert_eq!(response.headers()["retry-after"], "7");
    assert_eq!(error(response).await.1, "overloaded");
    let (_, _, app) = with(vec![Answer::Hang], vec![Answer::Hang]).await;
    assert_eq!(error(app.post(&question("hi")).await).await.1, "upstream-timeout");
}

#[tokio::test]
async fn the_rules_may_be_the_second() {
    let first = Fake::start(vec![Answer::Json(500, Value::Null)]).await;
    let config =
        GatewayConfig { fallback: Some(Model::Rules), ..at(Provider::Gemini, &first.url("")) };
    let reply = App::start(config).await.ok(&question("show me the cart")).await;
    assert_eq!(reply["name"], "get_cart", "{reply}");
}

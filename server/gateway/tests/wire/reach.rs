//! Where a provider's key never goes.

use serde_json::json;
use site_agent_gateway::{GatewayConfig, Model, Provider, Remote};

use crate::app::{App, at, error, question, settings};
use crate::fake::{Answer, Fake};

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = Fake::start(vec![Answer::Json(200, json!({}))]).await;
    let location: &'static str = elsewhere.url("/v1/messages").leak();
    for provider in [Provider::Anthropic, Provider::OpenAi, Provider::Gemini] {
        for status in [301, 302, 303, 307, 308] {
            let answer = Answer::WithHeader(status, json!({}), "location", location);
            let fake = Fake::start(vec![answer]).await;
            let app = App::start(at(provider, &fake.url(""))).await;
            let (status, code, text) = error(app.post(&question("hi")).await).await;
            assert_eq!((status, code.as_str()), (502, "upstream"));
            assert!(!text.contains(location), "{text}");
            assert_eq!(fake.asked().len(), 1, "{provider:?}");
        }
    }
    assert!(elsewhere.asked().is_empty(), "the key went along");
}

#[tokio::test]
async fn an_address_that_was_allowed_is_reached_by_its_name() {
    let says = json!({ "choices": [{ "finish_reason": "stop", "message": { "content": "Hi." } }] });
    let fake = Fake::start(vec![Answer::Json(200, says)]).await;
    let url = format!("http://localhost:{}/v1", fake.address.port());
    for allow_private in [false, true] {
        let remote = Remote::new(Provider::OpenAiCompatible, "m", None, Some(&url), allow_private);
        let model = Model::Remote(remote.expect("a model"));
        let app = App::start(GatewayConfig { model, ..settings() }).await;
        assert_eq!(app.ok(&question("hi")).await["text"], "Hi.");
    }
}

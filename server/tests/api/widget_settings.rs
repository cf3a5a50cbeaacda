//! `GET /api/widgets/{key}`.

use reqwest::StatusCode;
use serde_json::json;

use crate::test_app::TestApp;

#[tokio::test]
async fn any_page_may_read_the_public_settings_and_only_those() {
    let app = TestApp::with()
        .set("WIDGET_LABEL", "Ask us")
        .set("WIDGET_PRE_APPROVED", "add_to_cart, set_quantity")
        .set("WIDGET_MODELS", "chrome,proxy")
        .set("WIDGET_MAX_STEPS", "4")
        .set("WIDGET_PROVIDER", "openai")
        .set("WIDGET_MODEL", "some-model")
        .set("WIDGET_API_KEY", "sk-secret")
        .set("WIDGET_INSTRUCTIONS", "be brief")
        .start()
        .await;
    let reply = app.get("/api/widgets/default").await;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    assert_eq!(reply.header("cache-control"), "public, max-age=30");
    let expected = json!({
        "key": "default", "proxyUrl": "/api/agent", "label": "Ask us", "maxSteps": 4,
        "models": ["chrome", "proxy"], "preApproved": ["add_to_cart", "set_quantity"],
    });
    assert_eq!(reply.json(), expected);
}

#[tokio::test]
async fn an_unknown_key_is_said_so_in_json() {
    let app = TestApp::start().await;
    let reply = app.get("/api/widgets/wk_none").await;
    assert_eq!(reply.status, StatusCode::NOT_FOUND);
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_eq!(reply.json()["error"]["code"], "unknown-widget");
    assert_eq!(reply.json()["error"]["requestId"], reply.header("x-request-id"));
}

//! Widgets in the dashboard as an owner's browser meets them: plain forms, each answered with a page
//! that says what came of it.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::test_app::{Reply, TestApp};
use crate::widgets::{SHOP, ask, made};

const SECRET: &str = "sk-canary-page-4711-0815";

/// Sends a form as a browser does; the page that it is sent on to.
async fn submitted(app: &TestApp, function: &str, fields: &[(&str, &str)], who: &str) -> Reply {
    let reply = app.send(app.submit(&format!("own/{function}"), fields, who)).await;
    assert!(reply.status.is_redirection(), "{function}: {} {}", reply.status, reply.text());
    app.page(reply.header("location"), who).await
}

/// The key in the address of a widget's page.
fn key_in(page: &str) -> String {
    let (_, rest) = page
        .split_once("data-widget=&quot;")
        .unwrap_or_else(|| page.split_once("data-widget=\"").expect("a tag on the page"));
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}

#[tokio::test]
async fn a_widget_is_made_changed_paused_and_removed_by_plain_forms() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let fields = [
        ("fields[name]", "Ada’s <b>shop</b>"),
        ("fields[allowed_origins]", "https://shop.example\r\nhttps://www.shop.example\r\n"),
        ("fields[provider]", "rules"),
    ];
    let page = submitted(&app, "create_widget", &fields, &ada).await;
    assert_eq!(page.status, StatusCode::OK);
    let html = page.text();
    assert!(html.contains("The widget is there"), "{html}");
    assert!(html.contains("Ada’s &lt;b&gt;shop&lt;/b&gt;") && !html.contains("<b>shop"), "{html}");
    let key = key_in(html);
    assert_eq!(ask(&app, &key, "https://www.shop.example").await.status, StatusCode::OK);

    let change = [
        ("key", key.as_str()),
        ("fields[name]", "Ada's"),
        ("fields[label]", "Ask Ada"),
        ("fields[rate_limit]", "true"),
        ("fields[rate_limit.max]", "1"),
    ];
    let page = submitted(&app, "change_widget", &change, &ada).await;
    assert!(page.text().contains("Saved, and in force."), "{}", page.text());
    let public = app.get(&format!("/api/widgets/{key}")).await;
    assert_eq!(public.json()["label"], "Ask Ada");
    assert_eq!(ask(&app, &key, SHOP).await.status, StatusCode::OK);
    assert_eq!(ask(&app, &key, SHOP).await.status, StatusCode::TOO_MANY_REQUESTS);

    let off = [("key", key.as_str()), ("on", "false")];
    let page = submitted(&app, "switch_widget", &off, &ada).await;
    assert!(page.text().contains("The widget is paused"), "{}", page.text());
    assert_eq!(app.get(&format!("/api/widgets/{key}")).await.status, StatusCode::NOT_FOUND);

    let page = submitted(&app, "remove_widget", &[("key", &key)], &ada).await;
    assert!(page.text().contains("The widget is removed"), "{}", page.text());
    let page = app.page(&format!("/admin/widgets/{key}"), &ada).await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_is_wrong_stands_at_its_field_with_what_was_typed_but_for_the_key() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let fields = [
        ("fields[name]", "A name that was typed"),
        ("fields[allowed_origins]", "https://shop.example/path"),
        ("fields[provider]", "openai"),
        ("fields[provider_key]", SECRET),
    ];
    let page = submitted(&app, "create_widget", &fields, &ada).await;
    let html = page.text();
    for told in
        ["Nothing was changed", "A name that was typed", "https://shop.example/path", "is missing"]
    {
        assert!(html.contains(told), "{told}: {html}");
    }
    assert!(!html.contains("canary"), "{html}");
    assert_eq!(app.widgets().list().await.expect("read").len(), 1, "the configuration's alone");
    // A script is told the same with a status.
    let reply = app.send(app.call("own/create_widget", &fields, &ada)).await;
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
    let faults = &reply.json()["error"]["fields"];
    assert!(faults.as_array().is_some_and(|faults| faults.len() >= 2), "{faults}");
    assert!(!reply.text().contains("canary"), "{}", reply.text());
}

#[tokio::test]
async fn a_provider_key_is_on_no_page() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let key = made(&app, &[("provider", "openai"), ("model", "m")]).await;
    let fields = [("key", key.as_str()), ("provider_key", SECRET)];
    let page = submitted(&app, "set_provider_key", &fields, &ada).await;
    assert!(page.text().contains("It ends in …0815"), "{}", page.text());
    for path in
        ["", "/new", &format!("/{key}"), &format!("/{key}/preview"), &format!("/{key}/remove")]
    {
        let page = app.page(&format!("/admin/widgets{path}"), &ada).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(!page.text().contains("canary"), "{path}");
    }
    let page = submitted(&app, "forget_provider_key", &[("key", &key)], &ada).await;
    assert!(page.text().contains("No key is kept."), "{}", page.text());
}

#[tokio::test]
async fn one_click_allows_what_was_refused() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let key = made(&app, &[]).await;
    assert_eq!(ask(&app, &key, "https://new.example").await.status, StatusCode::FORBIDDEN);
    let page = app.page(&format!("/admin/widgets/{key}"), &ada).await;
    assert!(page.text().contains("Allow https://new.example"), "{}", page.text());
    let fields = [("key", key.as_str()), ("origin", "https://new.example")];
    let page = submitted(&app, "allow_origin", &fields, &ada).await;
    assert!(page.text().contains("Remove https://new.example"), "{}", page.text());
    assert!(!page.text().contains("Allow https://new.example"), "{}", page.text());
    assert_eq!(ask(&app, &key, "https://new.example").await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_configurations_widget_is_shown_masked_and_cannot_be_changed() {
    let app = TestApp::with()
        .set("WIDGET_PROVIDER", "openai")
        .set("WIDGET_MODEL", "the-model")
        .set("WIDGET_API_KEY", SECRET)
        .start()
        .await;
    let ada = app.owner().await;
    let page = app.page("/admin/widgets/default", &ada).await;
    assert!(page.text().contains("the-model") && page.text().contains("(set, not shown)"));
    assert!(!page.text().contains("canary") && !page.text().contains("change_widget"));
    let fields = [("key", "default"), ("fields[name]", "Mine")];
    let page = submitted(&app, "change_widget", &fields, &ada).await;
    assert!(page.text().contains("set by the configuration"), "{}", page.text());
}

#[tokio::test]
async fn a_viewer_may_look_and_is_offered_no_change() {
    let app = TestApp::start().await;
    app.owner().await;
    let vera = app.viewer("vera").await;
    let key = made(&app, &[]).await;
    ask(&app, &key, "https://new.example").await;
    for path in ["", "/new", &format!("/{key}"), &format!("/{key}/remove"), "/default"] {
        let page = app.page(&format!("/admin/widgets{path}"), &vera).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(!page.text().contains("/api/fn/admin/own/"), "{path}: {}", page.text());
    }
}

#[tokio::test]
async fn the_tag_names_the_public_address_also_below_a_path() {
    let app = TestApp::with().set("PUBLIC_URL", "http://agent.example/below").start().await;
    let key = made(&app, &[]).await;
    let cookie = crate::dashboard::cookie(&app.owner_from("http://agent.example/below").await);
    let page = app.page(&format!("/admin/widgets/{key}"), &cookie).await;
    let html = page.text().replace("&lt;", "<").replace("&quot;", "\"").replace("&gt;", ">");
    let tag = format!("src=\"http://agent.example/below/embed.js\" data-widget=\"{key}\"");
    assert!(html.contains(&tag), "{html}");
    assert!(html.contains("script-src http://agent.example 'wasm-unsafe-eval'"), "{html}");
    assert!(html.contains("action=\"/below/api/fn/admin/own/change_widget\""), "{html}");
}

#[tokio::test]
async fn the_tools_of_a_site_are_on_the_widgets_page() {
    let app = TestApp::start().await;
    let ada = app.owner().await;
    let key = made(&app, &[]).await;
    let step = |origin: &str, tools: &[&str]| {
        let tool = |name| json!({ "name": name, "inputSchema": { "type": "object" } });
        let tools: Vec<_> = tools.iter().map(tool).collect();
        let messages = json!([{ "role": "user", "text": "hello" }]);
        app.request(Method::POST, &format!("/api/agent?widget={key}"))
            .header("origin", origin)
            .header("content-type", "application/json")
            .body(json!({ "version": 1, "messages": messages, "tools": tools }).to_string())
    };
    let path = format!("/admin/widgets/{key}");
    assert!(app.page(&path, &ada).await.text().contains("once a visitor has asked something"));
    let asked = step(SHOP, &["get_cart", "add_to_cart"]);
    assert_eq!(app.send(asked).await.status, StatusCode::OK);
    // A page that may not ask tells nothing, nor does a step that is none.
    let foreign = step("https://evil.example", &["evil_tool"]);
    assert_eq!(app.send(foreign).await.status, StatusCode::FORBIDDEN);
    let broken = app
        .request(Method::POST, &format!("/api/agent?widget={key}"))
        .header("origin", app.origin())
        .header("content-type", "application/json")
        .body(r#"{"version":1,"tools":[{"name":"broken_tool"}]}"#);
    assert_eq!(app.send(broken).await.status, StatusCode::BAD_REQUEST);
    let page = app.page(&path, &ada).await;
    assert!(page.text().contains("add_to_cart, get_cart"), "{}", page.text());
    for nothing in ["evil_tool", "broken_tool"] {
        assert!(!page.text().contains(nothing), "{nothing}");
    }
    let sheet = app.widgets().sheet(&key).await.expect("read").expect("there");
    assert_eq!(sheet.tools.len(), 1, "{:?}", sheet.tools);
    assert_eq!(sheet.tools[0].origin, SHOP);
    // Another one's are its own.
    let other = made(&app, &[]).await;
    let sheet = app.widgets().sheet(&other).await.expect("read").expect("there");
    assert_eq!(sheet.tools, []);
}

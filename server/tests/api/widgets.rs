//! Widgets made in the dashboard: each with its own origins, limits and model, and each change from
//! the next request on.

use std::collections::BTreeMap;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use site_agent_app::admin::widgets::{Fields, Refusal};

use crate::test_app::{Reply, TestApp};
use crate::upstream::{completion, provider};

pub(crate) const SHOP: &str = "https://shop.example";

pub(crate) fn fields(pairs: &[(&str, &str)]) -> Fields {
    pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

/// A widget with these fields, which the shop's pages may use.
pub(crate) async fn made(app: &TestApp, more: &[(&str, &str)]) -> String {
    let mut all = fields(&[("name", "The shop's"), ("allowed_origins", SHOP)]);
    all.extend(fields(more));
    app.widgets().create(&all).await.expect("made")
}

/// The whole form of a widget, with some fields changed.
pub(crate) async fn form(app: &TestApp, key: &str, changed: &[(&str, &str)]) -> Fields {
    let sheet = app.widgets().sheet(key).await.expect("read").expect("there");
    let mut all: BTreeMap<_, _> = sheet.fields;
    all.extend(fields(changed));
    all
}

pub(crate) async fn ask(app: &TestApp, key: &str, origin: &str) -> Reply {
    ask_at(app, &format!("widget={key}"), origin).await
}

async fn ask_at(app: &TestApp, query: &str, origin: &str) -> Reply {
    let question = json!({ "version": 1, "messages": [{ "role": "user", "text": "hello" }] });
    let request = app
        .request(Method::POST, &format!("/api/agent?{query}"))
        .header("origin", origin)
        .header("content-type", "application/json");
    app.send(request.body(question.to_string())).await
}

fn code(reply: &Reply) -> Value {
    reply.json()["error"]["code"].clone()
}

#[tokio::test]
async fn a_widget_answers_its_own_origins_and_the_programs_own() {
    let app = TestApp::start().await;
    let key = made(&app, &[]).await;
    assert!(key.starts_with("wk_") && key.len() >= 20, "{key}");
    assert_eq!(ask(&app, &key, SHOP).await.status, StatusCode::OK);
    assert_eq!(ask(&app, &key, &app.origin()).await.status, StatusCode::OK);
    let refused = ask(&app, &key, "https://other.example").await;
    assert_eq!(
        (refused.status, code(&refused)),
        (StatusCode::FORBIDDEN, "origin-not-allowed".into())
    );
    // Each has a list of its own.
    let refused = ask(&app, "default", SHOP).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let empty = app.widgets().create(&fields(&[("name", "Empty")])).await.expect("made");
    assert_eq!(ask(&app, &empty, SHOP).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_refused_origin_is_shown_and_allowed_from_the_next_request_on() {
    let app = TestApp::start().await;
    let key = made(&app, &[]).await;
    for _ in 0..3 {
        ask(&app, &key, "https://new.example").await;
    }
    ask(&app, &key, "null").await;
    let sheet = app.widgets().sheet(&key).await.expect("read").expect("there");
    let refused: Vec<_> = sheet.refused.iter().map(|met| (met.place.as_str(), met.count)).collect();
    assert_eq!(refused, [("https://new.example", 3)], "only what could be allowed");
    assert!(sheet.refused[0].first <= sheet.refused[0].last);
    app.widgets().allow_origin(&key, "https://new.example").await.expect("allowed");
    assert_eq!(ask(&app, &key, "https://new.example").await.status, StatusCode::OK);
    let sheet = app.widgets().sheet(&key).await.expect("read").expect("there");
    assert_eq!(sheet.origins, [SHOP, "https://new.example"]);
    assert!(sheet.refused.is_empty(), "{:?}", sheet.refused);
    app.widgets().forbid_origin(&key, "https://new.example").await.expect("forbidden");
    assert_eq!(ask(&app, &key, "https://new.example").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn of_refused_origins_the_newest_fifty_are_kept() {
    let app = TestApp::start().await;
    let key = made(&app, &[("rate_limit", "")]).await;
    for round in 0..2 {
        for n in 0..40 {
            ask(&app, &key, &format!("https://{round}-{n}.example")).await;
        }
        // Each round is written on its own.
        app.widgets().sheet(&key).await.expect("read");
    }
    let sheet = app.widgets().sheet(&key).await.expect("read").expect("there");
    assert_eq!(sheet.refused.len(), 50);
    let newest = sheet.refused.iter().filter(|met| met.place.starts_with("https://1-")).count();
    assert_eq!(newest, 40);
}

#[tokio::test]
async fn a_page_that_loads_the_tag_is_seen_with_its_path_and_no_query() {
    let app = TestApp::start().await;
    let key = made(&app, &[("label", "Ask the shop"), ("theme", "dark")]).await;
    let settings = app
        .request(Method::GET, &format!("/api/widgets/{key}"))
        .header("origin", SHOP)
        .header("referer", "https://shop.example/cart?token=secret");
    let reply = app.send(settings).await;
    assert_eq!(reply.status, StatusCode::OK);
    let expected = json!({
        "key": key, "proxyUrl": "/api/agent", "label": "Ask the shop", "theme": "dark",
    });
    assert_eq!(reply.json(), expected);
    let sheet = app.widgets().sheet(&key).await.expect("read").expect("there");
    let seen: Vec<_> = sheet.seen.iter().map(|met| met.place.as_str()).collect();
    assert_eq!(seen, ["https://shop.example/cart"]);
    let list = app.widgets().list().await.expect("read");
    assert_eq!(list.iter().map(|w| w.key.as_str()).collect::<Vec<_>>(), ["default", &key]);
    assert!(list[0].last_seen.is_none() && list[1].last_seen.is_some());
}

#[tokio::test]
async fn limits_count_for_each_widget_apart_and_a_change_of_words_forgives_nothing() {
    let app = TestApp::start().await;
    let limit = [("rate_limit.max", "2"), ("rate_limit.window_ms", "900000")];
    let (one, other) = (made(&app, &limit).await, made(&app, &limit).await);
    for key in [&one, &other] {
        assert_eq!(ask(&app, key, SHOP).await.status, StatusCode::OK);
        assert_eq!(ask(&app, key, SHOP).await.status, StatusCode::OK);
        assert_eq!(ask(&app, key, SHOP).await.status, StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(ask(&app, "default", &app.origin()).await.status, StatusCode::OK);
    let words = form(&app, &one, &[("label", "Other words")]).await;
    app.widgets().change(&one, &words).await.expect("changed");
    assert_eq!(ask(&app, &one, SHOP).await.status, StatusCode::TOO_MANY_REQUESTS);
    let more = form(&app, &one, &[("rate_limit.max", "3")]).await;
    app.widgets().change(&one, &more).await.expect("changed");
    assert_eq!(ask(&app, &one, SHOP).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_days_budget_survives_other_changes() {
    let app = TestApp::start().await;
    let key = made(&app, &[("daily_requests", "1")]).await;
    assert_eq!(ask(&app, &key, SHOP).await.status, StatusCode::OK);
    app.widgets().allow_origin(&key, "https://new.example").await.expect("allowed");
    let reply = ask(&app, &key, "https://new.example").await;
    assert_eq!(
        (reply.status, code(&reply)),
        (StatusCode::TOO_MANY_REQUESTS, "budget-spent".into())
    );
}

#[tokio::test]
async fn each_has_its_own_model_changed_without_a_start() {
    let model = |name: &'static str| {
        provider(move |_, _| completion(&json!({ "role": "assistant", "content": name })))
    };
    let (first, second) = (model("the first").await, model("the second").await);
    let app = TestApp::start().await;
    let with = |url: &str| {
        [("provider", "openai-compatible"), ("model", "m"), ("base_url", url)]
            .map(|(n, t)| (n.to_owned(), t.to_owned()))
    };
    let key = made(&app, &[]).await;
    let said = async || ask(&app, &key, SHOP).await.json()["text"].clone();
    let rules = said().await;
    for (url, words) in [(&first, "the first"), (&second, "the second")] {
        let mut fields = form(&app, &key, &[]).await;
        fields.extend(with(url));
        app.widgets().change(&key, &fields).await.expect("changed");
        assert_eq!(said().await, words);
    }
    assert_ne!(rules, "the second");
    // Instructions of the page can be shut out, tokens bounded: all as in the file.
    let sheet = app.widgets().sheet(&key).await.expect("read").expect("there");
    assert_eq!(sheet.summary.model, "m at openai-compatible");
    assert_eq!(ask(&app, "default", &app.origin()).await.json()["text"], rules);
}

#[tokio::test]
async fn a_paused_one_is_not_there_and_a_removed_one_never_was() {
    let app = TestApp::start().await;
    let key = made(&app, &[]).await;
    let is_there = async || {
        let (agent, settings) =
            (ask(&app, &key, SHOP).await, app.get(&format!("/api/widgets/{key}")).await);
        let frame = app.get(&format!("/site-agent/frame?widget={key}")).await;
        let statuses = [agent.status, settings.status, frame.status];
        assert!(statuses.iter().all(|status| *status == statuses[0]), "{statuses:?}");
        if statuses[0] == StatusCode::NOT_FOUND {
            assert_eq!(code(&agent), "unknown-widget");
            assert_eq!(agent.header("access-control-allow-origin"), SHOP);
        }
        statuses[0] == StatusCode::OK
    };
    assert!(is_there().await);
    app.widgets().switch(&key, false).await.expect("paused");
    assert!(!is_there().await);
    app.widgets().switch(&key, true).await.expect("resumed");
    assert!(is_there().await);
    app.widgets().remove(&key).await.expect("removed");
    assert!(!is_there().await);
    assert_eq!(app.widgets().remove(&key).await, Err(Refusal::Missing));
    assert_eq!(app.widgets().sheet(&key).await, Ok(None));
}

#[tokio::test]
async fn a_frame_shows_itself_on_the_widgets_own_pages() {
    let app = TestApp::start().await;
    let key = made(&app, &[]).await;
    let reply = app.get(&format!("/site-agent/frame?widget={key}")).await;
    let policy = reply.header("content-security-policy");
    assert!(policy.ends_with(SHOP), "{policy}");
    let reply = app.get("/site-agent/frame?widget=default").await;
    assert!(!reply.header("content-security-policy").contains(SHOP));
}

#[tokio::test]
async fn runs_are_stored_as_the_widget_says_from_its_own_pages() {
    let app = TestApp::start().await;
    let (off, on) = (made(&app, &[]).await, made(&app, &[("traces", "metadata")]).await);
    let settings = app.get(&format!("/api/widgets/{on}")).await.json();
    assert_eq!(settings["traces"], "metadata");
    assert_eq!(settings["tracesUrl"], format!("/api/traces?widget={on}"));
    assert_eq!(app.get(&format!("/api/widgets/{off}")).await.json()["traces"], Value::Null);
    let keep = async |key: &str, origin: &str| {
        let request = app
            .request(Method::POST, &format!("/api/traces?widget={key}"))
            .header("origin", origin)
            .header("content-type", "application/json");
        code(&app.send(request.body("{}")).await)
    };
    assert_eq!(keep(&off, SHOP).await, "traces-off");
    assert_eq!(keep("wk_none", SHOP).await, "unknown-widget");
    assert_eq!(keep(&on, "https://other.example").await, "origin-not-allowed");
    let let_in = keep(&on, SHOP).await;
    assert!(
        !["traces-off", "unknown-widget", "origin-not-allowed"]
            .contains(&let_in.as_str().expect("a code")),
        "{let_in}"
    );
    let sheet = app.widgets().sheet(&on).await.expect("read").expect("there");
    assert_eq!(sheet.refused[0].place, "https://other.example");
}

#[tokio::test]
async fn an_address_that_names_two_widgets_means_one() {
    let app = TestApp::start().await;
    let key = made(&app, &[("rate_limit.max", "1"), ("rate_limit.window_ms", "900000")]).await;
    let twice = format!("widget={key}&widget=default");
    assert_eq!(ask_at(&app, &twice, SHOP).await.status, StatusCode::OK);
    assert_eq!(ask_at(&app, &twice, SHOP).await.status, StatusCode::TOO_MANY_REQUESTS);
    // However the name is spelt: who passes the layers of one is not answered by another.
    let spelt = format!("%77idget={key}&widget=default");
    assert_eq!(ask_at(&app, &spelt, SHOP).await.status, StatusCode::TOO_MANY_REQUESTS);
    let none = ask_at(&app, &format!("widget=none&widget={key}"), SHOP).await;
    assert_eq!(code(&none), "unknown-widget");
}

#[tokio::test]
async fn the_rules_for_settings_are_the_files() {
    let app = TestApp::start().await;
    let key = made(&app, &[]).await;
    for (field, text, words) in [
        ("max_tokens", "1", "16 to 131072"),
        ("max_messages", "many", "a whole number"),
        ("theme", "blue", "\"auto\" or \"light\" or \"dark\""),
        ("models", "gpt", "\"chrome\", \"proxy\" or \"rules\""),
        ("provider", "acme", "is not a provider"),
        ("allow_headers", "a:b", "is not a header's name"),
        ("traces", "all", "\"metadata\""),
        ("name", " ", "1 to 80"),
        ("label", &"x".repeat(301), "too long"),
    ] {
        let changed = form(&app, &key, &[(field, text)]).await;
        let refusal = app.widgets().change(&key, &changed).await.expect_err(field);
        let Refusal::Fields(faults) = refusal else { panic!("{field}: {refusal:?}") };
        let fault = faults.iter().find(|fault| fault.field == field).expect(field);
        assert!(fault.words.contains(words), "{field}: {}", fault.words);
    }
    for bad in ["*", "https://shop.example/", "https://shop.example/path", "shop.example", "null"] {
        let refusal = app.widgets().allow_origin(&key, bad).await.expect_err(bad);
        assert!(matches!(&refusal, Refusal::Fields(f) if f[0].words.contains("is not an origin")));
    }
    // Nothing of it was kept.
    assert_eq!(ask(&app, &key, SHOP).await.status, StatusCode::OK);
    assert_eq!(app.widgets().change("default", &Fields::new()).await, Err(Refusal::OfFile));
}

#[tokio::test]
async fn they_are_there_again_after_a_start() {
    let app = TestApp::start().await;
    let key = made(&app, &[("label", "Ask us")]).await;
    ask(&app, &key, "https://new.example").await;
    let app = app.restart_after(|_| {}).await;
    assert_eq!(ask(&app, &key, SHOP).await.status, StatusCode::OK);
    let sheet = app.widgets().sheet(&key).await.expect("read").expect("there");
    assert_eq!(sheet.fields["label"], "Ask us");
    // Also what was only noted when it ended.
    assert_eq!(sheet.refused.len(), 1);
}

//! A provider's key that was given in the dashboard: it is sealed, it is nowhere to be read, and it
//! goes to the host that it was given for and to no other.

use std::fs;
use std::sync::{Arc, Mutex};

use reqwest::StatusCode;
use serde_json::json;
use site_agent_app::admin::widgets::Refusal;

use crate::test_app::TestApp;
use crate::upstream::{completion, provider};
use crate::widgets::{SHOP, ask, form, made};

const KEY: &str = "sk-canary-dashboard-4711";

/// A provider, and the keys that it was sent.
async fn listening() -> (String, Arc<Mutex<Vec<String>>>) {
    let heard = Arc::<Mutex<Vec<String>>>::default();
    let notes = Arc::clone(&heard);
    let url = provider(move |headers, _| {
        let key = headers.get("authorization").map_or("none", |key| key.to_str().expect("text"));
        notes.lock().expect("the list").push(key.to_owned());
        completion(&json!({ "role": "assistant", "content": "ready" }))
    })
    .await;
    (url, heard)
}

fn heard(list: &Mutex<Vec<String>>) -> Vec<String> {
    std::mem::take(&mut *list.lock().expect("the list"))
}

/// Every byte below the data folder but the seal's own key.
fn kept(app: &TestApp) -> Vec<u8> {
    let entries = fs::read_dir(app.data()).expect("a folder");
    let files = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
    files.flat_map(|path| fs::read(path).expect("read")).collect()
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[tokio::test]
async fn it_is_sealed_at_rest_and_works_after_a_start() {
    let (url, list) = listening().await;
    let app = TestApp::start().await;
    let with = [("provider", "openai-compatible"), ("model", "m"), ("base_url", url.as_str())];
    let key = made(&app, &with).await;
    app.widgets().set_provider_key(&key, KEY).await.expect("kept");
    assert_eq!(ask(&app, &key, SHOP).await.status, StatusCode::OK);
    assert_eq!(heard(&list), [format!("Bearer {KEY}")]);
    let sheet = app.widgets().sheet(&key).await.expect("read").expect("there");
    assert_eq!(sheet.provider_key.as_deref(), Some("4711"));
    assert!(!format!("{sheet:?}").contains(KEY));
    let tested = app.widgets().test_provider(&key).await.expect("tested");
    assert!(
        tested.answers && tested.words.contains("m at openai-compatible answers"),
        "{tested:?}"
    );
    assert_eq!(heard(&list), [format!("Bearer {KEY}")]);
    let app = app.restart_after(|_| {}).await;
    assert!(!holds(&kept(&app), KEY), "in a file of the data folder");
    assert!(holds(&kept(&app), &key), "the search finds what is there");
    assert_eq!(ask(&app, &key, SHOP).await.status, StatusCode::OK);
    assert_eq!(heard(&list), [format!("Bearer {KEY}")]);
    let public = app.get(&format!("/api/widgets/{key}")).await;
    for told in [KEY, "4711", &url] {
        assert!(!public.text().contains(told), "{}", public.text());
    }
}

#[tokio::test]
async fn it_does_not_go_to_another_host() {
    let ((url, list), (other, others)) = (listening().await, listening().await);
    let app = TestApp::start().await;
    let with = [("provider", "openai-compatible"), ("model", "m"), ("base_url", url.as_str())];
    let key = made(&app, &[with.as_slice(), &[("provider_key", KEY)]].concat()).await;
    // Another path on the same host keeps it, also with other words changed.
    let path = form(&app, &key, &[("base_url", &format!("{url}/")), ("label", "New")]).await;
    assert_eq!(app.widgets().change(&key, &path).await, Ok(false));
    ask(&app, &key, SHOP).await;
    assert_eq!(heard(&list), [format!("Bearer {KEY}")]);
    let moved = form(&app, &key, &[("base_url", &other)]).await;
    assert_eq!(app.widgets().change(&key, &moved).await, Ok(true), "the key is dropped");
    ask(&app, &key, SHOP).await;
    assert_eq!(heard(&others), ["none"]);
    // Back again, it is not there either.
    let back = form(&app, &key, &[("base_url", &url)]).await;
    assert_eq!(app.widgets().change(&key, &back).await, Ok(false));
    ask(&app, &key, SHOP).await;
    assert_eq!(heard(&list), ["none"]);
    let sheet = app.widgets().sheet(&key).await.expect("read").expect("there");
    assert_eq!(sheet.provider_key, None);
}

#[tokio::test]
async fn a_database_that_was_changed_by_hand_moves_it_nowhere() {
    let ((url, _), (other, others)) = (listening().await, listening().await);
    let app = TestApp::start().await;
    let with = [("provider", "openai-compatible"), ("model", "m"), ("base_url", url.as_str())];
    let key = made(&app, &[with.as_slice(), &[("provider_key", KEY)]].concat()).await;
    let file = app.data().join("site-agent.db");
    let change = async || {
        use sqlx::Connection as _;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
        let mut database = sqlx::SqliteConnection::connect_with(&options).await.expect("open");
        let done = sqlx::query("UPDATE widgets SET settings = replace(settings, ?, ?)")
            .bind(&url)
            .bind(&other)
            .execute(&mut database)
            .await
            .expect("changed");
        assert_eq!(done.rows_affected(), 1);
        database.close().await.expect("closed");
    };
    change().await;
    let app = app.restart_after(|_| {}).await;
    let reply = ask(&app, &key, SHOP).await;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(reply.json()["error"]["code"], "not-configured");
    assert!(heard(&others).is_empty());
    let list = app.widgets().list().await.expect("read");
    assert!(list[1].fault.as_deref().is_some_and(|fault| fault.contains("provider key")));
}

#[tokio::test]
async fn without_one_a_provider_is_not_set_up_yet() {
    let app = TestApp::start().await;
    let key = made(&app, &[("provider", "openai"), ("model", "m")]).await;
    let reply = ask(&app, &key, SHOP).await;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE, "{}", reply.text());
    assert_eq!(reply.json()["error"]["code"], "not-configured");
    let tested = app.widgets().test_provider(&key).await.expect("looked at");
    assert!(!tested.answers && tested.words.contains("no provider key"), "{tested:?}");
}

#[tokio::test]
async fn a_test_says_in_words_what_is_wrong_and_repeats_no_key() {
    let url = provider(|_, _| (axum::http::StatusCode::UNAUTHORIZED, format!("no: {KEY}"))).await;
    let app = TestApp::start().await;
    let with = [("provider", "openai-compatible"), ("model", "m"), ("base_url", url.as_str())];
    let key = made(&app, &[with.as_slice(), &[("provider_key", KEY)]].concat()).await;
    let tested = app.widgets().test_provider(&key).await.expect("tested");
    assert!(!tested.answers && tested.words.contains("check the provider key"), "{tested:?}");
    assert!(!tested.words.contains(KEY), "{tested:?}");
}

#[tokio::test]
async fn only_a_key_that_a_header_carries_is_kept() {
    let app = TestApp::start().await;
    let key = made(&app, &[("provider", "openai"), ("model", "m")]).await;
    for bad in ["", "  ", "sk-1\nx: y", &"k".repeat(1_001)] {
        let refused = app.widgets().set_provider_key(&key, bad).await;
        assert!(matches!(refused, Err(Refusal::Fields(_))), "{bad:?}");
    }
    let rules = made(&app, &[]).await;
    assert!(matches!(app.widgets().set_provider_key(&rules, KEY).await, Err(Refusal::Fields(_))));
}

#[tokio::test]
async fn a_provider_is_where_the_file_lets_it_be() {
    let private =
        [("provider", "openai-compatible"), ("model", "m"), ("base_url", "http://10.0.0.7/v1")];
    let app = TestApp::start().await;
    let key = made(&app, &[]).await;
    for bad in [
        "http://10.0.0.7/v1",
        "https://169.254.169.254/latest",
        "http://models.example",
        "https://me:pw@models.example",
        "file:///etc/passwd",
    ] {
        let mut fields = form(&app, &key, &private).await;
        fields.insert("base_url".to_owned(), bad.to_owned());
        let refusal = app.widgets().change(&key, &fields).await.expect_err(bad);
        let Refusal::Fields(faults) = refusal else { panic!("{refusal:?}") };
        assert!(faults.iter().any(|fault| fault.field == "base_url"), "{bad}: {faults:?}");
        assert!(!format!("{faults:?}").contains("pw"), "{faults:?}");
    }
    let app = TestApp::with().set("WIDGET_ALLOW_PRIVATE_BASE_URL", "true").start().await;
    made(&app, &private).await;
}

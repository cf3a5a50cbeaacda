//! `GET /site-agent/frame`.

use std::collections::HashMap;

use reqwest::StatusCode;

use crate::test_app::{Reply, TestApp};

/// The policy's directives, and that there is one policy only.
fn policy(reply: &Reply) -> HashMap<&str, &str> {
    assert_eq!(reply.headers.get_all("content-security-policy").iter().count(), 1);
    let policy = reply.header("content-security-policy");
    let directives = policy.split(';').map(str::trim);
    directives.map(|directive| directive.split_once(' ').unwrap_or((directive, ""))).collect()
}

#[tokio::test]
async fn only_the_listed_origins_and_its_own_may_show_it() {
    let app = TestApp::with()
        .set("PUBLIC_URL", "https://agent.example/below")
        .set("WIDGET_ALLOWED_ORIGINS", "https://shop.example, http://localhost:8080")
        .start()
        .await;
    let reply = app.get("/site-agent/frame").await;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(
        policy(&reply)["frame-ancestors"],
        "'self' https://agent.example https://shop.example http://localhost:8080"
    );
    // It would win over `frame-ancestors` in old browsers, and knows no list.
    assert_eq!(reply.header("x-frame-options"), "");
}

#[tokio::test]
async fn without_a_list_only_the_program_itself_may_show_it() {
    let app = TestApp::start().await;
    let reply = app.get("/site-agent/frame").await;
    let own = app.origin();
    let by_name = own.replace("127.0.0.1", "localhost");
    assert_eq!(policy(&reply)["frame-ancestors"], format!("'self' {by_name} {own}"));
}

#[tokio::test]
async fn it_may_run_the_programs_own_files_and_nothing_else() {
    let app = TestApp::start().await;
    let reply = app.get("/site-agent/frame").await;
    let policy = policy(&reply);
    for (directive, value) in [
        ("default-src", "'none'"),
        ("script-src", "'self' 'wasm-unsafe-eval'"),
        ("style-src", "'self'"),
        ("connect-src", "'self'"),
        ("base-uri", "'none'"),
        ("form-action", "'none'"),
        ("require-trusted-types-for", "'script'"),
        ("trusted-types", "'none'"),
    ] {
        assert_eq!(policy.get(directive), Some(&value), "{directive}");
    }
    // Nothing inline: the policy has no nonce.
    let page = reply.text();
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("src=\"frame.js\""), "{page}");
    assert!(!page.contains("<style") && !page.contains("style="), "{page}");
}

#[tokio::test]
async fn a_page_that_isolates_itself_may_show_it() {
    let app = TestApp::start().await;
    for path in ["/site-agent/frame", "/site-agent/frame?widget=default"] {
        let reply = app.get(path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
        for (name, value) in [
            ("content-type", "text/html; charset=utf-8"),
            ("cross-origin-embedder-policy", "require-corp"),
            ("cross-origin-resource-policy", "cross-origin"),
            ("cache-control", "no-cache"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(reply.header(name), value, "{path}: {name}");
        }
        assert!(reply.headers.get("set-cookie").is_none(), "{path}");
    }
}

#[tokio::test]
async fn a_widget_that_is_not_there_has_no_frame() {
    let app = TestApp::start().await;
    let reply = app.get("/site-agent/frame?widget=wk_none").await;
    assert_eq!(reply.status, StatusCode::NOT_FOUND);
    assert_eq!(reply.json()["error"]["code"], "unknown-widget");
    assert_eq!(reply.header("cache-control"), "no-store");
}

//! The site's pages, and the headers that keep them to themselves.

use reqwest::StatusCode;

use crate::test_app::{STYLE, TestApp};

fn nonce(policy: &str) -> &str {
    let (_, rest) = policy.split_once("'nonce-").expect("a nonce in the policy");
    rest.split('\'').next().expect("its end")
}

#[tokio::test]
async fn the_front_page_answers_with_the_current_build() {
    let app = TestApp::start().await;
    let reply = app.get("/").await;
    assert_eq!(reply.status, StatusCode::OK);
    assert!(reply.header("content-type").starts_with("text/html"));
    assert!(reply.text().contains(STYLE), "{}", reply.text());
}

#[tokio::test]
async fn the_shop_is_there_without_javascript() {
    let app = TestApp::start().await;
    for (path, part) in [
        ("/shop", "Blue enamel mug"),
        ("/shop/products/MUG-BLUE", "14.00"),
        ("/shop/products/BOARD-WALNUT", "48.00"),
        ("/shop/search?q=mug", "Blue enamel mug"),
        ("/shop/cart", "cart"),
    ] {
        let reply = app.get(path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
        assert!(reply.text().contains(part), "{path}: {}", reply.text());
    }
    assert_eq!(app.get("/shop/products/NO-SUCH").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_page_has_a_policy_with_a_fresh_nonce_and_nothing_inline() {
    let app = TestApp::start().await;
    let (first, second) = (app.get("/").await, app.get("/").await);
    let policy = first.header("content-security-policy");
    for part in [
        "script-src 'self' 'nonce-",
        "'wasm-unsafe-eval'",
        "style-src 'self';",
        "connect-src 'self';",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
    ] {
        assert!(policy.contains(part), "{part} is not in {policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    assert_ne!(nonce(policy), nonce(second.header("content-security-policy")));
}

#[tokio::test]
async fn every_inline_script_carries_the_policys_nonce() {
    let app = TestApp::start().await;
    for path in ["/", "/shop", "/shop/products/MUG-BLUE", "/shop/checkout", "/none"] {
        let reply = app.get(path).await;
        let expected = format!("nonce=\"{}\"", nonce(reply.header("content-security-policy")));
        let scripts: Vec<_> = reply.text().split("<script").skip(1).collect();
        assert!(!scripts.is_empty(), "{path} wakes its islands");
        for script in scripts {
            let tag = script.split('>').next().expect("the tag's end");
            assert!(tag.contains("src=") || tag.contains(&expected), "{path}: <script{tag}>");
        }
        for inline in ["<style", " style=\"", " onclick=\"", " onload=\"", "javascript:"] {
            assert!(!reply.text().contains(inline), "{path}: {inline}");
        }
    }
}

#[tokio::test]
async fn pages_say_how_to_treat_them() {
    let app = TestApp::start().await;
    let reply = app.get("/").await;
    assert_eq!(reply.header("x-content-type-options"), "nosniff");
    assert_eq!(reply.header("referrer-policy"), "same-origin");
    assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin");
    assert_eq!(reply.header("cache-control"), "private, no-cache");
}

#[tokio::test]
async fn an_address_that_leads_nowhere_is_a_page_and_a_404() {
    let app = TestApp::start().await;
    let reply = app.get("/no/such/page").await;
    assert_eq!(reply.status, StatusCode::NOT_FOUND);
    assert!(reply.header("content-type").starts_with("text/html"));
    assert!(reply.header("content-security-policy").contains("'nonce-"));
}

#[tokio::test]
async fn a_host_of_our_own_is_for_https_alone_and_nobody_elses_is() {
    for (public_url, promise) in [
        ("https://desk.example", "max-age=31536000"),
        ("https://desk.example:443/", "max-age=31536000"),
        // Somebody else decides for these hosts.
        ("https://shop.example/agent", ""),
        ("https://shop.example:8443", ""),
        ("https://localhost", ""),
        // A promise made over http would be one to lock people out.
        ("http://desk.example", ""),
        ("", ""),
    ] {
        let app = TestApp::with().set("PUBLIC_URL", public_url).start().await;
        for path in ["/", "/admin/login", "/embed.js", "/api/widgets/default", "/nowhere"] {
            let reply = app.get(path).await;
            let said = reply.header("strict-transport-security");
            assert_eq!(said, promise, "{public_url} {path}");
        }
    }
}

//! What one client and what all together may ask of the proxy, through the whole program.

use futures::future::join_all;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::json;

use crate::test_app::{Reply, Setup, TestApp};
use crate::upstream::{completion, provider, with_model};

fn request(app: &TestApp) -> RequestBuilder {
    let question = json!({ "version": 1, "messages": [{ "role": "user", "text": "hello" }] });
    app.request(Method::POST, "/api/agent")
        .header("origin", app.origin())
        .header("content-type", "application/json")
        .body(question.to_string())
}

async fn ask(app: &TestApp) -> Reply {
    app.send(request(app)).await
}

/// Asks in the name of each of these addresses in turn; whether each was let through.
async fn from(app: &TestApp, header: &str, addresses: &[&str]) -> Vec<bool> {
    let mut passed = Vec::new();
    for address in addresses {
        let reply = app.send(request(app).header(header, *address)).await;
        assert!(matches!(reply.status.as_u16(), 200 | 429), "{}", reply.text());
        passed.push(reply.status == StatusCode::OK);
    }
    passed
}

fn seconds(reply: &Reply) -> u64 {
    reply.header("retry-after").parse().expect("whole seconds")
}

/// Two in a quarter of an hour, so that none comes back while a test is slow.
fn two() -> Setup {
    TestApp::with().set("WIDGET_RATE_LIMIT_MAX", "2").set("WIDGET_RATE_LIMIT_WINDOW_MS", "900000")
}

#[tokio::test]
async fn of_twenty_one_at_once_one_is_told_when_to_come_back() {
    // Twenty as by default, but slower to come back than any machine is.
    let app = TestApp::with().set("WIDGET_RATE_LIMIT_WINDOW_MS", "1200000").start().await;
    let replies = join_all((0..21).map(|_| ask(&app))).await;
    let (passed, refused): (Vec<_>, Vec<_>) =
        replies.iter().partition(|reply| reply.status == StatusCode::OK);
    assert_eq!((passed.len(), refused.len()), (20, 1));
    assert_eq!(refused[0].status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused[0].json()["error"]["code"], "rate-limited");
    assert!((1..=60).contains(&seconds(refused[0])), "one comes back each minute: {refused:?}");
}

#[tokio::test]
async fn who_comes_back_when_told_is_let_through_and_not_before() {
    let setup = TestApp::with().set("WIDGET_RATE_LIMIT_MAX", "1");
    let app = setup.set("WIDGET_RATE_LIMIT_WINDOW_MS", "5000").start().await;
    assert_eq!(ask(&app).await.status, StatusCode::OK);
    let told = seconds(&ask(&app).await);
    assert!((1..=5).contains(&told), "{told}");
    tokio::time::sleep(std::time::Duration::from_secs(told)).await;
    assert_eq!(ask(&app).await.status, StatusCode::OK, "true to the second");
}

#[tokio::test]
async fn a_limit_that_is_off_is_off() {
    let app = TestApp::with().set("WIDGET_RATE_LIMIT", "false").start().await;
    let replies = join_all((0..60).map(|_| ask(&app))).await;
    assert!(replies.iter().all(|reply| reply.status == StatusCode::OK));
}

#[tokio::test]
async fn an_address_that_anybody_can_write_changes_nothing() {
    let app = two().start().await;
    let spoofed = ["198.51.100.1", "198.51.100.2", "198.51.100.3"];
    assert_eq!(from(&app, "x-forwarded-for", &spoofed).await, [true, true, false]);
    // Behind a proxy that is elsewhere, the one who speaks to us is still the client.
    let app = two().set("WIDGET_TRUSTED_PROXIES", "10.0.0.0/8").start().await;
    assert_eq!(from(&app, "x-forwarded-for", &spoofed).await, [true, true, false]);
    let app = two()
        .set("WIDGET_TRUSTED_PROXIES", "10.0.0.0/8")
        .set("WIDGET_CLIENT_IP_HEADER", "cf-connecting-ip")
        .start()
        .await;
    assert_eq!(from(&app, "cf-connecting-ip", &spoofed).await, [true, true, false]);
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_visitor_is_a_client() {
    let app = two().set("WIDGET_TRUSTED_PROXIES", "127.0.0.0/8,10.0.0.0/8").start().await;
    let chains = [
        "198.51.100.1",
        "198.51.100.1",
        "198.51.100.1",
        // What the visitor itself put in front is not looked at.
        "203.0.113.7, 198.51.100.1",
        "198.51.100.2, 10.1.2.3",
        "198.51.100.2",
        "198.51.100.2",
    ];
    let passed = from(&app, "x-forwarded-for", &chains).await;
    assert_eq!(passed, [true, true, false, false, true, true, false]);
}

#[tokio::test]
async fn the_owners_header_is_believed_of_a_trusted_proxy() {
    let app = two()
        .set("WIDGET_TRUSTED_PROXIES", "127.0.0.1")
        .set("WIDGET_CLIENT_IP_HEADER", "cf-connecting-ip")
        .start()
        .await;
    let visitors =
        ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:2::3", "2001:db8:1:3::1"];
    let passed = from(&app, "cf-connecting-ip", &visitors).await;
    assert_eq!(passed, [true, true, false, true], "a household of IPv6 is one client");
}

#[tokio::test]
async fn a_days_steps_are_bounded_for_all_clients_together() {
    let app = TestApp::with()
        .set("WIDGET_DAILY_REQUESTS", "3")
        .set("WIDGET_TRUSTED_PROXIES", "127.0.0.1")
        .start()
        .await;
    // What is no step costs none.
    let broken = request(&app).body("not JSON");
    assert_eq!(app.send(broken).await.status, StatusCode::BAD_REQUEST);
    let visitors = ["198.51.100.1", "198.51.100.2", "198.51.100.3", "198.51.100.4"];
    let passed = from(&app, "x-forwarded-for", &visitors).await;
    assert_eq!(passed, [true, true, true, false]);
    let reply = ask(&app).await;
    assert_eq!(reply.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(reply.json()["error"]["code"], "budget-spent");
    assert_eq!(reply.header("access-control-allow-origin"), app.origin());
    let a_third_of_a_day = 24 * 60 * 60 / 3;
    assert!((1..=a_third_of_a_day).contains(&seconds(&reply)), "{reply:?}");
}

#[tokio::test]
async fn a_days_tokens_are_bounded_by_what_the_provider_counts() {
    // Twelve a step.
    let url = provider(|_, _| completion(&json!({ "role": "assistant", "content": "Hi." }))).await;
    let app = with_model(&url).set("WIDGET_DAILY_TOKENS", "20").start().await;
    let mut passed = Vec::new();
    for _ in 0..3 {
        passed.push(ask(&app).await.status.as_u16());
    }
    assert_eq!(passed, [200, 200, 429], "two steps are 24, and the third would be too much");
    let reply = ask(&app).await;
    assert_eq!(reply.json()["error"]["code"], "budget-spent");
    assert!(seconds(&reply) <= 24 * 60 * 60, "{reply:?}");
}

#[tokio::test]
async fn a_step_that_came_to_nothing_is_not_free() {
    let url = provider(|_, _| (axum::http::StatusCode::INTERNAL_SERVER_ERROR, "no")).await;
    let app = with_model(&url).set("WIDGET_DAILY_TOKENS", "5").start().await;
    for code in ["upstream", "upstream", "budget-spent"] {
        assert_eq!(
            ask(&app).await.json()["error"]["code"],
            code,
            "the first one took all there was"
        );
    }
}

//! Limits: per client, and in flight.

use std::time::Duration;

use futures::future::join_all;
use reqwest::Method;
use site_agent_gateway::{Provider, RateLimit};

use crate::app::{App, PAGE, at, error, question, settings};
use crate::fake::{Answer, Fake};

#[tokio::test]
async fn of_twenty_one_at_once_one_is_told_to_wait() {
    let mut config = settings();
    config.rate_limit = Some(RateLimit::default());
    let app = App::start(config).await;
    let question = question("show me the cart");
    let responses = join_all((0..21).map(|_| app.post(&question))).await;
    let (fine, refused): (Vec<_>, Vec<_>) = responses.into_iter().partition(|r| r.status() == 200);
    assert_eq!((fine.len(), refused.len()), (20, 1));
    for response in refused {
        let wait: u64 =
            response.headers()["retry-after"].to_str().expect("text").parse().expect("seconds");
        assert!((1..=4).contains(&wait), "20 a minute come back every 3 s, not {wait}");
        assert_eq!(response.headers()["access-control-allow-origin"], PAGE);
        let (status, code, _) = error(response).await;
        assert_eq!((status, code.as_str()), (429, "rate-limited"));
    }
}

/// Rows A35.
#[tokio::test]
async fn a_spoofed_address_changes_nothing() {
    let mut config = settings();
    config.rate_limit = Some(RateLimit { window: Duration::from_mins(1), max: 2 });
    let app = App::start(config).await;
    let mut statuses = vec![];
    for n in 0..4 {
        let sent = app
            .request(Method::POST)
            .header("origin", PAGE)
            .header("x-forwarded-for", format!("198.51.100.{n}"));
        statuses.push(
            sent.json(&question("show me the cart"))
                .send()
                .await
                .expect("an answer")
                .status()
                .as_u16(),
        );
    }
    assert_eq!(statuses, [200, 200, 429, 429]);
}

#[tokio::test]
async fn a_full_house_is_told_at_once() {
    let fake = Fake::start(vec![Answer::Hang]).await;
    let mut config = at(Provider::OpenAiCompatible, &fake.url("/v1"));
    config.max_in_flight = 1;
    let app = App::start(config).await;
    let (one, two) = (question("a"), question("b"));
    let (first, second) = tokio::join!(app.post(&one), async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        app.post(&two).await
    });
    assert_eq!(error(second).await.1, "overloaded");
    assert_eq!(error(first).await.1, "upstream-timeout");
    // The place is free again.
    assert_eq!(error(app.post(&one).await).await.1, "upstream-timeout");
}

/// Rows A36.
#[tokio::test]
async fn behind_a_trusted_proxy_each_visitor_has_a_limit_of_their_own() {
    let mut config = settings();
    config.rate_limit = Some(RateLimit { window: Duration::from_mins(1), max: 1 });
    config.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    let app = App::start(config).await;
    let mut statuses = vec![];
    for forwarded in ["198.51.100.1", "198.51.100.2", "9.9.9.9, 198.51.100.1"] {
        let sent = app.request(Method::POST).header("origin", PAGE);
        let sent = sent.header("x-forwarded-for", forwarded).json(&question("show me the cart"));
        statuses.push(sent.send().await.expect("an answer").status().as_u16());
    }
    assert_eq!(statuses, [200, 200, 429], "what comes before the proxy's own word is not believed");
}

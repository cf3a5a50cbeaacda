//! A stream's silence and its deadline, on a clock of our own.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::Live;
use crate::config::GatewayConfig;
use crate::observe::Watch;
use crate::upstream::Reading;

#[tokio::test(start_paused = true)]
async fn a_silent_model_is_waited_for_audibly_until_the_deadline() {
    let permits = Arc::new(Semaphore::new(1));
    let permit = Arc::clone(&permits).try_acquire_owned().expect("a permit");
    let until = Instant::now() + Duration::from_secs(25);
    let watch = Watch::new(&GatewayConfig::default(), true);
    let mut events = Live::new(Reading::silent(), until, permit, watch).events("So ");
    let mut heard = Vec::new();
    while let Some(event) = events.next().await {
        heard.push(String::from_utf8(event.to_vec()).expect("text"));
        let is_last = heard.last().is_some_and(|event| event.starts_with("event: error"));
        assert_eq!(permits.available_permits(), usize::from(is_last), "held until the end");
    }
    assert_eq!(Instant::now(), until);
    assert_eq!(
        heard[..3],
        ["event: delta\ndata: {\"text\":\"So \"}\n\n", ": beat\n\n", ": beat\n\n"]
    );
    assert!(heard[3].starts_with("event: error\n") && heard[3].contains("upstream-timeout"));
    assert_eq!(heard.len(), 4);
}

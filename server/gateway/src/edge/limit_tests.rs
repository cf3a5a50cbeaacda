//! What the limiter remembers.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::ConnectInfo;
use governor::{Quota, RateLimiter};
use http::Request;
use tower_governor::key_extractor::KeyExtractor as _;

use super::super::client::Trust;
use super::{Client, ClientKey, REMEMBERED};

fn from(address: u32) -> Request<()> {
    let mut request = Request::new(());
    let peer = SocketAddr::new(Ipv4Addr::from(address).into(), 1);
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

/// Rows A37.
#[test]
fn strangers_beyond_number_share_one_bucket() {
    let limiter = Arc::new(RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN)));
    let key = ClientKey { trust: Trust { proxies: vec![], header: None }, limiter: Arc::default() };
    key.limiter.set(Arc::clone(&limiter)).expect("the first");
    let strangers = u32::try_from(REMEMBERED).expect("a number") + 20_000;
    for address in 0..strangers {
        let client = key.extract(&from(address)).expect("a client");
        assert_eq!(client == Client::Crowd, address as usize >= REMEMBERED, "{address}");
        let _ = limiter.check_key(&client);
    }
    assert_eq!(limiter.len(), REMEMBERED + 1, "those, and the crowd");
    // Who was there before the crowd came is in it for that long, and is not let in twice.
    assert_eq!(key.extract(&from(0)).expect("a client"), Client::Crowd);
    assert!(limiter.check_key(&Client::Crowd).is_err());
}

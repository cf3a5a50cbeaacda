//! What the limiter remembers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::extract::ConnectInfo;
use http::Request;
use tower_governor::key_extractor::KeyExtractor as _;

use super::super::client::Trust;
use super::{CROWDS, Client, LOOK, RateLimit, governor};
use crate::config::GatewayConfig;

fn from(address: IpAddr) -> Request<()> {
    let mut request = Request::new(());
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address, 1)));
    request
}

/// The memory of this process, in kilobytes, where it can be read.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Rows A37.
#[test]
fn a_million_clients_are_not_all_remembered() {
    let trust = Trust { proxies: vec![], header: None };
    let remembered = GatewayConfig::default().remembered_clients;
    // So slow that none is forgotten meanwhile, as if all had come in one minute.
    let limit = RateLimit { window: Duration::from_hours(24), max: 2 };
    let (governor, key) = governor(limit, trust, remembered).expect("a limit");
    let limiter = governor.limiter();
    let before = memory();
    let mut refused = 0;
    for n in 0..1_000_000_u32 {
        // Spread over all networks.
        let address = Ipv4Addr::from_bits(n.wrapping_mul(2_654_435_761));
        let client = key.extract(&from(address.into())).expect("a client");
        refused += u32::from(limiter.check_key(&client).is_err());
    }
    let kept = limiter.len();
    let crowds = usize::try_from(CROWDS).expect("a number");
    assert!((remembered..=remembered + crowds + LOOK).contains(&kept), "{kept}");
    assert!(refused > 800_000, "the crowds are limited, too: {refused}");
    if let (Some(before), Some(after)) = (before, memory()) {
        println!("a million clients: {kept} remembered in {} KB", after.saturating_sub(before));
    }
    // Who was there before the crowd came is in it for that long, and is not let in twice.
    let first = key.extract(&from(Ipv4Addr::UNSPECIFIED.into())).expect("a client");
    assert_eq!(first, Client::crowd(Ipv4Addr::UNSPECIFIED.into()));
    assert!(limiter.check_key(&first).is_err());
}

#[test]
fn who_owns_a_network_crowds_his_neighbours() {
    let crowd = |address: &str| Client::crowd(address.parse().expect(address));
    assert_eq!(crowd("192.0.2.1"), crowd("192.0.99.9"));
    assert_ne!(crowd("192.0.2.1"), crowd("198.51.100.1"));
    assert_eq!(crowd("2001:db8:1::"), crowd("2001:db8:ffff::"));
    assert_ne!(crowd("2001:db8::"), crowd("2001:db9::"));
}

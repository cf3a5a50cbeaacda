//! Which addresses are reached, and which are not.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::{Reach, is_public, with_lookup};
use crate::config::{Provider, Remote};
use crate::provider::Fault;
use crate::upstream::unreachable;

#[test]
fn only_addresses_of_the_open_internet_are_public() {
    for inside in [
        "127.0.0.1",
        "127.8.9.10",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "0.1.2.3",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "203.0.113.1",
        "::1",
        "::",
        "::10.0.0.1",
        "fe80::1",
        "fc00::1",
        "fd00:ec2::254",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "ff02::1",
        "2001:0:1::",
        "2001:db8::1",
        "3fff::1",
    ] {
        assert!(!is_public(inside.parse().expect(inside)), "{inside}");
    }
    for open in [
        "1.1.1.1",
        "192.0.66.2",
        "172.32.0.1",
        "100.128.0.1",
        "203.0.114.1",
        "::ffff:1.1.1.1",
        "2606:4700::1111",
        "2a00:1450::1",
    ] {
        assert!(is_public(open.parse().expect(open)), "{open}");
    }
}

#[test]
fn what_a_base_url_may_lead_to_is_the_owners_word() {
    for (url, allow_private, reach) in [
        ("https://models.example/v1", false, Reach::Public),
        ("https://localhost.example", false, Reach::Public),
        ("http://localhost:11434/v1", false, Reach::Loopback),
        ("http://ollama:11434/v1", true, Reach::Anywhere),
    ] {
        let remote = Remote::new(Provider::OpenAiCompatible, "m", None, Some(url), allow_private);
        assert_eq!(Reach::of(&remote.expect("a model")), reach, "{url}");
    }
}

/// A name server in somebody else's hand.
fn rebound(_: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
    Box::pin(async { Ok(vec![IpAddr::from([127, 0, 0, 1])]) })
}

fn inside(_: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
    Box::pin(async { Ok(vec![IpAddr::from([10, 0, 0, 7])]) })
}

/// Whether a request to a name that `rebound` resolves reaches this machine.
async fn arrives(reach: Reach) -> bool {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let client = with_lookup(reach, rebound).expect("a client");
    let sent = tokio::spawn(
        client.post(format!("http://models.example:{port}/v1")).header("x-api-key", "sk").send(),
    );
    let arrived = timeout(Duration::from_millis(500), listener.accept()).await.is_ok();
    if !arrived {
        let error = sent.await.expect("no panic").expect_err("nobody answered");
        let Fault::Unreachable(told) = unreachable(&error) else { panic!("{error:?}") };
        assert!(told.contains("allow private addresses"), "{told}");
    }
    arrived
}

#[tokio::test]
async fn a_name_that_leads_inside_is_refused_when_it_is_connected_to() {
    assert!(!arrives(Reach::Public).await);
    assert!(arrives(Reach::Loopback).await);
    assert!(arrives(Reach::Anywhere).await);
}

#[tokio::test]
async fn localhost_leads_to_this_machine_only() {
    let client = with_lookup(Reach::Loopback, inside).expect("a client");
    let refused = timeout(Duration::from_secs(1), client.get("http://localhost:9/").send()).await;
    let error = refused.expect("at once, without a packet").expect_err("refused");
    assert!(error.is_connect(), "{error:?}");
}

//! The HTTP client that talks to providers: no redirects, no proxies, no private addresses.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect;

use crate::config::{ConfigError, Remote};

/// A client for one provider.
pub(crate) fn client(remote: &Remote) -> Result<reqwest::Client, ConfigError> {
    // A second installation is refused and changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let loopback_only = remote.base_url.host_str().is_some_and(|host| host == "localhost");
    let mut builder = reqwest::Client::builder()
        .redirect(redirect::Policy::none())
        .no_proxy()
        .connect_timeout(Duration::from_secs(5))
        .pool_idle_timeout(Duration::from_secs(90))
        .tcp_nodelay(true);
    if !remote.allow_private && !loopback_only {
        builder = builder.dns_resolver(Arc::new(PublicOnly));
    }
    builder.build().map_err(|error| ConfigError::Client(error.to_string()))
}

/// Resolves names to public addresses only: a name that an attacker points at the inside is refused
/// at the moment of connecting, not only when it is configured.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err("the name resolves to no public address".into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is one that anybody on the internet could reach.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, ..] = v4.octets();
            !(v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_multicast()
                || v4.is_broadcast()
                || v4.is_documentation()
                || a == 0
                || a >= 240
                || (a == 100 && (64..128).contains(&b))
                || (a == 198 && (18..20).contains(&b))
                || (a == 192 && b == 0))
        }
        IpAddr::V6(v6) => {
            if let Some(v4) = v6.to_ipv4() {
                return is_public(IpAddr::V4(v4));
            }
            let first = v6.segments()[0];
            // Global unicast only; NAT64 and 6to4 could lead inside.
            (0x2000..0x4000).contains(&first)
                && first != 0x2002
                && !(first == 0x2001 && v6.segments()[1] < 0x200)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn only_addresses_of_the_open_internet_are_public() {
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "ff02::1",
            "2001:0:1::",
        ] {
            assert!(!is_public(inside.parse().expect(inside)), "{inside}");
        }
        for open in ["1.1.1.1", "203.0.114.1", "2606:4700::1111", "2a00:1450::1"] {
            assert!(is_public(open.parse().expect(open)), "{open}");
        }
    }
}

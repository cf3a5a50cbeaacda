//! Which client a request comes from: the right-most hop that no trusted proxy vouches for.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use http::{HeaderMap, HeaderName, Request};
use ipnet::IpNet;

/// Whose word on a client's address is believed.
#[derive(Clone, Debug)]
pub struct Trust {
    /// The proxies in front of the server.
    pub proxies: Vec<IpNet>,
    /// The header in which they name the client; `X-Forwarded-For` counts besides.
    pub header: Option<HeaderName>,
}

impl Trust {
    /// The client's address, IPv6 cut to its /64; `None` when the server knows no peer.
    pub fn client<T>(&self, request: &Request<T>) -> Option<IpAddr> {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>()?.0.ip().to_canonical();
        Some(network(self.behind(peer, request.headers())))
    }

    fn behind(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer;
        }
        if let Some(name) = &self.header
            && let Some(address) =
                headers.get(name).and_then(|value| value.to_str().ok()?.trim().parse().ok())
        {
            return address;
        }
        let mut client = peer;
        let hops = headers.get_all("x-forwarded-for").iter().rev();
        for hop in hops.filter_map(|value| value.to_str().ok()).flat_map(|text| text.rsplit(',')) {
            let Some(address) = address(hop.trim()) else {
                break;
            };
            client = address;
            if !self.trusts(address) {
                break;
            }
        }
        client
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|network| network.contains(&address))
    }
}

/// An address with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    text.parse()
        .or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()))
        .ok()
        .map(|address| address.to_canonical())
}

/// One household has a /64: its addresses are one client.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::extract::ConnectInfo;
    use http::Request;

    use super::Trust;

    fn client(trust: &Trust, peer: &str, forwarded: &[&str]) -> String {
        let mut request = Request::new(());
        let peer: SocketAddr = peer.parse().expect("an address");
        request.extensions_mut().insert(ConnectInfo(peer));
        for value in forwarded {
            request.headers_mut().append("x-forwarded-for", value.parse().expect("a header"));
        }
        trust.client(&request).expect("a client").to_string()
    }

    #[test]
    fn a_forwarded_address_counts_only_from_a_trusted_proxy() {
        let nobody = Trust { proxies: vec![], header: None };
        assert_eq!(client(&nobody, "203.0.113.9:1", &["198.51.100.1"]), "203.0.113.9");
        let proxy = Trust { proxies: vec!["10.0.0.0/8".parse().expect("a network")], header: None };
        assert_eq!(client(&proxy, "203.0.113.9:1", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(client(&proxy, "10.0.0.1:1", &["1.2.3.4, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(
            client(&proxy, "10.0.0.1:1", &["1.2.3.4, 198.51.100.1, 10.0.0.2"]),
            "198.51.100.1"
        );
        assert_eq!(client(&proxy, "10.0.0.1:1", &["1.2.3.4", "198.51.100.1:443"]), "198.51.100.1");
        assert_eq!(client(&proxy, "10.0.0.1:1", &["nonsense"]), "10.0.0.1");
        assert_eq!(client(&proxy, "10.0.0.1:1", &[]), "10.0.0.1");
    }

    #[test]
    fn an_ipv6_household_is_one_client() {
        let trust = Trust { proxies: vec![], header: None };
        let one = client(&trust, "[2001:db8:1:2:3::4]:1", &[]);
        assert_eq!(one, client(&trust, "[2001:db8:1:2:ffff::1]:1", &[]));
        assert_eq!(client(&trust, "[::ffff:192.0.2.1]:1", &[]), "192.0.2.1");
    }

    #[test]
    fn the_owners_header_counts_only_from_a_trusted_proxy() {
        let trust = Trust {
            proxies: vec!["10.0.0.0/8".parse().expect("a network")],
            header: Some(http::HeaderName::from_static("cf-connecting-ip")),
        };
        let from = |peer: &str| {
            let mut request = Request::new(());
            request
                .extensions_mut()
                .insert(ConnectInfo(peer.parse::<SocketAddr>().expect("an address")));
            request
                .headers_mut()
                .insert("cf-connecting-ip", "198.51.100.7".parse().expect("a header"));
            trust.client(&request).expect("a client").to_string()
        };
        assert_eq!(from("10.1.1.1:9"), "198.51.100.7");
        assert_eq!(from("203.0.113.1:9"), "203.0.113.1");
    }
}

//! Where the program listens, and the origins that follow from it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use site_agent_gateway::Origin;
use url::Url;

use super::problem::Problems;
use super::settings::Settings;

/// Loopback only, until the owner says otherwise.
const DEFAULT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 3000);

pub(super) fn read(settings: &Settings, problems: &mut Problems) -> SocketAddr {
    let expected = "an address with a port; write one like \"127.0.0.1:3000\" or \"0.0.0.0:8080\"";
    settings.parsed("listen", expected, problems).unwrap_or(DEFAULT)
}

/// Where `/metrics` is, which is no part of the site: an address of its own or nowhere.
pub(super) fn metrics(settings: &Settings, problems: &mut Problems) -> Option<SocketAddr> {
    let expected = "an address with a port; write one like \"127.0.0.1:9100\"";
    let address: SocketAddr = settings.parsed("metrics.listen", expected, problems)?;
    if address == read(settings, &mut Problems::default()) && address.port() != 0 {
        let message = "is where visitors come; write another port";
        problems.add(settings.place("metrics.listen"), message);
    }
    Some(address)
}

/// The names under which a program that listens on `ip` is reached from its own machine, or its one
/// address.
pub(super) fn origins(ip: IpAddr, port: u16) -> Vec<Origin> {
    let hosts = if ip.is_loopback() || ip.is_unspecified() {
        vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned()]
    } else if ip.is_ipv6() {
        vec![format!("[{ip}]")]
    } else {
        vec![ip.to_string()]
    };
    // Through `Url`, so that port 80 vanishes as it does in a browser.
    let urls = hosts.iter().filter_map(|host| Url::parse(&format!("http://{host}:{port}")).ok());
    urls.map(|url| Origin::of(&url)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(ip: impl Into<IpAddr>, port: u16) -> Vec<String> {
        origins(ip.into(), port).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_loopback_address_is_reached_by_every_local_name() {
        let local = ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"];
        assert_eq!(names([127, 0, 0, 1], 3000), local);
        assert_eq!(names([0, 0, 0, 0], 3000), local);
        assert_eq!(names([192, 168, 1, 5], 80), ["http://192.168.1.5"]);
    }
}

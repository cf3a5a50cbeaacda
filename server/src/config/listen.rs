//! Where the program listens.

use std::net::{Ipv4Addr, SocketAddr};

use super::problem::Problems;
use super::settings::Settings;

/// Loopback only, until the owner says otherwise.
const DEFAULT: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 3000);

pub(super) fn read(settings: &Settings, problems: &mut Problems) -> SocketAddr {
    let expected = "an address with a port; write one like \"127.0.0.1:3000\" or \"0.0.0.0:8080\"";
    settings.parsed("listen", expected, problems).unwrap_or(DEFAULT)
}

//! The HTTP client that talks to providers: no redirects, no proxies, no private addresses.
//!
//! A base URL is the owner's, but what its name resolves to is decided elsewhere and may change any
//! time. So a name is looked at when it is connected to; an address in the URL itself was looked
//! at when it was configured. Without redirects a key never reaches a host that was not configured
//! for it.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect;
use thiserror::Error;
use url::Host;

use crate::config::{ConfigError, Remote};

/// A client for one provider. All that reach as far share one, and with it their connections: what
/// a visitor waits for most, after the model itself, is a TLS handshake.
pub(crate) fn client(remote: &Remote) -> Result<reqwest::Client, ConfigError> {
    static SHARED: Mutex<Vec<(Reach, reqwest::Client)>> = Mutex::new(Vec::new());
    let reach = Reach::of(remote);
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, client)) = shared.iter().find(|(known, _)| *known == reach) {
        return Ok(client.clone());
    }
    let client =
        with_lookup(reach, system).map_err(|error| ConfigError::Client(error.to_string()))?;
    shared.push((reach, client.clone()));
    Ok(client)
}

fn with_lookup(reach: Reach, lookup: Lookup) -> reqwest::Result<reqwest::Client> {
    // A second installation is refused and changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .redirect(redirect::Policy::none())
        .no_proxy()
        .connect_timeout(Duration::from_secs(5))
        .pool_idle_timeout(Duration::from_secs(90))
        .tcp_nodelay(true)
        .dns_resolver(Arc::new(Within { reach, lookup }))
        .build()
}

/// Which addresses a provider's name may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Those of the open internet.
    Public,
    /// This machine, which `localhost` names.
    Loopback,
    /// Any: the owner allowed it.
    Anywhere,
}

impl Reach {
    fn of(remote: &Remote) -> Self {
        match remote.base_url.host() {
            _ if remote.allow_private => Self::Anywhere,
            Some(Host::Domain("localhost")) => Self::Loopback,
            _ => Self::Public,
        }
    }

    fn holds(self, address: IpAddr) -> bool {
        match self {
            Self::Public => is_public(address),
            Self::Loopback => address.to_canonical().is_loopback(),
            Self::Anywhere => true,
        }
    }
}

/// Finds the addresses of a name.
type Lookup = fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;

fn system(name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
    Box::pin(async move {
        let found = tokio::net::lookup_host((name, 0)).await?;
        Ok(found.map(|address| address.ip()).collect())
    })
}

/// A name that leads nowhere that is allowed.
#[derive(Debug, Error)]
#[error("the provider's name leads to no address that is allowed")]
pub(crate) struct OutOfReach;

/// Resolves names to the addresses within reach only: a name that somebody points at the inside is
/// refused at the moment of connecting, not only when it is configured.
struct Within {
    reach: Reach,
    lookup: Lookup,
}

impl Resolve for Within {
    fn resolve(&self, name: Name) -> Resolving {
        let (reach, found) = (self.reach, (self.lookup)(name.as_str().to_owned()));
        Box::pin(async move {
            let mut found = found.await?;
            found.retain(|address| reach.holds(*address));
            if found.is_empty() {
                return Err(OutOfReach.into());
            }
            Ok(Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}

/// Whether an address is one that anybody on the internet could reach.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
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
                || (a == 192 && b == 0 && c == 0)
                || (a == 192 && b == 88 && c == 99))
        }
        IpAddr::V6(v6) => {
            if let Some(v4) = v6.to_ipv4() {
                return is_public(IpAddr::V4(v4));
            }
            let [first, second, ..] = v6.segments();
            // Global unicast only. Teredo, NAT64 and 6to4 could lead inside; the others of these
            // are for documents.
            (0x2000..0x3fff).contains(&first)
                && first != 0x2002
                && !(first == 0x2001 && (second < 0x200 || second == 0xdb8))
        }
    }
}

#[cfg(test)]
#[path = "client_tests.rs"]
mod tests;

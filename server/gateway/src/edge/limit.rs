//! The per-client limit: GCRA by `tower_governor`, with our own key and our own words.

use std::fmt;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use axum::Router;
use axum::response::IntoResponse as _;
use governor::DefaultKeyedRateLimiter;
use governor::clock::{Clock as _, DefaultClock, QuantaInstant};
use governor::middleware::NoOpMiddleware;
use http::Request;
use tower_governor::governor::{GovernorConfig, GovernorConfigBuilder};
use tower_governor::key_extractor::KeyExtractor;
use tower_governor::{GovernorError, GovernorLayer};

use super::client::Trust;
use crate::config::{GatewayConfig, RateLimit};
use crate::error::{ApiError, Code};

/// The buckets for neighbours.
const CROWDS: u64 = 4_096;
/// Requests between two looks at how many are remembered, which asks all parts of the store.
const LOOK: usize = 64;
/// How often clients with a full bucket are forgotten.
const SWEEP: Duration = Duration::from_secs(10);

type Limiter = DefaultKeyedRateLimiter<Client>;

/// Whose bucket a request draws from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Client {
    One(IpAddr),
    /// A client and its neighbours, while too many clients are remembered.
    Crowd(u64),
}

impl Client {
    /// The crowd of an address: those with its first 16 bits, or 32 of IPv6, and some others.
    fn crowd(address: IpAddr) -> Self {
        let network = match address {
            IpAddr::V4(v4) => u64::from(v4.to_bits() >> 16),
            IpAddr::V6(v6) => (v6.to_bits() >> 96) as u64,
        };
        Self::Crowd(network % CROWDS)
    }
}

/// Finds a request's client.
#[derive(Clone)]
struct ClientKey {
    trust: Trust,
    /// Clients that are remembered at once.
    remembered: usize,
    limiter: Arc<OnceLock<Arc<Limiter>>>,
    crowd: Arc<Crowd>,
}

/// Whether too many clients are remembered, as of the last look.
#[derive(Default)]
struct Crowd {
    requests: AtomicUsize,
    is_there: AtomicBool,
}

impl Crowd {
    fn is_there(&self, limiter: &Limiter, remembered: usize) -> bool {
        if self.requests.fetch_add(1, Ordering::Relaxed).is_multiple_of(LOOK) {
            self.is_there.store(limiter.len() >= remembered, Ordering::Relaxed);
        }
        self.is_there.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for ClientKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientKey")
    }
}

impl KeyExtractor for ClientKey {
    type Key = Client;

    fn extract<T>(&self, request: &Request<T>) -> Result<Client, GovernorError> {
        let address = self.trust.client(request).ok_or(GovernorError::UnableToExtractKey)?;
        let limiter = self.limiter.get();
        let crowded = limiter.is_some_and(|limiter| self.crowd.is_there(limiter, self.remembered));
        Ok(if crowded { Client::crowd(address) } else { Client::One(address) })
    }
}

/// The limit of one widget: made when the first routes stand behind it, and handed on to the proxy
/// that takes this one's place under the same limit.
#[derive(Clone, Default)]
pub(crate) struct Clients(Arc<OnceLock<Option<Limit>>>);

type Governor = GovernorConfig<ClientKey, NoOpMiddleware<QuantaInstant>>;

/// The limiter, and how it tells clients apart.
struct Limit {
    governor: Arc<Governor>,
    key: ClientKey,
}

impl fmt::Debug for Clients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clients")
    }
}

impl Clients {
    /// Makes the limit, unless it is there.
    pub(super) fn prepare(&self, config: &GatewayConfig) {
        self.of(config);
    }

    /// Lets a request through, or says how long to wait.
    pub(super) fn admit<T>(
        &self,
        config: &GatewayConfig,
        request: &Request<T>,
    ) -> Result<(), ApiError> {
        let Some(Limit { governor, key }) = self.of(config) else { return Ok(()) };
        let client = key.extract(request).map_err(|error| told(&error))?;
        governor.limiter().check_key(&client).map_err(|early| {
            too_many(early.wait_time_from(DefaultClock::default().now()).as_secs())
        })
    }

    fn of(&self, config: &GatewayConfig) -> Option<&Limit> {
        let made = self.0.get_or_init(|| {
            let (proxies, header) =
                (config.trusted_proxies.clone(), config.client_ip_header.clone());
            let trust = Trust { proxies, header };
            let (governor, key) = governor(config.rate_limit?, trust, config.remembered_clients)?;
            sweep(Arc::downgrade(governor.limiter()));
            Some(Limit { governor: Arc::new(governor), key })
        });
        made.as_ref()
    }
}

/// Whether what clients have used under the one holds under the other, too.
pub(crate) fn same_limit(one: &GatewayConfig, other: &GatewayConfig) -> bool {
    one.rate_limit == other.rate_limit
        && one.remembered_clients == other.remembered_clients
        && one.trusted_proxies == other.trusted_proxies
        && one.client_ip_header == other.client_ip_header
}

/// Puts a limit in front of the routes, if there is one.
pub(super) fn layer(routes: Router, clients: &Clients, config: &GatewayConfig) -> Router {
    let Some(limit) = clients.of(config) else { return routes };
    let layer = GovernorLayer::new(Arc::clone(&limit.governor));
    routes.layer(layer.error_handler(|error| told(&error).into_response()))
}

/// The limiter, and how it tells clients apart; `None` only for a zero period or burst, and neither can be.
fn governor(limit: RateLimit, trust: Trust, remembered: usize) -> Option<(Governor, ClientKey)> {
    let key = ClientKey { trust, remembered, limiter: Arc::default(), crowd: Arc::default() };
    let period = limit.window / limit.max.max(1);
    let governor = GovernorConfigBuilder::default()
        .period(period.max(Duration::from_nanos(1)))
        .burst_size(limit.max.max(1))
        .key_extractor(key.clone())
        .finish()?;
    let _ = key.limiter.set(Arc::clone(governor.limiter()));
    Some((governor, key))
}

/// Forgets clients whose bucket is full again, as long as the limiter lives.
fn sweep(limiter: Weak<Limiter>) {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else {
        return;
    };
    runtime.spawn(async move {
        loop {
            tokio::time::sleep(SWEEP).await;
            let Some(limiter) = limiter.upgrade() else {
                return;
            };
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    });
}

fn told(error: &GovernorError) -> ApiError {
    match error {
        GovernorError::TooManyRequests { wait_time, .. } => too_many(*wait_time),
        GovernorError::UnableToExtractKey | GovernorError::Other { .. } => ApiError::of_ours(
            "the peer's address is unknown; serve with into_make_service_with_connect_info::<SocketAddr>()",
        ),
    }
}

/// The wait is cut to whole seconds; the caller must not come too early.
fn too_many(wait_secs: u64) -> ApiError {
    let wait = Duration::from_secs(wait_secs + 1);
    ApiError::new(Code::RateLimited, "too many requests, wait a moment").retry_after(Some(wait))
}

#[cfg(test)]
#[path = "limit_tests.rs"]
mod tests;

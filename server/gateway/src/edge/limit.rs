//! The per-client limit: GCRA by `tower_governor`, with our own key and our own words.

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use axum::Router;
use governor::DefaultKeyedRateLimiter;
use http::Request;
use tower_governor::governor::GovernorConfigBuilder;
use tower_governor::key_extractor::KeyExtractor;
use tower_governor::{GovernorError, GovernorLayer};

use super::client::Trust;
use crate::error::{ApiError, Code};
use crate::turn::Gateway;

/// Clients that are remembered at once; beyond them strangers share one bucket.
const REMEMBERED: usize = 100_000;
/// How often clients with a full bucket are forgotten.
const SWEEP: Duration = Duration::from_secs(10);

type Limiter = DefaultKeyedRateLimiter<Client>;

/// Whose bucket a request draws from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Client {
    One(IpAddr),
    /// Everybody, while too many clients are remembered.
    Crowd,
}

/// Finds a request's client.
#[derive(Clone)]
struct ClientKey {
    trust: Trust,
    limiter: Arc<OnceLock<Arc<Limiter>>>,
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
        let crowded = self.limiter.get().is_some_and(|limiter| limiter.len() >= REMEMBERED);
        Ok(if crowded { Client::Crowd } else { Client::One(address) })
    }
}

/// Puts the limit in front of the routes, if there is one.
pub(super) fn layer(routes: Router, gateway: &Arc<Gateway>) -> Router {
    let config = &gateway.config;
    let Some(limit) = config.rate_limit else {
        return routes;
    };
    let key = ClientKey {
        trust: Trust {
            proxies: config.trusted_proxies.clone(),
            header: config.client_ip_header.clone(),
        },
        limiter: Arc::default(),
    };
    let period = limit.window / limit.max.max(1);
    let Some(governor) = GovernorConfigBuilder::default()
        .period(period.max(Duration::from_nanos(1)))
        .burst_size(limit.max.max(1))
        .key_extractor(key.clone())
        .finish()
    else {
        // Only a zero period or burst has no quota, and neither can be.
        return routes;
    };
    let _ = key.limiter.set(Arc::clone(governor.limiter()));
    sweep(Arc::downgrade(governor.limiter()));
    let gateway = Arc::clone(gateway);
    routes.layer(
        GovernorLayer::new(governor).error_handler(move |error| gateway.refuse(told(&error))),
    )
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
        GovernorError::TooManyRequests { wait_time, .. } => {
            // tower_governor cuts to whole seconds; the caller must not come too early.
            let wait = Duration::from_secs(wait_time + 1);
            ApiError::new(Code::RateLimited, "too many requests, wait a moment").retry_after(Some(wait))
        }
        GovernorError::UnableToExtractKey | GovernorError::Other { .. } => {
            ApiError::new(Code::Internal, "something went wrong").because(
                "the peer's address is unknown; serve with into_make_service_with_connect_info::<SocketAddr>()",
            )
        }
    }
}

#[cfg(test)]
#[path = "limit_tests.rs"]
mod tests;

//! What the routes share, made once at start.

use std::sync::Arc;

use site_agent_gateway::{Observer, Origin, Trust};
use tokio::sync::Semaphore;

use crate::auth::Gatekeeper;
use crate::bound::StartError;
use crate::config::{Config, PublicUrl};
use crate::files::Files;
use crate::metrics::Metrics;
use crate::middleware::SameOrigin;
use crate::readiness::Readiness;
use crate::replays::Replays;
use crate::seal::Seal;
use crate::store::Store;
use crate::store::accounts::AccountStore;
use crate::store::backup::archive;
use crate::store::traces::TraceStore;
use crate::traces::Traces;
use crate::widgets::Widgets;

/// The parts of the running program.
#[derive(Debug)]
pub struct Program {
    /// What the owner decided.
    pub config: Config,
    /// The origins that are its own.
    pub own_origins: Vec<Origin>,
    /// The widgets, each with its model.
    pub widgets: Arc<Widgets>,
    /// What is counted, if it is shown anywhere.
    pub metrics: Option<Arc<Metrics>>,
    /// The site's and the element's files.
    pub files: Files,
    /// The databases.
    pub store: Store,
    /// The runs that are kept.
    pub traces: Traces,
    /// A turn for the one backup that may be downloaded at a time.
    pub backups: Arc<Semaphore>,
    /// Those that are run again.
    pub replays: Arc<Replays>,
    /// Who may use the dashboard.
    pub gatekeeper: Arc<Gatekeeper>,
    /// The path of the link for the first account, while there is none.
    pub set_up: Option<String>,
    /// Whether it wants more work.
    pub readiness: Readiness,
}

impl Program {
    /// Opens what the configuration names; the program listens on `port`.
    pub async fn open(config: Config, port: u16) -> Result<Self, StartError> {
        warn(&config);
        let folders = config.folders.clone();
        // Reading a build and hashing it takes a moment: not on an async thread.
        let files = tokio::task::spawn_blocking(move || Files::load(&folders.site, &folders.data));
        archive::forget(&config.folders.data);
        let store = Store::open(&config.folders.data).await?;
        let files = match files.await {
            Ok(files) => files?,
            Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
        };
        let own_origins = config.own_origins(port);
        let metrics = config.metrics.map(|_| Arc::<Metrics>::default());
        let observer = metrics.clone().map(|metrics| metrics as Arc<dyn Observer>);
        let runs = TraceStore::new(store.traces.clone()).await?;
        let seal = Seal::with(&config)?;
        let gatekeeper = Gatekeeper::new(AccountStore::new(store.site.clone()), seal);
        Ok(Self {
            set_up: gatekeeper.set_up_link().await?,
            gatekeeper: Arc::new(gatekeeper),
            widgets: Widgets::open(&store.site, &config, &own_origins, observer).await?,
            metrics,
            own_origins,
            files,
            replays: Arc::new(Replays::new(runs.clone())),
            traces: Traces::open(runs, config.retention).await?,
            backups: Arc::new(Semaphore::new(1)),
            store,
            readiness: Readiness::default(),
            config,
        })
    }

    /// Whose word on a client's address is believed.
    pub fn trust(&self) -> Trust {
        let clients = &self.config.widget.clients;
        Trust { proxies: clients.trusted_proxies.clone(), header: clients.ip_header.clone() }
    }

    /// Who may use the site's own functions.
    pub fn same_origin(&self) -> SameOrigin {
        SameOrigin::new(&self.own_origins, self.config.public_url.is_some())
    }

    /// The address visitors use, without a slash at the end.
    pub fn public_url(&self) -> String {
        let own = self.own_origins.first().map(Origin::as_str).unwrap_or_default();
        format!("{own}{}", self.config.base())
    }
}

/// What works but is probably not meant.
fn warn(config: &Config) {
    if !config.listen.ip().is_loopback() && config.public_url.is_none() {
        tracing::warn!(
            "listening beyond this machine without public_url: set it to the address visitors use"
        );
    }
    let is_https = config.public_url.as_ref().is_some_and(PublicUrl::is_https);
    let is_beyond = !config.listen.ip().is_loopback() || config.public_url.is_some();
    if is_beyond && !is_https {
        tracing::warn!(
            "without https the network between can read passwords and sessions of the dashboard: put \
             a proxy with TLS in front, and set public_url to its https address"
        );
    }
}

//! The whole program, started but not yet serving: bound to its port, databases open, files read.

use std::future::pending;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::config::Config;
use crate::files::FilesError;
use crate::listener::{self, Limits};
use crate::metrics;
use crate::program::Program;
use crate::router;
use crate::seal::SealError;
use crate::store::{FolderLock, StoreError};
use crate::widgets::{Widgets, WidgetsError};

/// Why the program could not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The address is taken or not ours.
    #[error(
        "cannot listen on {address}: {source}; set listen (or metrics.listen) to another address"
    )]
    Listen {
        /// Where it was to listen.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The data cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The widgets cannot be had.
    #[error(transparent)]
    Widgets(#[from] WidgetsError),
    /// The key that seals secrets cannot be used.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The site's files cannot be used.
    #[error(transparent)]
    Files(#[from] FilesError),
}

/// The program, ready to serve.
#[derive(Debug)]
pub struct Bound {
    listener: TcpListener,
    address: SocketAddr,
    program: Arc<Program>,
    /// Where metrics are shown, if anywhere.
    metrics: Option<(TcpListener, Router)>,
    /// Held until the program ends.
    _lock: FolderLock,
}

impl Bound {
    /// Takes the data folder, the port and the files, in this order: a second program on the same
    /// data stops first.
    pub async fn new(config: Config) -> Result<Self, StartError> {
        let lock = FolderLock::take(&config.folders.data)?;
        let (listener, address) = listen(config.listen).await?;
        let metrics = match config.metrics {
            Some(wanted) => Some(listen(wanted).await?),
            None => None,
        };
        let program = Arc::new(Program::open(config, address.port()).await?);
        let metrics =
            metrics.zip(program.metrics.as_ref()).map(|((listener, address), metrics)| {
                tracing::info!("metrics are at http://{address}/metrics");
                (listener, metrics::router(metrics, program.widgets.default().gateway()))
            });
        Ok(Self { listener, address, program, metrics, _lock: lock })
    }

    /// Where metrics are shown, if anywhere.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().and_then(|(listener, _)| listener.local_addr().ok())
    }

    /// The widgets, to be looked after without the dashboard.
    pub fn widgets(&self) -> &Arc<Widgets> {
        &self.program.widgets
    }

    /// Where it listens, as an address to open, with the base path.
    pub fn url(&self) -> String {
        let ip = match self.address.ip() {
            IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        let address = SocketAddr::new(ip, self.address.port());
        format!("http://{address}{}", self.program.config.base())
    }

    /// The link for the first account, while there is none.
    pub fn set_up_link(&self) -> Option<String> {
        let path = self.program.set_up.as_deref()?;
        Some(format!("{}{path}", self.program.public_url()))
    }

    /// Serves until `end` completes and requests have finished.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let config = &self.program.config;
        let limits = Limits {
            notice: config.shutdown_notice,
            // A step that began at the last moment still gets its whole time.
            drain: config.widget.timeout + Duration::from_secs(5),
            ..Limits::default()
        };
        self.run_within(limits, end).await;
    }

    /// The same with bounds of the caller's choice.
    pub async fn run_within(self, limits: Limits, end: impl Future<Output = ()>) {
        let program = &self.program;
        let app = router::router(program);
        let serve = listener::serve(self.listener, app, limits, async {
            end.await;
            program.readiness.end();
        });
        // Metrics are there until the last reply is out.
        let show = async {
            match self.metrics {
                Some((listener, app)) => listener::serve(listener, app, limits, pending()).await,
                None => pending().await,
            }
        };
        tokio::select! {
            () = serve => {}
            () = show => {}
        }
        program.traces.close().await;
        program.widgets.close().await;
        program.store.close().await;
    }
}

async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |source| StartError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

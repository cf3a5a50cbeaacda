//! The whole program, started but not yet serving: bound to its port, databases open, files read.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use site_agent_gateway::ConfigError;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::config::Config;
use crate::files::FilesError;
use crate::listener::{self, Limits};
use crate::program::Program;
use crate::router;
use crate::store::{FolderLock, StoreError};

/// Why the program could not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The address is taken or not ours.
    #[error("cannot listen on {address}: {source}; set listen to another address")]
    Listen {
        /// Where it was to listen.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The data cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The model proxy cannot be set up.
    #[error("the model proxy cannot be set up: {0}")]
    Proxy(#[from] ConfigError),
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
    /// Held until the program ends.
    _lock: FolderLock,
}

impl Bound {
    /// Takes the data folder, the port and the files, in this order: a second program on the same
    /// data stops first.
    pub async fn new(config: Config) -> Result<Self, StartError> {
        let lock = FolderLock::take(&config.folders.data)?;
        let wanted = config.listen;
        let failed = |source| StartError::Listen { address: wanted, source };
        let listener = TcpListener::bind(wanted).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let program = Arc::new(Program::open(config, address.port()).await?);
        Ok(Self { listener, address, program, _lock: lock })
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
        listener::serve(self.listener, app, limits, async {
            end.await;
            program.readiness.end();
        })
        .await;
        program.store.close().await;
    }
}

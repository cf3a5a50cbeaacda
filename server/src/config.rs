//! What the owner decides: one struct per concern, read from a TOML file and `SITE_AGENT_*`
//! variables.
//!
//! Reading never stops at the first mistake. Every key is looked at, every mistake becomes a
//! [`Problem`] that names the key and what to write instead, and only a configuration without any
//! becomes a [`Config`]. The rest of the program trusts what it finds here. `keys.rs` is the one
//! list of what can be set.

mod folders;
mod keeping;
mod keys;
mod limits;
mod listen;
mod log;
mod nearest;
mod print;
mod problem;
mod provider;
mod public_url;
mod row;
mod secret_key;
mod settings;
mod source;
mod storing;
mod theme;
mod widget;

use std::path::Path;
use std::time::Duration;

pub use folders::Folders;
pub use limits::Daily;
pub use log::{Log, LogFormat};
pub use print::{effective, of_widget};
pub use problem::{Problem, Problems};
pub use provider::{Chosen, Upstream};
pub use public_url::PublicUrl;
pub use row::RowSettings;
pub use secret_key::SecretKey;
pub use theme::Appearance;
pub use widget::{Clients, Widget};

use settings::Settings;
use site_agent_gateway::Origin;

use crate::traces::Retention;

/// The whole configuration, validated.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the program listens; port 0 lets the system choose.
    pub listen: std::net::SocketAddr,
    /// The address visitors use, where it differs from [`Config::listen`]: behind a proxy, or under
    /// a path.
    pub public_url: Option<PublicUrl>,
    /// Where the program keeps its data and finds the site's files.
    pub folders: Folders,
    /// What is logged and how.
    pub log: Log,
    /// Where metrics are shown; nowhere when absent.
    pub metrics: Option<std::net::SocketAddr>,
    /// How long requests are still taken after the end was announced, so that a load balancer can
    /// see `/readyz` say no.
    pub shutdown_notice: Duration,
    /// What seals secrets in the database; a file in the data folder when absent.
    pub secret_key: Option<SecretKey>,
    /// How long stored runs are kept, unless the dashboard says otherwise.
    pub retention: Retention,
    /// The default widget: the one without a key, which the demo shop uses.
    pub widget: Widget,
}

impl Config {
    /// Reads the configuration from `file` (if any) and from `environment`, which wins.
    ///
    /// # Errors
    /// Every mistake found, not only the first.
    pub fn load(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let settings = Settings::collect(file, environment, &mut problems);
        let config = Self::read(&settings, &mut problems);
        problems.none_or(config)
    }

    fn read(settings: &Settings, problems: &mut Problems) -> Self {
        Self {
            listen: listen::read(settings, problems),
            public_url: PublicUrl::read(settings, problems),
            folders: Folders::read(settings),
            log: Log::read(settings, problems),
            metrics: listen::metrics(settings, problems),
            shutdown_notice: Duration::from_millis(
                settings.number("shutdown_notice_ms", 0..=600_000, problems).unwrap_or(500),
            ),
            secret_key: SecretKey::read(settings, problems),
            retention: keeping::read(settings, problems),
            widget: Widget::read(settings, problems),
        }
    }

    /// The path in front of everything the program serves: empty, or like `/agent`.
    pub fn base(&self) -> &str {
        self.public_url.as_ref().map_or("", PublicUrl::base)
    }

    /// The origins that are the program's own when it listens on `port`. They are always on the
    /// default widget's list.
    pub fn own_origins(&self, port: u16) -> Vec<Origin> {
        match &self.public_url {
            Some(url) => vec![url.origin().clone()],
            None => listen::origins(self.listen.ip(), port),
        }
    }
}

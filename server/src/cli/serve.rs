//! `site-agent serve`.

use super::{CliError, signal};
use crate::bound::Bound;
use crate::config::Config;
use crate::telemetry;

pub(super) async fn run(config: Config) -> Result<(), CliError> {
    telemetry::start(&config.log);
    let bound = Bound::new(config).await?;
    // The one line on stdout: scripts wait for it.
    println!("listening on {}", bound.url());
    tokio::select! {
        () = bound.run(signal::to_stop()) => tracing::info!("stopped"),
        () = signal::to_stop_at_once() => tracing::warn!("stopped at once"),
    }
    Ok(())
}

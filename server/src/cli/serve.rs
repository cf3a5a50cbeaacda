//! `site-agent serve`.

use std::fmt;
use std::io::{self, Write as _};

use super::CliError;
use super::signal::Ending;
use crate::bound::Bound;
use crate::config::Config;
use crate::{file_handles, telemetry};

pub(super) async fn run(config: Config) -> Result<(), CliError> {
    telemetry::start(&config.log);
    file_handles::raise();
    let bound = Bound::new(config).await?;
    let (mut first, mut any) = (Ending::listen()?, Ending::listen()?);
    // The first line on stdout: scripts wait for it.
    say(format_args!("listening on {}", bound.url()));
    // Not a line of the log, where nothing is secret.
    if let Some(link) = bound.set_up_link() {
        say(format_args!(
            "nobody has an account yet; this link makes the first, once, for 60 minutes: {link}"
        ));
    }
    tokio::select! {
        () = bound.run(async { first.told().await }) => tracing::info!("stopped"),
        // A second time: somebody does not want to wait.
        () = async { any.told().await; any.told().await } => tracing::warn!("stopped at once"),
    }
    Ok(())
}

/// Says a line on stdout. Who waited for the first and then left must not end the program.
fn say(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stdout(), "{line}");
}

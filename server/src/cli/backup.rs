//! `site-agent backup` and `site-agent restore`.

use std::path::Path;

use super::CliError;
use crate::config::Config;
use crate::store::backup;

pub(super) async fn make(config: &Config, to: &Path) -> Result<(), CliError> {
    backup::backup(&config.folders.data, to).await?;
    println!("both databases are in {}", to.display());
    Ok(())
}

pub(super) async fn restore(config: &Config, from: &Path) -> Result<(), CliError> {
    let data = &config.folders.data;
    let aside = backup::restore(from, data).await?;
    println!("{} is as it was in {}", data.display(), from.display());
    println!("what it replaced is in {}", aside.display());
    Ok(())
}

//! `site-agent migrate`.

use super::CliError;
use crate::config::Config;
use crate::store::{FolderLock, Store};

pub(super) async fn run(config: &Config) -> Result<(), CliError> {
    let folder = &config.folders.data;
    let _lock = FolderLock::take(folder)?;
    Store::open(folder).await?.close().await;
    println!("the databases in {} are up to date", folder.display());
    Ok(())
}

//! `site-agent reset-password` and `site-agent disable-totp`: the ways back in for whoever has the
//! machine. They work beside a program that serves.

use super::CliError;
use crate::auth::Gatekeeper;
use crate::config::Config;
use crate::seal::Seal;
use crate::store::Store;
use crate::store::accounts::AccountStore;

/// Prints a one-time link for a new password.
pub(super) async fn reset_password(config: &Config, name: &str) -> Result<(), CliError> {
    let gatekeeper = gatekeeper(config).await?;
    let Some(path) = gatekeeper.reset_link(name).await? else {
        return Err(nobody(&gatekeeper, name).await?);
    };
    println!("this link sets a new password for {name}, once, for 60 minutes:");
    println!("{}{path}", address(config));
    Ok(())
}

/// Turns two-step sign-in off.
pub(super) async fn disable_totp(config: &Config, name: &str) -> Result<(), CliError> {
    let gatekeeper = gatekeeper(config).await?;
    if !gatekeeper.disable_codes(name).await? {
        return Err(nobody(&gatekeeper, name).await?);
    }
    println!("signing in as {name} asks for no code any more");
    Ok(())
}

async fn gatekeeper(config: &Config) -> Result<Gatekeeper, CliError> {
    let folder = &config.folders.data;
    let site = Store::join_site(folder).await?;
    Ok(Gatekeeper::new(AccountStore::new(site), Seal::with(config)?))
}

async fn nobody(gatekeeper: &Gatekeeper, name: &str) -> Result<CliError, CliError> {
    let names = gatekeeper.names().await?;
    Ok(CliError::NoAccount(if names.is_empty() {
        "nobody has an account yet; start the program and open the link that it prints".to_owned()
    } else {
        format!("there is no account \"{name}\"; there are: {}", names.join(", "))
    }))
}

/// The address that people use.
fn address(config: &Config) -> String {
    match &config.public_url {
        Some(url) => url.to_string(),
        None => config
            .own_origins(config.listen.port())
            .first()
            .map(ToString::to_string)
            .unwrap_or_default(),
    }
}

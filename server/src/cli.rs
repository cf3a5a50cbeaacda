//! The command line.

mod accounts;
mod backup;
mod check_model;
mod config;
mod migrate;
mod serve;
mod signal;
mod test;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use thiserror::Error;

pub use self::test::TestError;
use crate::bound::StartError;

use self::test::TestArgs;
use crate::config::{Config, Problems};
use crate::seal::SealError;
use crate::store::StoreError;
use crate::store::backup::BackupError;

/// Used when it lies in the current folder and nothing else is said.
const DEFAULT_FILE: &str = "site-agent.toml";

/// Lets visitors of a website ask its pages to use their own tools.
#[derive(Debug, Parser)]
#[command(name = "site-agent", version, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// The configuration file; site-agent.toml in the current folder if there is one.
    #[arg(long, short, global = true, env = "SITE_AGENT_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the site, the element and the model proxy until told to stop.
    ///
    /// Prints one line to stdout once it is ready: where it listens; and, while nobody has an account
    /// for the dashboard, a second one with the link that makes the first. SIGTERM or Ctrl-C lets
    /// requests finish; a second one does not.
    Serve,
    /// Check the configuration and print what is in force, secrets masked.
    ///
    /// Every setting can stand in the file or in a variable: widget.api_key is
    /// SITE_AGENT_WIDGET_API_KEY, and SITE_AGENT_WIDGET_API_KEY_FILE names a file that holds it.
    /// Variables win.
    Config,
    /// Ask the model one small thing and say in a line whether it answers.
    ///
    /// One call to the provider, with the key that is set; where there is none yet, what is missing
    /// is said instead. With a fallback there is a line for each.
    CheckModel,
    /// Copy both databases into a new folder, while the program runs or not.
    ///
    /// The key that seals secrets (secret.key) is not copied: keep it elsewhere.
    Backup {
        /// The folder to make.
        folder: PathBuf,
    },
    /// Put the databases of such a folder in the place of those that are in use.
    ///
    /// Both are checked first; what they replace is put aside. The program must not run.
    Restore {
        /// The folder that `backup` made.
        folder: PathBuf,
    },
    /// Print a one-time link that sets a new password for an account of the dashboard.
    ///
    /// It works beside a program that serves, for 60 minutes. The account's sessions end when it is
    /// used; two-step sign-in stays on.
    ResetPassword {
        /// The account's name.
        name: String,
    },
    /// Turn two-step sign-in off for an account of the dashboard; its password stays.
    DisableTotp {
        /// The account's name.
        name: String,
    },
    /// Make the databases or bring them to this version; `serve` does so by itself.
    Migrate,
    /// Replay frozen traces in a headless Chromium and say what differs.
    ///
    /// No model is asked. Exits with 1 when a call came to something else than in the recording,
    /// and with 2 when a test could not run.
    Test(TestArgs),
}

/// Why a command failed, in words for the owner.
#[derive(Debug, Error)]
pub enum CliError {
    /// The configuration is wrong.
    #[error("{0}")]
    Config(#[from] Problems),
    /// The program could not start.
    #[error("{0}")]
    Start(#[from] StartError),
    /// The system does not let the program hear signals.
    #[error("cannot listen for signals: {0}")]
    Signals(#[from] std::io::Error),
    /// A model does not answer: a line for each, with what to do.
    #[error("{0}")]
    NoAnswer(String),
    /// The databases could not be copied or brought back.
    #[error("{0}")]
    Backup(#[from] BackupError),
    /// No account has that name.
    #[error("{0}")]
    NoAccount(String),
    /// The key that seals secrets cannot be used.
    #[error("{0}")]
    Seal(#[from] SealError),
    /// The databases could not be brought up to date.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// A replay came to something else, or could not run.
    #[error("{0}")]
    Test(#[from] TestError),
}

impl CliError {
    /// What the program ends with.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Test(error) => error.exit_code(),
            _ => 1,
        }
    }
}

impl Cli {
    /// Does what the command line says.
    pub async fn run(self) -> Result<(), CliError> {
        let file = self.config.or_else(|| {
            let default = Path::new(DEFAULT_FILE);
            default.is_file().then(|| default.to_owned())
        });
        let variables = std::env::vars_os()
            .filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)));
        let config = Config::load(file.as_deref(), variables);
        match self.command {
            Command::Serve => serve::run(config?).await,
            Command::Config => {
                config::run(&config?);
                Ok(())
            }
            Command::CheckModel => check_model::run(&config?).await,
            Command::Backup { folder } => backup::make(&config?, &folder).await,
            Command::Restore { folder } => backup::restore(&config?, &folder).await,
            Command::Migrate => migrate::run(&config?).await,
            // Has an exit code of its own for whatever keeps it from running.
            Command::Test(args) => Ok(test::run(&config.map_err(TestError::from)?, args).await?),
            Command::ResetPassword { name } => accounts::reset_password(&config?, &name).await,
            Command::DisableTotp { name } => accounts::disable_totp(&config?, &name).await,
        }
    }
}

//! The binary: hands the command line to the library, and ends a failure with one clear line.

use std::process::ExitCode;

use clap::Parser as _;
use site_agent::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    match Cli::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("site-agent: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

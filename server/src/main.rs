//! The binary: hands the command line to the library, and ends a failure with one clear line.

use std::process::ExitCode;

use clap::Parser as _;
use mimalloc::MiMalloc;
use site_agent::cli::Cli;

/// Each step makes some hundred small things and drops them; the system's allocator was an eighth of
/// what a step costs.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

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

//! The command line: which command does what.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::compile::Mode;
use crate::run::Outcome;
use crate::{bench, check, package, serve, size, test};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Build, run and test Site Agent", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build what is stale and serve the site at http://localhost:3000
    Serve {
        /// Build everything for release first (needs Node)
        #[arg(long)]
        release: bool,
        /// Arguments for `site-agent serve`
        #[arg(last = true)]
        args: Vec<String>,
    },
    /// Build the program, the islands and the element into target/
    Build {
        /// Optimised, minified, pre-compressed (needs Node)
        #[arg(long)]
        release: bool,
    },
    /// Run every test, or the named parts: check, core, api, size, browser, engines
    Test {
        /// Parts to run; all when none is named
        parts: Vec<test::Part>,
    },
    /// Format, lints per feature set, docs, the walls between the packages, file lengths
    Check,
    /// Build the element for release and print its bytes; fails over the limits
    Size,
    /// Pack the element and the JavaScript API for npm, into target/package (needs Node)
    Package,
    /// Measure: core, gateway, proxy, store, embed
    Bench {
        /// What to measure
        what: bench::What,
        /// Of the store: how many runs it holds
        #[arg(long, default_value_t = 1_000_000)]
        runs: u32,
        /// Of the store: the folder for its data, which is kept there and measured again the next time
        #[arg(long)]
        folder: Option<PathBuf>,
    },
}

/// Parses the arguments and runs the command.
pub(crate) fn run() -> Outcome {
    match Cli::parse().command {
        Command::Serve { release, args } => serve::serve(Mode::of(release), &args),
        Command::Build { release } => serve::build(Mode::of(release)).map(drop),
        Command::Test { parts } => test::test(&parts),
        Command::Check => check::check(),
        Command::Size => size::report(),
        Command::Package => package::package(),
        Command::Bench { what, runs, folder } => bench::bench(what, runs, folder.as_deref()),
    }
}

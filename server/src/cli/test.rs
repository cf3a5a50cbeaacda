//! `site-agent test`.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use site_agent_replayer::{Address, AddressError, Allow, Options, SuiteError, Tested};
use site_agent_replayer::{find_browser, junit, lines, run as run_suite};
use thiserror::Error;

use super::signal::Ending;
use crate::config::{Config, Problems};

/// What `site-agent test` is told.
#[derive(Debug, Args)]
pub(super) struct TestArgs {
    /// Tests as the dashboard makes them, or traces
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The site under test, with a slash at its end (the recorded path is put behind it), or the
    /// full address of one page
    #[arg(long, value_name = "URL")]
    url: String,
    /// What is said to a call that asks: `recorded` allows what was allowed in the recording,
    /// `none` nothing
    #[arg(long, value_enum, default_value = "recorded")]
    allow: AllowArg,
    /// Write the outcome as JUnit XML, too
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// The browser: Chromium, or one made of it
    #[arg(long, value_name = "PATH")]
    browser: Option<PathBuf>,
    /// One more argument for the browser, such as `--enable-features=WebMCPTesting`; may be
    /// repeated
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    browser_arg: Vec<String>,
    /// Seconds that a page may take to load, and a call to end
    #[arg(long, value_name = "SECONDS", default_value = "30",
          value_parser = clap::value_parser!(u64).range(1..=600))]
    timeout: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AllowArg {
    Recorded,
    None,
}

/// Why a test did not come out well.
#[derive(Debug, Error)]
pub enum TestError {
    /// The configuration is wrong.
    #[error("{0}")]
    Config(#[from] Problems),
    /// The address is none.
    #[error("--url: {0}")]
    Address(#[from] AddressError),
    /// There is no browser.
    #[error("no browser; install Chromium or Chrome, or name one with --browser or CHROMIUM")]
    NoBrowser,
    /// Nothing could run.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// Some could not run.
    #[error("{0} of {1} tests could not run")]
    NotRun(usize, usize),
    /// All ran, and some calls came to something else.
    #[error("{calls} of the recorded calls came to something else, in {tests} of {all} tests")]
    Differences {
        /// How many calls.
        calls: usize,
        /// In how many tests.
        tests: usize,
        /// Of how many.
        all: usize,
    },
    /// The report could not be written.
    #[error("cannot write {}: {source}", file.display())]
    Report {
        /// Where to.
        file: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Somebody did not want to wait.
    #[error("stopped before all tests had run")]
    Stopped,
    /// The system does not let the program hear signals.
    #[error("cannot listen for signals: {0}")]
    Signals(#[source] std::io::Error),
}

impl TestError {
    /// 1 for a difference, 2 when what was asked could not be found out.
    pub(super) fn exit_code(&self) -> u8 {
        if matches!(self, Self::Differences { .. }) { 1 } else { 2 }
    }
}

pub(super) async fn run(config: &Config, args: TestArgs) -> Result<(), TestError> {
    let options = Options {
        address: Address::parse(&args.url)?,
        allow: match args.allow {
            AllowArg::Recorded => Allow::Recorded,
            AllowArg::None => Allow::None,
        },
        timeout: Duration::from_secs(args.timeout),
        browser: args.browser.or_else(find_browser).ok_or(TestError::NoBrowser)?,
        browser_arguments: args.browser_arg,
        site: config.folders.site.clone(),
    };
    let mut ending = Ending::listen().map_err(TestError::Signals)?;
    let tests = tokio::select! {
        tests = run_suite(&args.files, &options, |test| print!("{}", lines(test))) => tests?,
        // The browser is ended with what is dropped here.
        () = ending.told() => return Err(TestError::Stopped),
    };
    if let Some(file) = args.junit {
        fs::write(&file, junit(&tests)).map_err(|source| TestError::Report { file, source })?;
    }
    verdict(&tests)
}

fn verdict(tests: &[Tested]) -> Result<(), TestError> {
    let not_run = tests.iter().filter(|test| test.calls.is_err()).count();
    if not_run > 0 {
        return Err(TestError::NotRun(not_run, tests.len()));
    }
    let calls = tests.iter().map(Tested::differences).sum();
    let differ = tests.iter().filter(|test| test.differences() > 0).count();
    if calls > 0 {
        return Err(TestError::Differences { calls, tests: differ, all: tests.len() });
    }
    Ok(())
}

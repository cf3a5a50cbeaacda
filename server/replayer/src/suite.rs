//! Runs tests, one after the other, in one browser.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use site_agent_core::wire::WireError;
use thiserror::Error;

use crate::address::{Address, AddressError};
use crate::browser::{Browser, StartError};
use crate::module::{Module, NotBuilt};
use crate::play::play;
use crate::tab::{Tab, TabError};
use crate::test_file::{TestFile, TestFileError};
use crate::verdict::Tested;

/// What is said to the questions that the calls raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allow {
    /// Yes where the recording has a yes for that very call, no otherwise.
    Recorded,
    /// No to every one.
    None,
}

/// How tests are run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the site is.
    pub address: Address,
    /// What is said to questions.
    pub allow: Allow,
    /// How long a page may take to load, and a call to end.
    pub timeout: Duration,
    /// The program of the browser.
    pub browser: PathBuf,
    /// More arguments for it.
    pub browser_arguments: Vec<String>,
    /// The built site, whose `site-agent` folder has the agent's module.
    pub site: PathBuf,
}

/// Why no test at all could run.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// The agent's files are missing.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    /// The browser does not run.
    #[error(transparent)]
    Browser(#[from] StartError),
}

/// Why a test could not run.
#[derive(Debug, Error)]
pub(crate) enum NotRun {
    #[error("the file {0}")]
    File(#[from] TestFileError),
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Tab(#[from] TabError),
    #[error("the trace cannot be read: {0}")]
    Trace(#[from] WireError),
    #[error("the trace cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the replay ended before it ran {0}: the page's tools could not be listed")]
    NotTried(String),
}

/// Runs the tests of these files; `each` hears of every one as it ends.
pub async fn run(
    files: &[PathBuf],
    options: &Options,
    mut each: impl FnMut(&Tested),
) -> Result<Vec<Tested>, SuiteError> {
    let module = Module::of(&options.site)?;
    let mut browser = Browser::start(&options.browser, &options.browser_arguments).await?;
    let mut tested = Vec::new();
    for file in files {
        let began = Instant::now();
        let (name, calls) = match TestFile::read(file) {
            Ok(test) => {
                let calls = one(&mut browser, &module, &test, options).await;
                (test.name, calls)
            }
            Err(error) => (stem(file), Err(error.into())),
        };
        let calls = calls.map_err(|error| error.to_string());
        let file = file.display().to_string();
        let test = Tested { name, file, calls, took: began.elapsed() };
        each(&test);
        tested.push(test);
    }
    browser.end().await;
    Ok(tested)
}

/// One test, in a tab without a past.
async fn one(
    browser: &mut Browser,
    module: &Module,
    test: &TestFile,
    options: &Options,
) -> Result<Vec<crate::verdict::Checked>, NotRun> {
    let mut tab = Tab::open(&mut browser.pipe, module).await?;
    let checked = play(&mut tab, &test.trace, options).await;
    let closed = tab.close().await;
    let checked = checked?;
    closed?;
    Ok(checked)
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

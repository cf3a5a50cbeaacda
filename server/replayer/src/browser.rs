//! A headless Chromium: found, started with a profile of its own, ended by its id.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use thiserror::Error;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::pipe::Pipe;

/// Where browsers usually are, apart from the path.
const PLACES: [&str; 5] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Quiet on the network, and the same on every machine.
const ARGUMENTS: [&str; 14] = [
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-features=Translate,MediaRouter,OptimizationHints",
    "--disable-quic",
    "--disable-sync",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
];

/// Hands the two pipes on as those that the browser speaks over, and is then the browser itself.
const HAND_OVER: &str = r#"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#;

const START_LIMIT: Duration = Duration::from_secs(30);
const END_LIMIT: Duration = Duration::from_secs(5);

/// A browser that runs.
#[derive(Debug)]
pub(crate) struct Browser {
    child: Child,
    pub(crate) pipe: Pipe,
    /// Its profile; removed behind it.
    folder: TempDir,
}

/// Why there is no browser.
#[derive(Debug, Error)]
#[error("{} did not start: {source}{complaint}", browser.display())]
pub struct StartError {
    browser: PathBuf,
    source: io::Error,
    complaint: String,
}

/// The browser that is used when none is named: `CHROMIUM`, or one that is installed.
#[must_use]
pub fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM").filter(|named| !named.is_empty()) {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = NAMES.iter().flat_map(|name| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).collect::<Vec<_>>()
    });
    PLACES.iter().map(PathBuf::from).chain(on_path).find(|path| path.is_file())
}

impl Browser {
    /// Starts it; `more` are arguments of the caller's.
    pub(crate) async fn start(browser: &Path, more: &[String]) -> Result<Self, StartError> {
        let failed =
            |source| StartError { browser: browser.to_owned(), source, complaint: String::new() };
        let folder =
            tempfile::Builder::new().prefix("site-agent-test-").tempdir().map_err(failed)?;
        let log = folder.path().join("stderr.log");
        let mut profile = OsString::from("--user-data-dir=");
        profile.push(folder.path().join("profile"));
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(HAND_OVER).arg(browser).args(ARGUMENTS).arg(profile);
        // Chromium's sandbox refuses to run as root, who is what many CI containers run as.
        command.args(is_root().then_some("--no-sandbox"));
        command.args(more).arg("about:blank");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        command.stderr(File::create(&log).map_err(failed)?);
        let mut child = command.spawn().map_err(failed)?;
        let (Some(out), Some(back)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(io::ErrorKind::BrokenPipe.into()));
        };
        let mut pipe = Pipe::new(out, back);
        match pipe.ask("Browser.getVersion", json!({}), START_LIMIT).await {
            Ok(_) => Ok(Self { child, pipe, folder }),
            Err(source) => Err(StartError { complaint: last_lines(&log), ..failed(source) }),
        }
    }

    /// Ends it and removes its profile.
    pub(crate) async fn end(mut self) {
        let closed = self.pipe.send(None, "Browser.close", json!({})).await;
        if closed.is_err() || timeout(END_LIMIT, self.child.wait()).await.is_err() {
            // It is gone already, or does not listen: by its id, then.
            let _ = self.child.kill().await;
        }
        // What is left is in the system's folder for such things.
        let _ = self.folder.close();
    }
}

/// Whether the system's user is the one that Chromium does not trust.
fn is_root() -> bool {
    #[cfg(unix)]
    return rustix::process::getuid().is_root();
    #[cfg(not(unix))]
    false
}

/// What the browser said last, behind a colon.
fn last_lines(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(5)..]
        .iter()
        .fold(String::new(), |all, line| all + "\n  " + line)
}

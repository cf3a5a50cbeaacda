//! Runs other programs and says so.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a command failed: one line, with what to do.
#[derive(Debug)]
pub(crate) struct Failure(String);

/// The result of a step.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Turns a file error into a failure that names the file.
pub(crate) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Failure + '_ {
    move |error| Failure(format!("{}: {error}", path.display()))
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().map_or_else(|| manifest.to_path_buf(), Path::to_path_buf)
}

/// Says what happens next.
pub(crate) fn step(what: &str) {
    eprintln!("→ {what}");
}

/// A command that runs at the root.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command with its output shown; `advice` ends the failure's line.
pub(crate) fn shown(command: &mut Command, advice: &str) -> Outcome {
    let status = command.status().map_err(|error| {
        Failure(format!("{} could not start ({error}); {advice}", name(command)))
    })?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure(format!("{} failed; {advice}", line(command))))
    }
}

/// Runs a command and gives its standard output when it succeeded.
pub(crate) fn quiet(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command silently; on failure its last lines are shown.
pub(crate) fn silent(command: &mut Command, advice: &str) -> Outcome {
    let output = command.stdin(Stdio::null()).output().map_err(|error| {
        Failure(format!("{} could not start ({error}); {advice}", name(command)))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    for text in &lines[lines.len().saturating_sub(20)..] {
        eprintln!("  {text}");
    }
    Err(Failure(format!("{} failed; {advice}", line(command))))
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

fn line(command: &Command) -> String {
    let mut text = format!("`{}", name(command));
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text.push('`');
    text
}

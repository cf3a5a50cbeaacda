//! Node's packages (esbuild, binaryen, Playwright, TypeScript) and what apt installs for the tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files;
use crate::run::{self, Failure, Outcome};

fn folder() -> PathBuf {
    run::root().join("end2end")
}

/// Installs end2end's packages when the lockfile changed.
pub(crate) fn packages() -> Outcome {
    let Some(version) = run::quiet(Command::new("node").arg("--version")) else {
        return Err(Failure::new(
            "Node is missing; install Node 20 or newer, release builds and browser tests need it",
        ));
    };
    let major =
        version.trim().trim_start_matches('v').split('.').next().and_then(|n| n.parse().ok());
    if major.is_none_or(|major: u32| major < 20) {
        return Err(Failure::new(format!(
            "Node {} is too old; install 20 or newer",
            version.trim()
        )));
    }
    let stamp = folder().join("node_modules/.lock-digest");
    let now = files::digest(&files::read(&folder().join("package-lock.json"))?);
    if std::fs::read_to_string(&stamp).is_ok_and(|then| then == now) {
        return Ok(());
    }
    run::step("npm ci in end2end");
    let mut npm = run::command("npm");
    npm.current_dir(folder())
        .args(["ci", "--no-audit", "--no-fund"])
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    run::silent(&mut npm, "check that npm reaches its registry")?;
    files::write(&stamp, now.as_bytes())
}

/// A command of end2end's packages.
pub(crate) fn tool(name: &str) -> Outcome<Command> {
    packages()?;
    let path = folder().join("node_modules/.bin").join(name);
    if path.exists() {
        Ok(run::command(path))
    } else {
        Err(Failure::new(format!(
            "{name} is not among end2end's packages; add it to end2end/package.json"
        )))
    }
}

/// A script of end2end's package.json, with `node_modules/.bin` on the path.
pub(crate) fn script(name: &str) -> Outcome<Command> {
    packages()?;
    let mut npm = run::command("npm");
    npm.current_dir(folder()).args(["run", "--silent", name]);
    Ok(npm)
}

/// A browser for the tests: `CHROMIUM`, one that is installed, or Debian's by apt when root.
pub(crate) fn browser() -> Outcome<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Ok(named.into());
    }
    let known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let found = || known.iter().map(Path::new).find(|path| path.exists()).map(Path::to_path_buf);
    if let Some(path) = found() {
        return Ok(path);
    }
    if Path::new("/etc/debian_version").exists() && is_root() {
        run::step("installing Chromium by apt");
        apt(&["chromium", "fonts-liberation", "fonts-dejavu-core"])?;
    }
    found().ok_or_else(|| {
        Failure::new(
            "no browser for the tests; install Chromium or Chrome, or set CHROMIUM to its path",
        )
    })
}

/// Whether apt may install.
pub(crate) fn is_root() -> bool {
    run::quiet(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0")
}

/// Installs Debian packages.
pub(crate) fn apt(packages: &[&str]) -> Outcome {
    let mut update = Command::new("apt-get");
    run::silent(update.args(["update", "-q"]), "check that apt reaches its mirror")?;
    let mut install = Command::new("apt-get");
    install
        .args(["install", "-q", "-y", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive");
    run::silent(&mut install, "see apt's message above")
}

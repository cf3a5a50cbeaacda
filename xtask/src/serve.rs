//! Builds and runs the program.

use std::path::PathBuf;

use crate::compile::Mode;
use crate::run::{self, Outcome};
use crate::site;

/// Builds the bundles and the program; gives the program's path.
pub(crate) fn build(mode: Mode) -> Outcome<PathBuf> {
    site::build(mode)?;
    program(mode)
}

/// Builds the program alone.
pub(crate) fn program(mode: Mode) -> Outcome<PathBuf> {
    run::step("the program");
    let mut cargo = run::cargo();
    cargo.args(["build", "--locked", "--package", "site-agent"]);
    if mode == Mode::Release {
        cargo.arg("--release");
    }
    run::shown(&mut cargo, "the compiler's message is above")?;
    let profile = if mode == Mode::Release { "release" } else { "debug" };
    Ok(run::root().join("target").join(profile).join(program_name()))
}

fn program_name() -> String {
    format!("site-agent{}", std::env::consts::EXE_SUFFIX)
}

/// Builds and serves until it is stopped.
pub(crate) fn serve(mode: Mode, args: &[String]) -> Outcome {
    let program = build(mode)?;
    run::step("http://localhost:3000 (the shop is at /shop; Ctrl+C stops it)");
    let mut command = run::command(program);
    command.arg("serve").args(args).env("SITE_AGENT_SITE_ROOT", site::folder(mode));
    run::shown(&mut command, "its message is above")
}

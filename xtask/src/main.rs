//! The project's own commands.
//!
//! `cargo xtask serve` builds both wasm bundles and runs the program; `cargo xtask test` runs
//! every test there is and installs what the tests need. Each command shows what it is doing and
//! ends a failure with one line that says what to do.

mod bench;
mod bind;
mod bundle;
mod check;
mod cli;
mod compile;
mod compress;
mod element;
mod files;
mod languages;
mod names;
mod node;
mod package;
mod product;
mod run;
mod secrets;
mod serve;
mod site;
mod size;
mod stylesheet;
mod test;
mod toolchain;
mod walls;
mod weights;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

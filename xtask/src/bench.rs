//! What is measured rather than tested.

use std::path::Path;

use clap::ValueEnum;

use crate::compile::Mode;
use crate::product::Product;
use crate::run::{self, Outcome};
use crate::{serve, site};

/// What to measure.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum What {
    /// A million fuzzed event orders through the session
    Core,
    /// A million requests, replies and streams, each made of chance, through the model proxy
    Gateway,
    /// The model proxy: processor time, memory and latency of a step; fails over the bounds
    Proxy,
    /// The store of runs: a million of them listed, searched, opened, and more taken for a minute
    Store,
    /// The element in a browser: script at load, opening, a long stream, memory
    Embed,
}

/// Measures.
pub(crate) fn bench(what: What, runs: u32, folder: Option<&Path>) -> Outcome {
    match what {
        What::Core => fuzz("site-agent-core", "the order that failed is named above"),
        What::Gateway => fuzz("site-agent-gateway", "what failed is shown above"),
        What::Proxy => proxy(),
        What::Store => store(runs, folder),
        What::Embed => {
            let mut bench = Product::build()?.script("bench")?;
            run::shown(&mut bench, "what could not be measured is named above")
        }
    }
}

/// A million cases of a package's own fuzz.
fn fuzz(package: &str, advice: &str) -> Outcome {
    let mut cargo = run::cargo();
    cargo
        .args(["test", "--release", "--locked", "--package", package, "--lib", "fuzz"])
        .args(["--", "--nocapture"])
        .env("SITE_AGENT_FUZZ", "1000000");
    run::shown(&mut cargo, advice)
}

/// How long the store takes runs.
const SECONDS: &str = "60";

/// So many runs, as `server/examples/bench_store` measures them.
fn store(runs: u32, folder: Option<&Path>) -> Outcome {
    let mut bench = run::cargo();
    bench.args(["run", "--locked", "--release", "--package", "site-agent", "--example"]);
    bench.args(["bench_store", "--"]).args([&runs.to_string(), SECONDS]);
    bench.args(folder);
    run::shown(&mut bench, "what is over its bar is named above")
}

/// The release program against a model of our own, as `server/bench` measures it.
fn proxy() -> Outcome {
    // What it serves as files is in its memory, but not in the way of a step: any build will do.
    let files = [site::folder(Mode::Release), site::folder(Mode::Dev)];
    let files = match files.into_iter().find(|folder| folder.join("manifest.json").is_file()) {
        Some(files) => files,
        None => site::build(Mode::Dev)?,
    };
    let program = serve::program(Mode::Release)?;
    run::step("the bench");
    let mut bench = run::cargo();
    bench.args(["run", "--locked", "--release", "--package", "site-agent-bench", "--", "proxy"]);
    run::shown(bench.args([&program, &files]), "what is over its bound is named above")
}

//! What is measured rather than tested.

use clap::ValueEnum;

use crate::product::Product;
use crate::run::{self, Outcome};

/// What to measure.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum What {
    /// A million fuzzed event orders through the session
    Core,
    /// A million requests, replies and streams, each made of chance, through the model proxy
    Gateway,
    /// The element in a browser: script at load, opening, a long stream, memory
    Embed,
}

/// Measures.
pub(crate) fn bench(what: What) -> Outcome {
    match what {
        What::Core => fuzz("site-agent-core", "the order that failed is named above"),
        What::Gateway => fuzz("site-agent-gateway", "what failed is shown above"),
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

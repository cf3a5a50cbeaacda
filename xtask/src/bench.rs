//! What is measured rather than tested.

use clap::ValueEnum;

use crate::product::Product;
use crate::run::{self, Outcome};

/// What to measure.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum What {
    /// A million fuzzed event orders through the session
    Core,
    /// The element in a browser: script at load, opening, a long stream, memory
    Embed,
}

/// Measures.
pub(crate) fn bench(what: What) -> Outcome {
    match what {
        What::Core => {
            let mut cargo = run::cargo();
            cargo
                .args(["test", "--release", "--locked", "--package", "site-agent-core", "fuzz"])
                .args(["--", "--nocapture"])
                .env("SITE_AGENT_FUZZ", "1000000");
            run::shown(&mut cargo, "the order that failed is named above")
        }
        What::Embed => {
            let mut bench = Product::build()?.script("bench")?;
            run::shown(&mut bench, "what could not be measured is named above")
        }
    }
}

//! Every test, in the order in which a failure is cheapest to learn of.

use clap::ValueEnum;

use crate::product::Product;
use crate::run::{self, Outcome};
use crate::{check, node, package, size};

/// A part of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Format, lints, docs, walls
    Check,
    /// The agent itself, its boundary, and xtask
    Core,
    /// The server through its true router
    Api,
    /// The element's bytes
    Size,
    /// The product in a browser
    Browser,
    /// The shim and the main job in Firefox and WebKitGTK, where they are installed; only by name
    Engines,
}

const ALL: [Part; 5] = [Part::Check, Part::Core, Part::Size, Part::Api, Part::Browser];

/// Runs the named parts, or all.
pub(crate) fn test(parts: &[Part]) -> Outcome {
    let parts = if parts.is_empty() { &ALL[..] } else { parts };
    for part in parts {
        run::step(&format!("tests: {part:?}"));
        match part {
            Part::Check => check::check()?,
            Part::Core => {
                let alone = ["site-agent-core", "site-agent-bench", "site-agent-replayer", "xtask"];
                cargo_test(&alone, None)?;
                // Alone: its features must not meet the site's.
                cargo_test(&["site-agent-element"], Some("panel,replay,rules"))?;
            }
            // The site is tested as the program links it, so that nothing is compiled twice.
            Part::Api => cargo_test(
                &["site-agent-gateway", "site-agent", "site-agent-app"],
                Some("site-agent-app/ssr"),
            )?,
            Part::Size => size::report()?,
            Part::Browser => browser()?,
            Part::Engines => run::shown(
                &mut Product::build()?.script("test:engines")?,
                "the failing test is named above",
            )?,
        }
    }
    eprintln!("→ all of it passed");
    Ok(())
}

fn cargo_test(packages: &[&str], features: Option<&str>) -> Outcome {
    let mut cargo = run::cargo();
    cargo.args(["test", "--locked"]);
    if let Some(features) = features {
        cargo.args(["--features", features]);
    }
    for package in packages {
        cargo.args(["--package", package]);
    }
    run::shown(&mut cargo, "the failing test is named above")
}

/// The release files with a dev build of the program, in Chromium with and without native WebMCP.
fn browser() -> Outcome {
    let product = Product::build()?;
    let tarball = package::pack(&product.files.join("site-agent"))?;
    run::shown(&mut node::script("types")?, "the types of app/widget/js do not hold")?;
    run::shown(&mut product.script("test:node")?, "the failing test is named above")?;
    run::shown(
        product.script("test")?.env("SITE_AGENT_PACKAGE", &tarball),
        "the failing test is named above; end2end/results has its pictures",
    )
}

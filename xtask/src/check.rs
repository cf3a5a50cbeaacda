//! What must hold before a test runs: format, lints for each feature set by itself, docs, walls.

use crate::run::{self, Outcome};
use crate::{languages, walls};

/// One set of packages and features; `csr`, `hydrate` and `ssr` exclude each other, so that
/// `--all-features` is never right.
struct Set {
    packages: &'static [&'static str],
    features: &'static str,
}

const SETS: [Set; 7] = [
    Set {
        packages: &["site-agent-core", "site-agent-bench", "site-agent-replayer", "xtask"],
        features: "",
    },
    Set { packages: &["site-agent-gateway"], features: "" },
    Set { packages: &["site-agent", "site-agent-app"], features: "site-agent-app/ssr" },
    Set { packages: &["site-agent-element"], features: "panel" },
    Set { packages: &["site-agent-element"], features: "replay" },
    Set { packages: &["site-agent-element"], features: "rules" },
    Set { packages: &["site-agent-app"], features: "hydrate" },
];

/// Runs every check.
pub(crate) fn check() -> Outcome {
    run::step("format");
    run::shown(run::cargo().args(["fmt", "--all", "--check"]), "run `cargo fmt --all`")?;
    walls::check()?;
    languages::check()?;
    for set in &SETS {
        run::step(&format!("lints: {} {}", set.packages.join(", "), set.features));
        let mut cargo = run::cargo();
        cargo.args(["clippy", "--locked", "--quiet", "--all-targets"]);
        for package in set.packages {
            cargo.args(["--package", package]);
        }
        if !set.features.is_empty() {
            cargo.args(["--features", set.features]);
        }
        cargo.args(["--", "-D", "warnings"]);
        run::shown(&mut cargo, "the lint is named above")?;
    }
    run::step("docs");
    let mut docs = run::cargo();
    docs.args(["doc", "--locked", "--quiet", "--no-deps"])
        .args([
            "--package",
            "site-agent-core",
            "--package",
            "site-agent-gateway",
            "--package",
            "site-agent",
        ])
        .env("RUSTDOCFLAGS", "-D warnings");
    run::shown(&mut docs, "the broken link or missing doc is named above")?;
    for tool in ["machete", "deny"] {
        optional(tool)?;
    }
    Ok(())
}

/// Tools that are run where they are installed.
fn optional(tool: &str) -> Outcome {
    if run::quiet(run::cargo().args([tool, "--version"])).is_none() {
        eprintln!("  cargo {tool} is not installed: skipped (`cargo install cargo-{tool}`)");
        return Ok(());
    }
    run::step(&format!("cargo {tool}"));
    let mut cargo = run::cargo();
    cargo.arg(tool);
    if tool == "deny" {
        cargo.args(["--offline", "check", "licenses", "bans", "sources"]);
    }
    run::shown(&mut cargo, "its message is above")
}

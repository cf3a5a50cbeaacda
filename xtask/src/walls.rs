//! The walls between the packages (ARCHITECTURE.md), and the length of files.

use std::process::Command;

use crate::run::{self, Failure, Outcome};

/// Everything that `core` may link.
const CORE_MAY: [&str; 18] = [
    "site-agent-core",
    "block-buffer",
    "cfg-if",
    "const-oid",
    "cpufeatures",
    "crypto-common",
    "digest",
    "hybrid-array",
    "libc",
    "proc-macro2",
    "quote",
    "sha2",
    "syn",
    "thiserror",
    "thiserror-impl",
    "typenum",
    "unicode-ident",
    "cmov",
];

/// A package, its features, and what it must never reach.
struct Wall {
    package: &'static str,
    features: &'static str,
    never: &'static [&'static str],
}

const WALLS: [Wall; 6] = [
    Wall {
        package: "site-agent-element",
        features: "panel",
        never: &["leptos", "web-sys", "site-agent-app", "site-agent", "reqwest", "sqlx"],
    },
    Wall {
        package: "site-agent-element",
        features: "rules",
        never: &["leptos", "web-sys", "site-agent-app", "site-agent"],
    },
    Wall { package: "site-agent-app", features: "ssr", never: &["sqlx", "reqwest", "site-agent"] },
    Wall {
        package: "site-agent-app",
        features: "hydrate",
        never: &["sqlx", "reqwest", "site-agent"],
    },
    Wall {
        package: "site-agent-gateway",
        features: "",
        never: &["leptos", "sqlx", "site-agent-app"],
    },
    Wall {
        package: "site-agent-replayer",
        features: "",
        never: &["leptos", "sqlx", "reqwest", "site-agent-app", "site-agent-gateway"],
    },
];

/// Files longer than this are split.
const LINES: usize = 400;
/// Ends of files that people write.
const WRITTEN: [&str; 6] = ["rs", "js", "mjs", "ts", "css", "sql"];

/// Checks every wall.
pub(crate) fn check() -> Outcome {
    run::step("walls");
    for name in linked("site-agent-core", "")? {
        if !CORE_MAY.contains(&name.as_str()) {
            return Err(Failure::new(format!(
                "site-agent-core links `{name}`, which is not on its list in xtask/src/walls.rs"
            )));
        }
    }
    for wall in &WALLS {
        let names = linked(wall.package, wall.features)?;
        if let Some(name) = wall.never.iter().find(|never| names.iter().any(|name| name == *never))
        {
            return Err(Failure::new(format!("{} must not reach {name}", wall.package)));
        }
    }
    lengths()
}

/// The packages that a package links, itself included.
fn linked(package: &str, features: &str) -> Outcome<Vec<String>> {
    let mut cargo = run::cargo();
    cargo.args(["tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    cargo.args(["--package", package, "--target", "all"]);
    if !features.is_empty() {
        cargo.args(["--features", features]);
    }
    let text = run::quiet(&mut cargo).ok_or_else(|| {
        Failure::new(format!("`cargo tree -p {package}` failed; run it to see why"))
    })?;
    Ok(text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect())
}

fn lengths() -> Outcome {
    let Some(list) = run::quiet(Command::new("git").current_dir(run::root()).args(["ls-files"]))
    else {
        return Ok(());
    };
    let mut long = vec![];
    for name in list.lines().filter(|name| {
        std::path::Path::new(name)
            .extension()
            .is_some_and(|end| WRITTEN.iter().any(|own| end == *own))
    }) {
        let lines =
            std::fs::read_to_string(run::root().join(name)).map_or(0, |text| text.lines().count());
        if lines > LINES {
            long.push(format!("{name} ({lines})"));
        }
    }
    if long.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("files over {LINES} lines, split them: {}", long.join(", "))))
}

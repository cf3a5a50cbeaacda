//! Finds, or makes, a compiler for `wasm32-unknown-unknown`.
//!
//! Three ways, the first that works: the target that rustup has installed; Debian's `rustc-web`
//! with the standard library's source; a target that rustup can download. On Debian as root the
//! second is installed by apt when the third fails.

use std::path::Path;
use std::process::Command;

use crate::run::{self, Failure, Outcome};

const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_STD: &str = "/usr/lib/rustlib/src/rust/library/std";
const DEBIAN_LINKER: &str = "/usr/bin/rust-lld";
/// The release that `rust-version` in Cargo.toml asks for.
const OLDEST: (u32, u32) = (1, 94);

/// A compiler for wasm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The rustup toolchain that runs us, with its wasm target; `source`: it has `rust-src` too.
    Rustup { source: bool },
    /// Debian's compiler, which builds the standard library from source.
    Debian,
}

impl Toolchain {
    /// Finds one, installing it where that is possible.
    pub(crate) fn find() -> Outcome<Self> {
        if rustup_has_target() {
            return Ok(Self::Rustup { source: rustup_has_source() });
        }
        if debian_is_whole() {
            return Ok(Self::Debian);
        }
        run::step("rustup target add wasm32-unknown-unknown");
        if run::quiet(Command::new("rustup").args(["target", "add", TARGET])).is_some() {
            let _ = run::quiet(Command::new("rustup").args(["component", "add", "rust-src"]));
            return Ok(Self::Rustup { source: rustup_has_source() });
        }
        install_debian()?;
        if debian_is_whole() {
            return Ok(Self::Debian);
        }
        Err(Failure::new(
            "no compiler for wasm32-unknown-unknown; run `rustup target add wasm32-unknown-unknown`, \
             or on Debian install rustc-web, cargo-web, rust-web-src, libstd-rust-web-dev, \
             rust-web-llvm and the lld that /usr/bin/rust-lld links to",
        ))
    }

    /// A cargo command with this compiler, before its arguments.
    pub(crate) fn cargo(self) -> Command {
        match self {
            Self::Rustup { .. } => run::cargo(),
            Self::Debian => {
                let mut command = run::command(DEBIAN_CARGO);
                // rustup's proxies put their own compiler into the environment.
                command.env_remove("RUSTUP_TOOLCHAIN").env("RUSTC", DEBIAN_RUSTC);
                command
            }
        }
    }

    /// Whether the standard library can be built from source, which makes release bundles smaller.
    pub(crate) fn can_build_std(self) -> bool {
        matches!(self, Self::Debian | Self::Rustup { source: true })
    }

    /// Whether it must be, because there is no other.
    pub(crate) fn must_build_std(self) -> bool {
        self == Self::Debian
    }

    /// Says which way was taken.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Rustup { source: true } => "rustup's wasm target, with rust-src",
            Self::Rustup { source: false } => "rustup's wasm target, without rust-src",
            Self::Debian => "Debian's rustc-web, standard library from source",
        }
    }
}

fn rustup_has_target() -> bool {
    run::quiet(Command::new("rustup").args(["target", "list", "--installed"]))
        .is_some_and(|list| list.lines().any(|line| line.trim() == TARGET))
}

fn rustup_has_source() -> bool {
    run::quiet(Command::new("rustc").args(["--print", "sysroot"])).is_some_and(|root| {
        Path::new(root.trim()).join("lib/rustlib/src/rust/library/std").exists()
    })
}

fn debian_is_whole() -> bool {
    Path::new(DEBIAN_STD).exists()
        && Path::new(DEBIAN_CARGO).exists()
        && std::fs::canonicalize(DEBIAN_LINKER).is_ok()
        && run::quiet(Command::new(DEBIAN_RUSTC).arg("--version"))
            .and_then(|text| version(&text))
            .is_some_and(|found| found >= OLDEST)
}

/// `rustc 1.96.0 (…)` → (1, 96).
fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split_whitespace().nth(1)?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn install_debian() -> Outcome {
    if !Path::new("/usr/bin/apt-get").exists() || !crate::node::is_root() {
        return Ok(());
    }
    run::step("installing Debian's rustc-web by apt (rustup has no wasm target to download here)");
    crate::node::apt(&[
        "rustc-web",
        "cargo-web",
        "rust-web-src",
        "libstd-rust-web-dev",
        "rust-web-llvm",
    ])?;
    if std::fs::canonicalize(DEBIAN_LINKER).is_err()
        && let Ok(linker) = std::fs::read_link(DEBIAN_LINKER)
        && let Some(package) = linker.file_name().and_then(|name| name.to_str())
    {
        crate::node::apt(&[package])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn a_compiler_tells_its_version() {
        assert_eq!(version("rustc 1.96.0 (ac68faa20 2026-05-25)"), Some((1, 96)));
        assert_eq!(version("rustc"), None);
    }
}

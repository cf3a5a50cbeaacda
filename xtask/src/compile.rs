//! Compiles a package to wasm.

use std::path::PathBuf;

use crate::run::{self, Outcome};
use crate::toolchain::Toolchain;

/// How a build is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Fast to make, large.
    Dev,
    /// Slow to make, small.
    Release,
}

impl Mode {
    pub(crate) fn of(release: bool) -> Self {
        if release { Self::Release } else { Self::Dev }
    }
}

/// One of the bundles.
pub(crate) struct Bundle {
    /// The package.
    pub(crate) package: &'static str,
    /// Its features.
    pub(crate) features: &'static str,
    /// The profile of a release build.
    pub(crate) release_profile: &'static str,
    /// Panics compile to a bare trap, without message or unwinding tables.
    pub(crate) immediate_abort: bool,
}

/// `<site-agent>`: session and panel.
pub(crate) const ELEMENT: Bundle = Bundle {
    package: "site-agent-element",
    features: "panel",
    release_profile: "element",
    immediate_abort: true,
};

/// The rule matcher, which pages load only where it is the model.
pub(crate) const RULES: Bundle = Bundle { features: "rules", ..ELEMENT };

/// Replays of traces, without the panel; loaded by whoever replays one.
pub(crate) const REPLAY: Bundle = Bundle { features: "replay", ..ELEMENT };

/// The islands of the site's own pages.
pub(crate) const ISLANDS: Bundle = Bundle {
    package: "site-agent-app",
    features: "hydrate",
    release_profile: "islands",
    immediate_abort: false,
};

impl Bundle {
    /// The wasm file as [`compile`] leaves it in a folder for the profile.
    pub(crate) fn file(&self) -> String {
        format!("{}-{}.wasm", self.package, self.features)
    }
}

/// Compiles the bundle and gives the path of the wasm file.
pub(crate) fn compile(bundle: &Bundle, toolchain: Toolchain, mode: Mode) -> Outcome<PathBuf> {
    let profile = match mode {
        Mode::Dev => "wasm-dev",
        Mode::Release => bundle.release_profile,
    };
    let release = mode == Mode::Release;
    let build_std = toolchain.must_build_std() || (release && toolchain.can_build_std());
    let abort = release && bundle.immediate_abort && build_std;
    run::step(&format!(
        "{} ({}) for wasm, profile {profile} ({})",
        bundle.package,
        bundle.features,
        toolchain.describe()
    ));
    if release && bundle.immediate_abort && !build_std {
        eprintln!(
            "  without rust-src the element is about a sixth larger: `rustup component add rust-src`"
        );
    }
    // A folder of its own: the flags differ from the native build's, and another compiler may be at work.
    let folder = run::root().join("target").join(if abort { "wasm-abort" } else { "wasm" });
    let mut command = toolchain.cargo();
    command
        // As a cdylib alone: beside an rlib, which the manifest asks for, cargo would leave out the LTO.
        .args(["rustc", "--lib", "--crate-type", "cdylib", "--locked"])
        .args(["--target", "wasm32-unknown-unknown"])
        .args(["--package", bundle.package, "--features", bundle.features, "--profile", profile])
        .env("CARGO_TARGET_DIR", &folder)
        .env_remove("CARGO_BUILD_TARGET_DIR");
    if build_std {
        command
            .args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"])
            .env("RUSTC_BOOTSTRAP", "1");
    }
    if abort {
        command.env(
            "RUSTFLAGS",
            "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=none \
             --cfg erase_components --cfg sha2_backend_soft=\"compact\"",
        );
    }
    run::shown(&mut command, "the compiler's message is above")?;
    let built = folder.join("wasm32-unknown-unknown").join(profile);
    let from_cargo = built.join(format!("{}.wasm", bundle.package.replace('-', "_")));
    // A package's bundles would overwrite each other under cargo's name.
    let wasm = built.join(bundle.file());
    std::fs::copy(&from_cargo, &wasm).map_err(run::at(&from_cargo))?;
    Ok(wasm)
}

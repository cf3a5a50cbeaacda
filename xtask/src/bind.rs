//! Makes the JavaScript glue of a wasm file, in-process, with the library whose version the
//! lockfile holds: nothing is downloaded and no two versions can meet.

use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use crate::compile::Mode;
use crate::files;
use crate::names;
use crate::node;
use crate::run::{self, Failure, Outcome};

/// What wasm-opt does to a release bundle; part of the stamp, so that a change binds anew.
const OPTIMISE: [&str; 19] = [
    // Control flow anew from flat code, then small again: two per cent less than -Oz alone.
    "-Oz",
    "--flatten",
    "--rereloop",
    "-Oz",
    "-Oz",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-call-indirect-overlong",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-sign-ext",
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
    "-tnh",
    "-lmu",
    "--zero-filled-memory",
];

/// A bound bundle: `NAME.js` and `NAME.wasm` in a folder under target.
pub(crate) struct Bound {
    /// The glue, an ES module.
    pub(crate) glue: PathBuf,
    /// The wasm it loads.
    pub(crate) wasm: PathBuf,
}

/// Binds `input`; a second call with the same input does nothing.
pub(crate) fn bind(input: &Path, name: &str, mode: Mode) -> Outcome<Bound> {
    let label = if mode == Mode::Release { "release" } else { "dev" };
    let folder = run::root().join("target/bound").join(label).join(name);
    let bound = Bound {
        glue: folder.join(format!("{name}.js")),
        wasm: folder.join(format!("{name}.wasm")),
    };
    let stamp = folder.join("stamp");
    let recipe = OPTIMISE.join(" ") + " short names";
    let now = files::digest(&[&files::read(input)?, recipe.as_bytes()].concat());
    if bound.wasm.exists() && std::fs::read_to_string(&stamp).is_ok_and(|then| then == now) {
        return Ok(bound);
    }
    files::fresh_folder(&folder)?;
    let fail = |error| Failure::new(format!("wasm-bindgen: {error:#}"));
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).web(true).map_err(fail)?;
    bindgen
        .typescript(false)
        .omit_default_module_path(false)
        // After a trap the element starts again in a fresh instance of the same module.
        .reset_state_function(true)
        .remove_name_section(mode == Mode::Release)
        .remove_producers_section(true)
        .out_name(name)
        .generate(&folder)
        .map_err(fail)?;
    // wasm-bindgen says NAME_bg.wasm; the served names are ours.
    let from_bindgen = folder.join(format!("{name}_bg.wasm"));
    if mode == Mode::Release {
        optimise(&from_bindgen, &bound.wasm)?;
        std::fs::remove_file(&from_bindgen).map_err(run::at(&from_bindgen))?;
        let (wasm, glue) = names::shorten(&files::read(&bound.wasm)?, &files::text(&bound.glue)?)?;
        files::write(&bound.wasm, &wasm)?;
        files::write(&bound.glue, glue.as_bytes())?;
    } else {
        std::fs::rename(&from_bindgen, &bound.wasm).map_err(run::at(&from_bindgen))?;
    }
    files::write(&stamp, now.as_bytes())?;
    Ok(bound)
}

fn optimise(input: &Path, output: &Path) -> Outcome {
    run::step("wasm-opt -Oz");
    let mut command = node::tool("wasm-opt")?;
    command.arg(input).arg("-o").arg(output).args(OPTIMISE);
    run::silent(&mut command, "see its message above")
}

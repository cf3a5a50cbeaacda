//! `target/site`: everything the program serves as files, with `manifest.json` naming the hashed ones.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::compile::{self, Mode};
use crate::run::{self, Outcome};
use crate::toolchain::Toolchain;
use crate::{bind, compress, element, files, node, secrets, stylesheet};

/// Where the files of a mode stand.
pub(crate) fn folder(mode: Mode) -> PathBuf {
    run::root().join("target").join(if mode == Mode::Release { "site-release" } else { "site" })
}

/// Builds all bundles and lays out the folder.
pub(crate) fn build(mode: Mode) -> Outcome<PathBuf> {
    lay_out(folder(mode), mode, mode)
}

/// What the browser tests are served: the element as visitors get it, the site's own islands as
/// fast as they can be made.
pub(crate) fn build_for_tests() -> Outcome<PathBuf> {
    let out = lay_out(run::root().join("target/site-test"), Mode::Release, Mode::Dev)?;
    // Its bytes on the wire are what a page pays, and are tested as they are served.
    compress::compress_file(&out.join("embed.js"))?;
    Ok(out)
}

/// The element alone, for release, to be weighed.
pub(crate) fn build_element() -> Outcome<PathBuf> {
    let out = run::root().join("target/element-release");
    node::packages()?;
    let built = element::build(Toolchain::find()?, Mode::Release)?;
    files::fresh_folder(&out)?;
    element::write(&built, &out, Mode::Release)?;
    Ok(out)
}

fn lay_out(out: PathBuf, element_mode: Mode, islands_mode: Mode) -> Outcome<PathBuf> {
    if element_mode == Mode::Release {
        node::packages()?;
    }
    let toolchain = Toolchain::find()?;
    let element = element::build(toolchain, element_mode)?;
    let islands_wasm = compile::compile(&compile::ISLANDS, toolchain, islands_mode)?;
    let islands = bind::bind(&islands_wasm, "site", islands_mode)?;

    files::fresh_folder(&out)?;
    element::write(&element, &out, element_mode)?;
    files::copy_folder(&run::root().join("public"), &out)?;

    let css = stylesheet::bundle(&run::root().join("style/app.css"))?;
    let glue = files::text(&islands.glue)?;
    let wasm = files::read(&islands.wasm)?;
    let manifest = json!({
        "css": hashed(&out, "css", css.as_bytes())?,
        "js": hashed(&out, "js", glue.as_bytes())?,
        "wasm": hashed(&out, "wasm", &wasm)?,
        "embed": "/embed.js",
    });
    if islands_mode == Mode::Release {
        run::step("compressing");
        compress::compress_folder(&out)?;
    }
    files::write(&out.join("manifest.json"), manifest.to_string().as_bytes())?;
    secrets::none_in(&out)?;
    Ok(out)
}

/// Writes `pkg/site-HASH.END` and gives its address.
fn hashed(out: &Path, end: &str, bytes: &[u8]) -> Outcome<String> {
    let name = format!("site-{}.{end}", files::short_hash(bytes));
    files::write(&out.join("pkg").join(&name), bytes)?;
    Ok(format!("/pkg/{name}"))
}

//! The npm package: the element's release files with the licence, the readme and the types, in a
//! form that other bundlers can follow. `npm pack` makes the tarball, without network.

mod references;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::element::FRAME_SCRIPT;
use crate::run::{self, Failure, Outcome};
use crate::{files, node, site};

/// Of the workspace, and so of the package.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a page or program can name.
const ENTRIES: [&str; 3] = ["index.js", "element.js", "shim.js"];

/// Builds the element for release and packs it.
pub(crate) fn package() -> Outcome {
    let tarball = pack(&site::build_element()?.join("site-agent"))?;
    eprintln!("→ {}", tarball.display());
    Ok(())
}

/// Packs the element's release files, which stand in `built`; gives the tarball's path.
pub(crate) fn pack(built: &Path) -> Outcome<PathBuf> {
    run::step("the npm package");
    node::packages()?;
    let out = run::root().join("target/package");
    let folder = out.join("site-agent");
    files::fresh_folder(&out)?;
    files::copy_folder(built, &folder)?;
    for name in ["README.md", "LICENSE"] {
        files::write(&folder.join(name), &files::read(&run::root().join(name))?)?;
    }
    let manifest = files::text(&folder.join("package.json"))?;
    files::write(&folder.join("package.json"), versioned(&manifest)?.as_bytes())?;
    // A frame's document is the program's to serve, and this is its script.
    let frame = folder.join(FRAME_SCRIPT);
    std::fs::remove_file(&frame).map_err(run::at(&frame))?;
    references::spell_out(&folder, &ENTRIES)?;

    let mut npm = run::command("npm");
    npm.current_dir(&folder)
        .args(["pack", "--silent", "--offline", "--ignore-scripts", "--pack-destination"])
        .arg(&out);
    run::silent(&mut npm, "see npm's message above")?;
    let tarball = out.join(format!("site-agent-{VERSION}.tgz"));
    if tarball.exists() {
        Ok(tarball)
    } else {
        Err(Failure::new(format!("npm pack made no {}", tarball.display())))
    }
}

/// The package's manifest with the workspace's version.
fn versioned(manifest: &str) -> Outcome<String> {
    let mut manifest: Value = serde_json::from_str(manifest)
        .map_err(|error| Failure::new(format!("app/widget/js/package.json: {error}")))?;
    manifest["version"] = json!(VERSION);
    serde_json::to_string_pretty(&manifest)
        .map(|text| text + "\n")
        .map_err(|error| Failure::new(format!("app/widget/js/package.json: {error}")))
}

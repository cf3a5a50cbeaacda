//! The element's files: `embed.js`, and the folder `site-agent/` with the entries and the hashed
//! module and wasm that they share.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bind::Bound;
use crate::bundle::{self, External, Form};
use crate::compile::Mode;
use crate::files;
use crate::node;
use crate::run::{self, Outcome};

/// Stands in the sources for the hashed module's path, seen from the entry.
const MODULE: &str = "__SA_MODULE__";
/// Stands in the module for the hashed wasm's path.
const WASM: &str = "__SA_WASM__";

/// A file that a page can name.
struct Entry {
    source: &'static str,
    output: &'static str,
    form: Form,
    /// How the entry's address reaches the hashed module.
    to_module: &'static str,
}

const ENTRIES: [Entry; 4] = [
    Entry {
        source: "embed.js",
        output: "embed.js",
        form: Form::Classic,
        to_module: "./site-agent/",
    },
    Entry {
        source: "element.js",
        output: "site-agent/element.js",
        form: Form::Module,
        to_module: "./",
    },
    Entry { source: "shim.js", output: "site-agent/shim.js", form: Form::Module, to_module: "./" },
    Entry {
        source: "index.js",
        output: "site-agent/index.js",
        form: Form::Module,
        to_module: "./",
    },
];

/// Writes the element's files below `out`.
pub(crate) fn write(bound: &Bound, out: &Path, mode: Mode) -> Outcome {
    run::step("the element's files");
    let sources = run::root().join("app/widget/js");
    let wasm = files::read(&bound.wasm)?;
    let glue = files::text(&bound.glue)?;
    let host = bundle::bundle(&sources.join("host.js"), Form::Module, &[glue_as("./glue.js")])?;
    let hash = files::short_hash(&[host.as_bytes(), glue.as_bytes(), &wasm].concat());
    let wasm_name = format!("sa-{hash}.wasm");
    let module_name = format!("sa-{hash}.js");
    let folder = out.join("site-agent");
    files::write(&folder.join(&wasm_name), &wasm)?;

    let host = host.replace(WASM, &wasm_name);
    if mode == Mode::Release {
        let work = workshop()?;
        files::write(&work.join("glue.js"), glue.as_bytes())?;
        files::write(&work.join("host.js"), host.as_bytes())?;
        minify(&work.join("host.js"), &folder.join(&module_name), Form::Module)?;
    } else {
        let glue_name = format!("sa-{hash}-glue.js");
        files::write(&folder.join(&glue_name), glue.as_bytes())?;
        let host = host.replace("'./glue.js'", &format!("'./{glue_name}'"));
        files::write(&folder.join(&module_name), host.as_bytes())?;
    }

    for entry in &ENTRIES {
        let text = bundle::bundle(&sources.join(entry.source), entry.form, &[])?
            .replace(MODULE, &format!("{}{module_name}", entry.to_module));
        let output = out.join(entry.output);
        if mode == Mode::Release {
            let source = workshop()?.join(entry.source);
            files::write(&source, text.as_bytes())?;
            minify(&source, &output, entry.form)?;
        } else {
            files::write(&output, text.as_bytes())?;
        }
    }
    // The same folder packs for npm.
    for name in ["index.d.ts", "package.json"] {
        files::write(&folder.join(name), &files::read(&sources.join(name))?)?;
    }
    Ok(())
}

fn glue_as(to: &str) -> External {
    External { from: "./glue.js", to: to.to_owned() }
}

fn workshop() -> Outcome<PathBuf> {
    let folder = run::root().join("target/bound/release/js");
    std::fs::create_dir_all(&folder).map_err(run::at(&folder))?;
    Ok(folder)
}

fn minify(source: &Path, output: &Path, form: Form) -> Outcome {
    let mut esbuild: Command = node::tool("esbuild")?;
    esbuild.arg(source).args(["--bundle", "--minify", "--target=es2022", "--log-level=warning"]);
    // A classic script is one function already; as a module its exports stay.
    esbuild.arg(if form == Form::Module { "--format=esm" } else { "--format=iife" });
    esbuild.arg(format!("--outfile={}", output.display()));
    run::silent(&mut esbuild, "see its message above")
}

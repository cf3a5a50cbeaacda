//! The element's files: `embed.js`, and the folder `site-agent/` with the entries, the hashed
//! module and wasm that they share, those that replay, those of the rule matcher, and the parts of
//! the shim that come later.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bind::{Bound, bind};
use crate::bundle::{self, External, Form};
use crate::compile::{ELEMENT, Mode, REPLAY, RULES, compile};
use crate::files;
use crate::languages::{self, Languages};
use crate::node;
use crate::run::{self, Outcome};
use crate::toolchain::Toolchain;

/// Stands in the sources for the hashed module's path, seen from the entry.
const MODULE: &str = "__SA_MODULE__";
/// Stands in the sources for the module that replays.
const REPLAYS: &str = "__SA_REPLAY__";
/// What the names of the files that replay begin with.
pub(crate) const REPLAY_PREFIX: &str = "sa-replay-";
/// Stands in the sources for the page's side of a frame.
const FRAME: &str = "__SA_FRAME__";
/// What the name of the page's side of a frame begins with.
pub(crate) const FRAME_PREFIX: &str = "sa-frame-";
/// The script of the frame itself.
pub(crate) const FRAME_SCRIPT: &str = "frame.js";
/// Stands in the module for the hashed wasm's path.
const WASM: &str = "__SA_WASM__";
/// What the names of the rule matcher's files begin with.
pub(crate) const MATCHER_PREFIX: &str = "sa-rules-";
/// Stands in the module for the panel's stylesheet.
const STYLE: &str = "'__SA_STYLE__'";
/// What the name of the file with a local model's instructions begins with.
pub(crate) const INSTRUCTIONS_PREFIX: &str = "sa-instructions-";
/// Stands in the module for that file.
const INSTRUCTIONS: &str = "__SA_INSTRUCTIONS__";
/// Stands in the module for the rule matcher's files, without their ends.
const MATCHER: &str = "__SA_RULES__";

/// What the name of the file begins with that makes tools of forms.
pub(crate) const FORMS_PREFIX: &str = "sa-forms-";
/// What the name of the file begins with that makes a turn of the browser's own model.
pub(crate) const CHROME_PREFIX: &str = "sa-chrome-";
/// What the names of the files begin with that store runs, and that ask the visitor about it.
pub(crate) const STORE_PREFIXES: [&str; 2] = ["sa-store-", "sa-asks-"];
/// What the name of the file begins with that runs a recording again at the dashboard's wish.
pub(crate) const TICKET_PREFIX: &str = "sa-ticket-";
/// Parts that come later: as the sources name them, and what their hashed names begin with. One that
/// brings another stands behind it.
const PARTS: [(&str, &str); 5] = [
    ("form-tools.js", FORMS_PREFIX),
    ("tools.js", "sa-tools-"),
    ("chrome-turn.js", CHROME_PREFIX),
    ("asks.js", STORE_PREFIXES[1]),
    ("store.js", STORE_PREFIXES[0]),
];

/// A file that a page can name.
struct Entry {
    source: &'static str,
    output: &'static str,
    form: Form,
    /// How the entry's address reaches the hashed module.
    to_module: &'static str,
}

const ENTRIES: [Entry; 5] = [
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
    // Of the document that the server shows as `/site-agent/frame`.
    Entry {
        source: FRAME_SCRIPT,
        output: "site-agent/frame.js",
        form: Form::Module,
        to_module: "./",
    },
];

/// The element's three bundles, bound.
pub(crate) struct Element {
    main: Bound,
    replay: Bound,
    rules: Bound,
    languages: Languages,
}

/// Compiles and binds them.
pub(crate) fn build(toolchain: Toolchain, mode: Mode) -> Outcome<Element> {
    // Before anything is compiled: a word is missing sooner than a semicolon.
    let languages = languages::read()?;
    Ok(Element {
        main: bind(&compile(&ELEMENT, toolchain, mode)?, "sa", mode)?,
        replay: bind(&compile(&REPLAY, toolchain, mode)?, "replay", mode)?,
        rules: bind(&compile(&RULES, toolchain, mode)?, "rules", mode)?,
        languages,
    })
}

/// Writes the element's files below `out`.
pub(crate) fn write(element: &Element, out: &Path, mode: Mode) -> Outcome {
    run::step("the element's files");
    let sources = run::root().join("app/widget/js");
    let folder = out.join("site-agent");
    let matcher = write_matcher(&element.rules, &folder, mode)?;
    let parts = write_parts(&element.languages, &folder, mode)?;
    let page_side = bundle::bundle(&sources.join("frame-page.js"), Form::Module, &[])?;
    let page_side = with_parts(&element.languages.fill(&page_side), &parts, "./");
    let frame = write_page_side(&page_side, &folder, mode)?;
    let host = bundle::bundle(&sources.join("host.js"), Form::Module, &[glue_as("./glue.js")])?;
    let host = with_parts(&host, &parts, "./")
        .replace(MATCHER, &matcher)
        .replace(FRAME, &frame)
        .replace(INSTRUCTIONS, &write_instructions(&folder)?);
    element.languages.write(&folder)?;
    let styled = element.languages.fill(&host.replace(STYLE, &panel_style(mode)?));
    let module = write_module(&styled, &element.main, "sa-", &folder, mode)?;
    let plain = host.replace(STYLE, "''");
    let replays = write_module(&plain, &element.replay, REPLAY_PREFIX, &folder, mode)?;
    let mut parts = parts;
    parts.push(write_ticket(&element.languages, &parts, &replays, &folder, mode)?);

    for entry in &ENTRIES {
        // esbuild makes the function around a classic script, and leaves out what it does not use.
        let form = if mode == Mode::Release { Form::Module } else { entry.form };
        let text = bundle::bundle(&sources.join(entry.source), form, &[])?;
        let text = with_parts(&element.languages.fill(&text), &parts, entry.to_module)
            .replace(MODULE, &format!("{}{module}", entry.to_module))
            .replace(REPLAYS, &format!("{}{replays}", entry.to_module))
            .replace(FRAME, &format!("{}{frame}", entry.to_module));
        write_script(&text, entry.source, &out.join(entry.output), entry.form, mode)?;
    }
    // The same folder packs for npm.
    for name in ["index.d.ts", "context.d.ts", "element.d.ts", "shim.d.ts", "package.json"] {
        files::write(&folder.join(name), &files::read(&sources.join(name))?)?;
    }
    Ok(())
}

/// A part's name in the sources, and its file's.
type Part = (&'static str, String);

/// Writes the parts that come later.
fn write_parts(languages: &Languages, folder: &Path, mode: Mode) -> Outcome<Vec<Part>> {
    let mut parts: Vec<Part> = vec![];
    for (source, prefix) in PARTS {
        let path = run::root().join("app/widget/js").join(source);
        let text = languages.fill(&bundle::bundle(&path, Form::Module, &[])?);
        let text = with_parts(&text, &parts, "./");
        let name = format!("{prefix}{}.js", files::short_hash(text.as_bytes()));
        write_script(&text, source, &folder.join(&name), Form::Module, mode)?;
        parts.push((source, name));
    }
    Ok(parts)
}

/// Writes what runs a recording again, which only the entries bring.
fn write_ticket(
    languages: &Languages,
    parts: &[Part],
    replays: &str,
    folder: &Path,
    mode: Mode,
) -> Outcome<Part> {
    let source = "ticket.js";
    let path = run::root().join("app/widget/js").join(source);
    let text = languages.fill(&bundle::bundle(&path, Form::Module, &[])?);
    let text = with_parts(&text, parts, "./").replace(REPLAYS, &format!("./{replays}"));
    let name = format!("{TICKET_PREFIX}{}.js", files::short_hash(text.as_bytes()));
    write_script(&text, source, &folder.join(&name), Form::Module, mode)?;
    Ok((source, name))
}

/// A script that finds the parts as files in the folder that `to_module` leads to.
fn with_parts(text: &str, parts: &[Part], to_module: &str) -> String {
    let replace = |text: String, (source, name): &Part| {
        text.replace(&format!("'./{source}'"), &format!("'{to_module}{name}'"))
    };
    parts.iter().fold(text.to_owned(), replace)
}

/// The panel's stylesheet as a JavaScript string.
fn panel_style(mode: Mode) -> Outcome<String> {
    let source = run::root().join("style/panel.css");
    let css = if mode == Mode::Release {
        let folded = workshop()?.join("panel.css");
        run::silent(&mut esbuild(&source, &folded)?, "see its message above")?;
        files::text(&folded)?
    } else {
        files::text(&source)?
    };
    let css = css.trim().replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${");
    Ok(format!("`{css}`"))
}

/// Writes a joined script, which is called `source` while it is made small.
fn write_script(text: &str, source: &str, output: &Path, form: Form, mode: Mode) -> Outcome {
    if mode == Mode::Dev {
        return files::write(output, text.as_bytes());
    }
    let joined = workshop()?.join(source);
    files::write(&joined, sheets_on_a_line(text).as_bytes())?;
    minify(&joined, output, form)
}

/// Writes the host joined with a bundle's glue, and its wasm; gives the module's name.
fn write_module(
    host: &str,
    bound: &Bound,
    prefix: &str,
    folder: &Path,
    mode: Mode,
) -> Outcome<String> {
    let wasm = files::read(&bound.wasm)?;
    let glue = files::text(&bound.glue)?;
    let hash = files::short_hash(&[host.as_bytes(), glue.as_bytes(), &wasm].concat());
    let name = format!("{prefix}{hash}");
    files::write(&folder.join(format!("{name}.wasm")), &wasm)?;

    let host = host.replace(WASM, &format!("{name}.wasm"));
    let module = folder.join(format!("{name}.js"));
    if mode == Mode::Release {
        let work = workshop()?;
        files::write(&work.join("glue.js"), glue.as_bytes())?;
        files::write(&work.join("host.js"), sheets_on_a_line(&host).as_bytes())?;
        minify(&work.join("host.js"), &module, Form::Module)?;
    } else {
        let glue_name = format!("{name}-glue.js");
        files::write(&folder.join(&glue_name), glue.as_bytes())?;
        let host = host.replace("'./glue.js'", &format!("'./{glue_name}'"));
        files::write(&module, host.as_bytes())?;
    }
    Ok(format!("{name}.js"))
}

/// Writes the page's side of a frame, which has no wasm, and gives its name.
fn write_page_side(text: &str, folder: &Path, mode: Mode) -> Outcome<String> {
    let name = format!("{FRAME_PREFIX}{}.js", files::short_hash(text.as_bytes()));
    write_script(text, "frame-page.js", &folder.join(&name), Form::Module, mode)?;
    Ok(name)
}

/// Writes the rule matcher, whose glue is its module, and gives the name of both files.
fn write_matcher(bound: &Bound, folder: &Path, mode: Mode) -> Outcome<String> {
    let wasm = files::read(&bound.wasm)?;
    let glue = files::read(&bound.glue)?;
    let name = format!("{MATCHER_PREFIX}{}", files::short_hash(&[&glue[..], &wasm].concat()));
    files::write(&folder.join(format!("{name}.wasm")), &wasm)?;
    let module = folder.join(format!("{name}.js"));
    if mode == Mode::Release {
        minify(&bound.glue, &module, Form::Module)?;
    } else {
        files::write(&module, &glue)?;
    }
    Ok(name)
}

/// Writes the texts that local models are instructed with, and gives the file's name.
fn write_instructions(folder: &Path) -> Outcome<String> {
    let sources = run::root().join("app/core/src/instructions");
    let text = |name: &str| -> Outcome<String> {
        let text = files::text(&sources.join(name))?;
        Ok(serde_json::Value::from(text.trim_end()).to_string())
    };
    let (built_in, of_site) = (text("built_in.txt")?, text("of_site.txt")?);
    let module = format!("export const builtIn={built_in},ofSite={of_site};\n");
    let name = format!("{INSTRUCTIONS_PREFIX}{}.js", files::short_hash(module.as_bytes()));
    files::write(&folder.join(&name), module.as_bytes())?;
    Ok(name)
}

/// A script whose sheets, the templates that are called `…_CSS`, stand on one line each: esbuild
/// leaves them as they are. In the sources their lines end where CSS needs no space.
fn sheets_on_a_line(text: &str) -> String {
    const BEGIN: &str = "_CSS = `";
    let mut parts = text.split(BEGIN);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (sheet, rest) = part.split_once('`').unwrap_or((part, ""));
        out.push_str(BEGIN);
        out.extend(sheet.lines());
        out.push('`');
        out.push_str(rest);
    }
    out
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
    let mut esbuild = esbuild(source, output)?;
    esbuild.args(["--bundle", "--target=es2022"]);
    match form {
        Form::Module => esbuild.arg("--format=esm"),
        Form::Classic => esbuild.arg("--format=iife").args([
            // Shorter than escapes; the program says which characters they are.
            "--charset=utf8".to_owned(),
            format!("--banner:js={}", bundle::OPENING),
            format!("--footer:js={}", bundle::CLOSING),
        ]),
    };
    run::silent(&mut esbuild, "see its message above")
}

fn esbuild(source: &Path, output: &Path) -> Outcome<Command> {
    let mut esbuild: Command = node::tool("esbuild")?;
    esbuild.arg(source).args(["--minify", "--log-level=warning"]);
    esbuild.arg(format!("--outfile={}", output.display()));
    Ok(esbuild)
}

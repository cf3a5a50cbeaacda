//! What the element costs a page: the bytes at load and when opened, with limits; and beside them
//! what is loaded for itself, by those who need it.

use std::path::{Path, PathBuf};

use crate::compile::ELEMENT;
use crate::element::{
    CHROME_PREFIX, FORMS_PREFIX, FRAME_PREFIX, FRAME_SCRIPT, INSTRUCTIONS_PREFIX, MATCHER_PREFIX,
    REPLAY_PREFIX, STORE_PREFIXES, TICKET_PREFIX,
};
use crate::run::{Failure, Outcome};
use crate::{compress, files, languages, site, weights};

/// Bytes of `embed.js`, gzip: what every page view pays.
const LOAD_LIMIT: usize = 5 * 1024;
/// Bytes of everything that is there once the panel is open, gzip as the program serves it.
const OPENED_LIMIT: usize = 100_000;
/// What is loaded apart, by the beginning of its files' names.
const APART: [(&str, &str); 8] = [
    (MATCHER_PREFIX, "rules, when asked (not above)"),
    (FORMS_PREFIX, "forms, if any (not above)"),
    (REPLAY_PREFIX, "replay, when called (not above)"),
    (INSTRUCTIONS_PREFIX, "a local model's (not above)"),
    (CHROME_PREFIX, "the browser's own (not above)"),
    (STORE_PREFIXES[0], "storing, if on (not above)"),
    (STORE_PREFIXES[1], "its question (not above)"),
    (TICKET_PREFIX, "the dashboard's replay (not above)"),
];
/// Parts of the standard library and of serde that must not be linked into the element.
const UNWANTED: [&str; 3] = ["serde", "flt2dec", "dec2flt"];

struct Row {
    name: String,
    raw: usize,
    gzip: usize,
    brotli: usize,
}

/// Builds the element for release, prints both sums and fails above the limits.
pub(crate) fn report() -> Outcome {
    let out = site::build_element()?;
    let load = row(&out.join("embed.js"), "embed.js")?;
    let mut opened = vec![];
    let mut apart = APART.map(|_| vec![]);
    let mut languages = vec![];
    let mut asides = vec![];
    let mut page_side = vec![];
    let folder = out.join("site-agent");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .map_err(crate::run::at(&folder))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("sa-") && is_served(name))
        .collect();
    names.sort();
    for name in names {
        let part = match APART.iter().position(|(prefix, _)| name.starts_with(prefix)) {
            Some(nth) => &mut apart[nth],
            None if name.starts_with(languages::PREFIX) => &mut languages,
            None if name.starts_with(languages::ASIDE_PREFIX) => &mut asides,
            None if name.starts_with(FRAME_PREFIX) => &mut page_side,
            None => &mut opened,
        };
        part.push(row(&folder.join(&name), &name)?);
    }
    println!("{:<34} {:>9} {:>9} {:>9}", "bytes", "raw", "gzip", "brotli");
    print(&load);
    let load_gzip = load.gzip;
    let framed = load_gzip + sum("", &page_side).gzip;
    let in_frame = row(&folder.join(FRAME_SCRIPT), FRAME_SCRIPT)?.gzip + sum("", &opened).gzip;
    opened.insert(0, load);
    for row in &opened[1..] {
        print(row);
    }
    let total = sum("opened, all of it", &opened);
    print(&total);
    for ((_, label), rows) in APART.iter().zip(&apart) {
        print(&sum(label, rows));
    }
    for tables in [&languages, &asides] {
        if let Some(largest) = tables.iter().max_by_key(|language| language.gzip) {
            print(largest);
        }
    }
    println!("in a frame: {framed} in the page, {in_frame} in the frame (gzip)");
    println!("load {load_gzip} of {LOAD_LIMIT}, opened {} of {OPENED_LIMIT} (gzip)", total.gzip);
    let wasm = files::read(&unbound()?)?;
    weigh(&wasm);
    limit("at load", load_gzip, LOAD_LIMIT)?;
    limit("opened", total.gzip, OPENED_LIMIT)?;
    unwanted(&wasm)
}

/// What each crate takes of the opened element's wasm, before wasm-opt has been over it.
fn weigh(wasm: &[u8]) {
    let weights = weights::by_crate(wasm).unwrap_or_default();
    let all: usize = weights.iter().map(|(_, bytes)| bytes).sum();
    println!("{:<34} {:>9} {:>9}", "bytes of code, as compiled", "raw", "of all");
    for (name, bytes) in weights {
        println!("{name:<34} {bytes:>9} {:>7}.{} %", bytes * 100 / all, bytes * 1000 / all % 10);
    }
}

fn sum(name: &str, rows: &[Row]) -> Row {
    Row {
        name: name.to_owned(),
        raw: rows.iter().map(|row| row.raw).sum(),
        gzip: rows.iter().map(|row| row.gzip).sum(),
        brotli: rows.iter().map(|row| row.brotli).sum(),
    }
}

/// Scripts and wasm; not their compressed copies.
fn is_served(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == "js" || end == "wasm")
}

fn row(path: &Path, name: &str) -> Outcome<Row> {
    let bytes = files::read(path)?;
    Ok(Row {
        name: name.to_owned(),
        raw: bytes.len(),
        gzip: compress::gzip(&bytes)?.len(),
        brotli: compress::brotli(&bytes)?.len(),
    })
}

fn print(row: &Row) {
    println!("{:<34} {:>9} {:>9} {:>9}", row.name, row.raw, row.gzip, row.brotli);
}

fn limit(what: &str, bytes: usize, limit: usize) -> Outcome {
    if bytes <= limit {
        return Ok(());
    }
    Err(Failure::new(format!("the element is too large {what}: {bytes} bytes of {limit}, gzip")))
}

/// The wasm before it is bound, which still has its names.
fn unbound() -> Outcome<PathBuf> {
    let folder = crate::run::root().join("target");
    let found = ["wasm-abort", "wasm"]
        .iter()
        .map(|name| {
            let profile = folder.join(name).join("wasm32-unknown-unknown/element");
            profile.join(ELEMENT.file())
        })
        .find(|path| path.exists());
    found.ok_or_else(|| {
        Failure::new("the element's unbound wasm is missing; run `cargo xtask build --release`")
    })
}

/// None of its names may come from serde or float formatting.
fn unwanted(wasm: &[u8]) -> Outcome {
    for name in UNWANTED {
        if wasm.windows(name.len()).any(|window| window == name.as_bytes()) {
            return Err(Failure::new(format!("`{name}` is linked into the element")));
        }
    }
    Ok(())
}

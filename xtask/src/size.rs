//! What the element costs a page: the bytes at load and when opened, with limits; and beside them
//! what is loaded for itself, by those who need it.

use std::path::Path;

use crate::compile::ELEMENT;
use crate::element::{
    CHROME_PREFIX, FORMS_PREFIX, FRAME_PREFIX, FRAME_SCRIPT, INSTRUCTIONS_PREFIX, MATCHER_PREFIX,
    REPLAY_PREFIX,
};
use crate::run::{Failure, Outcome};
use crate::{compress, files, languages, site};

/// Bytes of `embed.js`, gzip: what every page view pays.
const LOAD_LIMIT: usize = 5 * 1024;
/// Bytes of everything that is there once the panel is open, gzip. The plan asks for 100 KB; this
/// holds it where it stands, with a little room, so that it only ever shrinks.
const OPENED_LIMIT: usize = 112 * 1024;
/// What is loaded apart, by the beginning of its files' names.
const APART: [(&str, &str); 5] = [
    (MATCHER_PREFIX, "rules, when asked (not above)"),
    (FORMS_PREFIX, "forms, if any (not above)"),
    (REPLAY_PREFIX, "replay, when called (not above)"),
    (INSTRUCTIONS_PREFIX, "a local model's (not above)"),
    (CHROME_PREFIX, "the browser's own (not above)"),
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
    if let Some(largest) = languages.iter().max_by_key(|language| language.gzip) {
        print(largest);
    }
    println!("in a frame: {framed} in the page, {in_frame} in the frame (gzip)");
    println!("load {load_gzip} of {LOAD_LIMIT}, opened {} of {OPENED_LIMIT} (gzip)", total.gzip);
    limit("at load", load_gzip, LOAD_LIMIT)?;
    limit("opened", total.gzip, OPENED_LIMIT)?;
    unwanted()
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

/// The unbound wasm still has its names: none of them may come from serde or float formatting.
fn unwanted() -> Outcome {
    let folder = crate::run::root().join("target");
    let Some(wasm) = ["wasm-abort", "wasm"]
        .iter()
        .map(|name| {
            let profile = folder.join(name).join("wasm32-unknown-unknown/element");
            profile.join(ELEMENT.file())
        })
        .find(|path| path.exists())
    else {
        return Err(Failure::new(
            "the element's unbound wasm is missing; run `cargo xtask build --release`",
        ));
    };
    let bytes = files::read(&wasm)?;
    for name in UNWANTED {
        if bytes.windows(name.len()).any(|window| window == name.as_bytes()) {
            return Err(Failure::new(format!(
                "`{name}` is linked into the element; see {}",
                wasm.display()
            )));
        }
    }
    Ok(())
}

//! Joins the hand-written JavaScript modules into one file per entry, without Node.
//!
//! The modules keep to a few forms, one a line, so that joining them is stripping `import` and
//! `export`; a line in another form is an error that names it. Release builds pipe the result
//! through esbuild.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::files;
use crate::run::{Failure, Outcome};

/// What kind of script a bundle becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An ES module with the entry's exports.
    Module,
    /// A classic script: everything in one function, nothing exported.
    Classic,
}

/// What stands around a classic script: on a page where nothing can work, one line says so.
pub(crate) const OPENING: &str = "'use strict';try{";
pub(crate) const CLOSING: &str = "}catch(e){console.error('site-agent:',e)}";

/// An import that stays one: its path in the source and in the bundle.
pub(crate) struct External {
    /// As the modules write it.
    pub(crate) from: &'static str,
    /// As the bundle writes it.
    pub(crate) to: String,
}

#[derive(Default)]
struct Bundle<'a> {
    externals: &'a [External],
    body: String,
    kept: Vec<String>,
    exports: Vec<String>,
    seen: Vec<PathBuf>,
    names: BTreeMap<String, PathBuf>,
}

/// The entry with everything it imports.
pub(crate) fn bundle(entry: &Path, form: Form, externals: &[External]) -> Outcome<String> {
    let mut bundle = Bundle { externals, ..Bundle::default() };
    bundle.add(entry, true)?;
    let mut out = String::new();
    for import in &bundle.kept {
        let _ = writeln!(out, "{import}");
    }
    match form {
        Form::Classic => {
            let _ = writeln!(out, "{OPENING}(() => {{\n{}}})();{CLOSING}", bundle.body);
        }
        Form::Module => {
            out.push_str(&bundle.body);
            if !bundle.exports.is_empty() {
                let _ = writeln!(out, "export {{ {} }};", bundle.exports.join(", "));
            }
        }
    }
    Ok(out)
}

impl Bundle<'_> {
    fn add(&mut self, path: &Path, entry: bool) -> Outcome {
        let path = path.canonicalize().map_err(crate::run::at(path))?;
        if self.seen.contains(&path) {
            return Ok(());
        }
        self.seen.push(path.clone());
        let source = files::text(&path)?;
        let mut body = String::new();
        for (index, line) in source.lines().enumerate() {
            let bad = || {
                Failure::new(format!(
                    "{}:{}: the bundler does not know this form: {line}",
                    path.display(),
                    index + 1
                ))
            };
            if let Some(rest) = line.strip_prefix("import ") {
                self.import(&path, rest).ok_or_else(bad)??;
            } else if let Some(rest) = line.strip_prefix("export {") {
                let (names, tail) = rest.split_once('}').ok_or_else(bad)?;
                match tail.trim().trim_end_matches(';').strip_prefix("from ") {
                    Some(from) => self.add(&beside(&path, from).ok_or_else(bad)?, false)?,
                    None if tail.trim() == ";" => {}
                    None => return Err(bad()),
                }
                if entry {
                    self.exports.extend(names.split(',').map(|name| name.trim().to_owned()));
                }
            } else if let Some(rest) = line.strip_prefix("export ") {
                let name = declared(rest).ok_or_else(bad)?;
                self.claim(name, &path)?;
                if entry {
                    self.exports.push(name.to_owned());
                }
                let _ = writeln!(body, "{rest}");
            } else {
                if let Some(name) = declared(line) {
                    self.claim(name, &path)?;
                }
                let _ = writeln!(body, "{line}");
            }
        }
        self.exports.retain(|name| !name.is_empty());
        self.body.push_str(&body);
        Ok(())
    }

    /// `{ a, b } from './x.js';` or an external.
    fn import(&mut self, path: &Path, rest: &str) -> Option<Outcome> {
        let (what, from) = rest.trim_end_matches(';').rsplit_once(" from ")?;
        let quoted = from.trim().trim_matches(['\'', '"']);
        if let Some(external) = self.externals.iter().find(|external| external.from == quoted) {
            let line = format!("import {what} from '{}';", external.to);
            if !self.kept.contains(&line) {
                self.kept.push(line);
            }
            return Some(Ok(()));
        }
        (what.starts_with('{') && !what.contains(" as ")).then_some(())?;
        Some(self.add(&beside(path, from)?, false))
    }

    fn claim(&mut self, name: &str, path: &Path) -> Outcome {
        match self.names.insert(name.to_owned(), path.to_path_buf()) {
            Some(other) => Err(Failure::new(format!(
                "`{name}` is declared in {} and in {}; top-level names are unique across the modules",
                other.display(),
                path.display()
            ))),
            None => Ok(()),
        }
    }
}

fn beside(path: &Path, quoted: &str) -> Option<PathBuf> {
    let name = quoted.trim().trim_matches(['\'', '"']).strip_prefix("./")?;
    Some(path.with_file_name(name))
}

/// The name that a top-level line declares.
fn declared(line: &str) -> Option<&str> {
    let rest = [
        "async function* ",
        "async function ",
        "function* ",
        "function ",
        "class ",
        "const ",
        "let ",
    ]
    .iter()
    .find_map(|keyword| line.strip_prefix(keyword))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')?;
    (end > 0).then(|| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn a_declaration_tells_its_name() {
        assert_eq!(declared("function a() {"), Some("a"));
        assert_eq!(declared("async function load_it(x) {"), Some("load_it"));
        assert_eq!(declared("const MAX = 4;"), Some("MAX"));
        assert_eq!(declared("class Host {"), Some("Host"));
        assert_eq!(declared("  const inner = 1;"), None);
        assert_eq!(declared("const { a, b } = x;"), None);
    }
}

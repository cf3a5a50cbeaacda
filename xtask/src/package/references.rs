//! How the package's files name each other. Served by the program, a file finds another by an
//! address made at run time; a bundler follows only what is spelt out: `import("./name.js")` and
//! `new URL("name.wasm",import.meta.url)`. So every address of a file is spelt out here, and a
//! package with a file that nothing leads to is an error now and not on somebody's site.

use std::collections::BTreeSet;
use std::path::Path;

use crate::files;
use crate::run::{Failure, Outcome, at};

const IMPORT: &str = "import(new URL(";
const ADDRESS: &str = "new URL(";
const HERE: &str = "import.meta.url";
/// Follows the name under which a script keeps `URL`.
const KEPT: &str = "=globalThis.webkitURL??";

/// Spells out every reference in the folder's scripts. Only the `entries` are reached from outside.
pub(crate) fn spell_out(folder: &Path, entries: &[&str]) -> Outcome {
    let names = names(folder)?;
    let mut reached: BTreeSet<&str> = entries.iter().copied().collect();
    for name in names.iter().filter(|name| has_end(name, "js")) {
        let path = folder.join(name);
        let text = addresses(&imports(&plain(&files::text(&path)?), name, &names), &names);
        reached.extend(names.iter().map(String::as_str).filter(|other| leads_to(&text, other)));
        files::write(&path, text.as_bytes())?;
    }
    let is_code = |name: &&String| has_end(name, "js") || has_end(name, "wasm");
    match names.iter().filter(is_code).find(|name| !reached.contains(name.as_str())) {
        Some(name) => Err(Failure::new(format!("no file of the package leads to {name}"))),
        None => Ok(()),
    }
}

fn names(folder: &Path) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(at(folder))? {
        names.push(entry.map_err(at(folder))?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn has_end(name: &str, end: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == end)
}

fn leads_to(text: &str, name: &str) -> bool {
    text.contains(&format!("import(\"./{name}\")"))
        || text.contains(&format!("from\"./{name}\""))
        || text.contains(&format!("{ADDRESS}\"{name}\",{HERE})"))
}

/// With `new URL` by that name. The scripts keep what was `URL` when they began under a short one, for
/// pages that take the name; a site that builds its own bundle has none such.
fn plain(text: &str) -> String {
    let Some((before, _)) = text.split_once(KEPT) else { return text.to_owned() };
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let start = before.trim_end_matches(is_part).len();
    text.replace(&format!("new {}(", &before[start..]), ADDRESS)
}

/// `import(new URL(WHAT,BASE).href)` as an import that is spelt out: of a name, or, where WHAT is
/// only known when it runs, of one in a table of all that there are.
fn imports(text: &str, own: &str, names: &[String]) -> String {
    let mut is_table_needed = false;
    let out = replace(text, IMPORT, |inside, after| {
        let (what, _) = split(inside)?;
        let rest = after.strip_prefix(".href)")?;
        let import = if let Some(name) = literal(what) {
            format!("import(\"./{}\")", bare(name))
        } else {
            is_table_needed = true;
            format!("saImport({what})")
        };
        Some((import, rest))
    });
    if !is_table_needed {
        return out;
    }
    let shared = |name: &&String| has_end(name, "js") && name.starts_with("sa-") && *name != own;
    let line = |name: &String| format!("\"{name}\":()=>import(\"./{name}\"),");
    let table = names.iter().filter(shared).map(line).collect::<Vec<_>>().concat();
    format!(
        "const saModules={{{table}}},saImport=name=>saModules[name.replace(\"./\",\"\")]();\n{out}"
    )
}

/// `new URL(WHAT,import.meta.url)` of a file: of a wasm by its name, of one that is not in the
/// package (the glue's own guess) nothing.
fn addresses(text: &str, names: &[String]) -> String {
    let known = |name: &str| names.iter().any(|known| known == bare(name));
    let mut is_table_needed = false;
    let out = replace(text, ADDRESS, |inside, after| {
        let (what, base) = split(inside)?;
        if base != HERE {
            return None;
        }
        let address = match literal(what) {
            Some(name) if has_end(name, "wasm") && !known(name) => "undefined".to_owned(),
            Some(_) => return None,
            None => {
                is_table_needed = true;
                format!("saAddress({what})")
            }
        };
        Some((address, after))
    });
    if !is_table_needed {
        return out;
    }
    let used = |name: &&String| has_end(name, "wasm") && text.contains(&format!("\"{name}\""));
    let line = |name: &String| format!("\"{name}\":{ADDRESS}\"{name}\",{HERE}),");
    let table = names.iter().filter(used).map(line).collect::<Vec<_>>().concat();
    format!("const saAddresses={{{table}}},saAddress=name=>saAddresses[name];\n{out}")
}

/// Goes through every `open`, its arguments up to the bracket that closes them, and what follows;
/// `make` gives what stands there instead, and where to go on.
fn replace<'a>(
    text: &'a str,
    open: &str,
    mut make: impl FnMut(&'a str, &'a str) -> Option<(String, &'a str)>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        out.push_str(before);
        let place = closing(after).and_then(|end| make(&after[..end], &after[end + 1..]));
        if let Some((instead, next)) = place {
            out.push_str(&instead);
            rest = next;
        } else {
            out.push_str(open);
            rest = after;
        }
    }
    out + rest
}

/// Where the bracket closes that was open before `text`.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(at),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Two arguments; the second has no comma.
fn split(arguments: &str) -> Option<(&str, &str)> {
    let (what, base) = arguments.rsplit_once(',')?;
    Some((what.trim(), base.trim()))
}

fn literal(what: &str) -> Option<&str> {
    let inside = what.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains('"')).then_some(inside)
}

fn bare(name: &str) -> &str {
    name.trim_start_matches("./")
}

#[cfg(test)]
mod tests {
    use super::{addresses, imports, plain};

    fn names() -> Vec<String> {
        ["index.js", "sa-1.js", "sa-1.wasm", "sa-2.js"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_name_is_imported_by_its_name() {
        let text = r#"let a=b(()=>import(new URL("./sa-1.js",import.meta.url).href)),c=import(new URL("sa-2.js",v?.script).href).catch(d)"#;
        assert_eq!(
            imports(text, "index.js", &names()),
            r#"let a=b(()=>import("./sa-1.js")),c=import("./sa-2.js").catch(d)"#
        );
    }

    #[test]
    fn a_kept_name_is_the_plain_one() {
        let text =
            "var a=1,b$=globalThis.webkitURL??globalThis.URL;import(new b$(x,y).href);new b(z)";
        assert!(plain(text).ends_with("import(new URL(x,y).href);new b(z)"));
        assert_eq!(plain("new a(b)"), "new a(b)");
    }

    #[test]
    fn what_is_known_later_is_looked_up() {
        let text = r#"x=import(new URL(m==="f"?"./sa-1.js":f(n),s).href)"#;
        let out = imports(text, "sa-2.js", &names());
        let table = r#"const saModules={"sa-1.js":()=>import("./sa-1.js"),}"#;
        assert!(out.starts_with(table), "{out}");
        assert!(out.ends_with(r#"x=saImport(m==="f"?"./sa-1.js":f(n))"#), "{out}");
    }

    #[test]
    fn a_wasm_has_its_address_and_one_that_is_not_there_none() {
        let text = r#"W="sa-1.wasm";a(new URL(W,import.meta.url));b=new URL("sa_bg.wasm",import.meta.url);c=new URL("..",import.meta.url);d=new URL(e,location)"#;
        let out = addresses(text, &names());
        let table = r#"const saAddresses={"sa-1.wasm":new URL("sa-1.wasm",import.meta.url),}"#;
        assert!(out.starts_with(table), "{out}");
        assert!(out.ends_with(
            r#"a(saAddress(W));b=undefined;c=new URL("..",import.meta.url);d=new URL(e,location)"#
        ));
    }
}

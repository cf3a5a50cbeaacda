//! Short names between a wasm and its glue. wasm-bindgen makes them long and unlike each other, so
//! that they hardly compress, and each stands in both files. Exports that are ours keep theirs.

use std::collections::BTreeMap;

use crate::run::{Failure, Outcome};
use crate::weights::{byte, bytes, number};

const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;
/// The kind of an import or export that is a function; it imports nothing else.
const FUNCTION: u8 = 0;

/// What it is called, and what it will be.
type Names = BTreeMap<String, String>;

/// The same wasm and glue with short names between them.
pub(crate) fn shorten(wasm: &[u8], glue: &str) -> Outcome<(Vec<u8>, String)> {
    let bad = || Failure::new("the names between the wasm and its glue are of an unknown form");
    let mut names = Names::new();
    let out = renamed(wasm, &mut names).ok_or_else(bad)?;
    Ok((out, in_glue(glue, &names)))
}

fn renamed(wasm: &[u8], names: &mut Names) -> Option<Vec<u8>> {
    let (header, mut rest) = wasm.split_at_checked(8)?;
    let mut out = header.to_vec();
    while let Some((&id, after)) = rest.split_first() {
        rest = after;
        let mut body = bytes(&mut rest)?;
        let section = match id {
            IMPORTS => imports(&mut body, names)?,
            EXPORTS => exports(&mut body, names)?,
            _ => body.to_vec(),
        };
        out.push(id);
        put_bytes(&mut out, &section);
    }
    Some(out)
}

fn imports(body: &mut &[u8], names: &mut Names) -> Option<Vec<u8>> {
    let mut out = vec![];
    let count = number(body)?;
    put_number(&mut out, count);
    for _ in 0..count {
        let module = bytes(body)?;
        let name = bytes(body)?;
        put_bytes(&mut out, module);
        // Others are a script's that somebody wrote.
        let is_glue = module.ends_with(b"_bg.js");
        put_bytes(&mut out, if is_glue { short(name, names)? } else { utf8(name)? }.as_bytes());
        let kind = byte(body)?;
        out.push((kind == FUNCTION).then_some(kind)?);
        put_number(&mut out, number(body)?);
    }
    Some(out)
}

fn exports(body: &mut &[u8], names: &mut Names) -> Option<Vec<u8>> {
    let mut out = vec![];
    let count = number(body)?;
    put_number(&mut out, count);
    for _ in 0..count {
        let name = bytes(body)?;
        let is_made = name.starts_with(b"__") || name.starts_with(b"wasm_bindgen_");
        put_bytes(&mut out, if is_made { short(name, names)? } else { utf8(name)? }.as_bytes());
        out.push(byte(body)?);
        put_number(&mut out, number(body)?);
    }
    Some(out)
}

/// `_0`, `_1` …: nothing of ours is called so.
fn short(name: &[u8], names: &mut Names) -> Option<String> {
    let next = format!("_{}", names.len());
    Some(names.entry(utf8(name)?).or_insert(next).clone())
}

fn in_glue(glue: &str, names: &Names) -> String {
    let is_word = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
    let mut out = String::new();
    let mut rest = glue;
    while !rest.is_empty() {
        let word = rest.find(|ch| !is_word(ch)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(word);
        out.push_str(names.get(name).map_or(name, String::as_str));
        let between = after.find(is_word).unwrap_or(after.len());
        out.push_str(&after[..between]);
        rest = &after[between..];
    }
    out
}

fn utf8(name: &[u8]) -> Option<String> {
    String::from_utf8(name.to_vec()).ok()
}

fn put_number(out: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        out.push(u8::try_from(number & 0x7f).unwrap_or_default() | 0x80);
        number >>= 7;
    }
    out.push(u8::try_from(number).unwrap_or_default());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len());
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::shorten;

    fn section(id: u8, parts: &[&[u8]]) -> Vec<u8> {
        let body = parts.concat();
        [&[id, u8::try_from(body.len()).expect("a short one")], &body[..]].concat()
    }

    fn module(import: &str, export: &str) -> Vec<u8> {
        let named = |name: &str| {
            [&[u8::try_from(name.len()).expect("a short one")], name.as_bytes()].concat()
        };
        let imports: [&[u8]; 4] = [&[1], &named("./sa_bg.js"), &named(import), &[0, 5]];
        let exports: [&[u8]; 5] = [&[2], &named("open"), &[0, 1], &named(export), &[0, 2]];
        [&b"\0asm\x01\0\0\0"[..], &section(2, &imports), &section(7, &exports), &[0, 1, 0]].concat()
    }

    #[test]
    fn what_was_made_is_short_in_both_and_what_is_ours_stays() {
        let wasm = module("__wbg_append_1f", "__wbindgen_free");
        let glue = "export function open() { wasm.open(); wasm.__wbindgen_free(0); }\n\
                    const it = { __wbg_append_1f: function() {}, __wbg_append_1f2: 1 };";
        let (short, text) = shorten(&wasm, glue).expect("it is a module");
        assert_eq!(short, module("_0", "_1"));
        assert_eq!(
            text,
            "export function open() { wasm.open(); wasm._1(0); }\n\
             const it = { _0: function() {}, __wbg_append_1f2: 1 };"
        );
    }

    #[test]
    fn what_is_no_module_is_told() {
        assert!(shorten(b"\0asm\x01\0\0\0\x02\x7f", "").is_err());
    }
}

//! What each crate weighs in a wasm that still has its names: the bytes of its functions.

use std::collections::BTreeMap;

const CODE: u8 = 10;
const IMPORTS: u8 = 2;
const CUSTOM: u8 = 0;
/// In the section of names: those of the functions.
const FUNCTIONS: u8 = 1;

/// Bytes of code by crate, the largest first. What the compiler made for the exports itself, and
/// what it names in other ways, is `other`.
pub(crate) fn by_crate(wasm: &[u8]) -> Option<Vec<(String, usize)>> {
    let (mut sizes, mut names, mut imported) = (vec![], BTreeMap::new(), 0);
    let mut rest = wasm.get(8..)?;
    while let Some(id) = byte(&mut rest) {
        let mut body = bytes(&mut rest)?;
        match id {
            IMPORTS => imported = number(&mut body)?,
            CODE => {
                for _ in 0..number(&mut body)? {
                    sizes.push(bytes(&mut body)?.len());
                }
            }
            CUSTOM if bytes(&mut body)? == b"name" => names = function_names(body)?,
            _ => {}
        }
    }
    let mut weights: BTreeMap<String, usize> = BTreeMap::new();
    for (nth, size) in sizes.iter().enumerate() {
        let name = names.get(&(nth + imported)).and_then(|name| owner(name));
        *weights.entry(name.unwrap_or("other").to_owned()).or_default() += size;
    }
    let mut weights: Vec<_> = weights.into_iter().collect();
    weights.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    Some(weights)
}

fn function_names(mut section: &[u8]) -> Option<BTreeMap<usize, &str>> {
    let mut names = BTreeMap::new();
    while let Some(kind) = byte(&mut section) {
        let mut part = bytes(&mut section)?;
        if kind == FUNCTIONS {
            for _ in 0..number(&mut part)? {
                let index = number(&mut part)?;
                names.insert(index, std::str::from_utf8(bytes(&mut part)?).ok()?);
            }
        }
    }
    Some(names)
}

/// The first crate in a mangled name (RFC 2603): `Cs`, a mark up to `_`, a length, the name.
fn owner(mangled: &str) -> Option<&str> {
    let (_, root) = mangled.strip_prefix("_R")?.split_once("Cs")?;
    let (_, named) = root.split_once('_')?;
    let digits = named.find(|ch: char| !ch.is_ascii_digit())?;
    let length: usize = named[..digits].parse().ok()?;
    named[digits..].strip_prefix('_').unwrap_or(&named[digits..]).get(..length)
}

/// The next byte.
pub(crate) fn byte(from: &mut &[u8]) -> Option<u8> {
    let (first, rest) = from.split_first()?;
    *from = rest;
    Some(*first)
}

/// The next number, in LEB128.
pub(crate) fn number(from: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let next = byte(from)?;
        number |= usize::from(next & 0x7f) << shift;
        if next < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The next bytes, which stand after their count.
pub(crate) fn bytes<'a>(from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let count = number(from)?;
    let (taken, rest) = from.split_at_checked(count)?;
    *from = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::owner;

    #[test]
    fn a_function_belongs_to_the_first_crate_in_its_name() {
        assert_eq!(
            owner("_RNvMs_NtCs3Xz9_15site_agent_core4textNtB4_4Line4read"),
            Some("site_agent_core")
        );
        assert_eq!(owner("_RINvCsaB_4sha28compressNtCs1_4core3fmtE"), Some("sha2"));
        assert_eq!(owner("send"), None);
    }
}

//! Tool names within the subset that every provider takes, and back.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The longest name that every provider takes.
const LONGEST: usize = 64;

/// Maps a request's tool names to provider names, one to one.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameMap {
    out: HashMap<String, String>,
    back: HashMap<String, String>,
}

impl NameMap {
    /// The map of these names; names that fit stay as they are.
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Self {
        let mut map = Self::default();
        for name in names.clone().filter(|name| fits(name)) {
            map.add(name, name.to_owned());
        }
        for name in names.filter(|name| !fits(name)) {
            if !map.out.contains_key(name) {
                let outer = map.free(name);
                map.add(name, outer);
            }
        }
        map
    }

    /// What the provider calls it.
    pub(crate) fn outer(&self, name: &str) -> String {
        self.out.get(name).cloned().unwrap_or_else(|| readable(name))
    }

    /// What the page calls it; a name we never gave comes back unchanged, and the session refuses it.
    pub(crate) fn inner(&self, outer: &str) -> String {
        self.back.get(outer).cloned().unwrap_or_else(|| outer.to_owned())
    }

    fn add(&mut self, name: &str, outer: String) {
        self.back.insert(outer.clone(), name.to_owned());
        self.out.insert(name.to_owned(), outer);
    }

    /// A readable name that is not taken; the hash keeps it stable from step to step.
    fn free(&self, name: &str) -> String {
        let plain = readable(name);
        if !self.back.contains_key(&plain) {
            return plain;
        }
        let mut salt = 0_u32;
        loop {
            let mut hasher = DefaultHasher::new();
            (name, salt).hash(&mut hasher);
            let end = format!("_{:08x}", hasher.finish() & 0xffff_ffff);
            let start: String = plain.chars().take(LONGEST - end.len()).collect();
            let candidate = start + &end;
            if !self.back.contains_key(&candidate) {
                return candidate;
            }
            salt += 1;
        }
    }
}

/// `^[A-Za-z_][A-Za-z0-9_-]{0,63}$`
fn fits(name: &str) -> bool {
    name.len() <= LONGEST
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// The name with what does not fit replaced; a name with nothing left becomes a stable hash.
fn readable(name: &str) -> String {
    let mut out: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
        .take(LONGEST)
        .collect();
    if !out.contains(|c: char| c.is_ascii_alphanumeric()) {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        return format!("tool_{:016x}", hasher.finish());
    }
    if !out.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        out = format!("_{out}").chars().take(LONGEST).collect();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{NameMap, fits};

    #[test]
    fn every_name_fits_is_unique_and_comes_back() {
        let long = "x".repeat(128);
        let longer = format!("{}y", "x".repeat(127));
        let names = [
            "a.b",
            "a_b",
            "a-b",
            "клик",
            "клак",
            "1st",
            "",
            "-",
            "place order",
            &long,
            &longer,
            "page.click",
            "ok",
        ];
        let map = NameMap::new(names.iter().copied());
        let mut seen = std::collections::HashSet::new();
        for name in names {
            let outer = map.outer(name);
            assert!(fits(&outer), "{name} → {outer}");
            assert!(seen.insert(outer.clone()), "{outer} twice");
            assert_eq!(map.inner(&outer), name);
        }
        assert_eq!(map.outer("a_b"), "a_b");
        assert_eq!(map.outer("page.click"), "page_click");
    }
}

//! Names of tools and of their arguments within the subset that every provider takes, and back.
//!
//! Pages name their tools and fields as they like (`cart.add`, `user[email]`, `größe`); a provider
//! refuses the whole request for one such name. Each is mapped one to one, within one request.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

/// The longest name that every provider takes.
const LONGEST: usize = 64;

/// The names of one request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    tools: Mapping,
    /// Of arguments; empty where all fit, as nearly always.
    keys: Mapping,
}

impl Names {
    /// The names of these tools and arguments; names that fit stay as they are.
    pub(crate) fn new<'a>(
        tools: impl Iterator<Item = &'a str> + Clone,
        keys: impl Iterator<Item = &'a str> + Clone,
    ) -> Self {
        let is_odd = keys.clone().any(|key| !Kind::Key.fits(key));
        let keys = if is_odd { Mapping::new(Kind::Key, keys) } else { Mapping::default() };
        Self { tools: Mapping::new(Kind::Tool, tools), keys }
    }

    /// With those of tools that were called and are no longer on offer, if there are any.
    pub(crate) fn with<'a>(
        self: &Arc<Self>,
        called: impl Iterator<Item = &'a str> + Clone,
    ) -> Arc<Self> {
        let mut names = Arc::clone(self);
        for name in called {
            if !names.tools.out.contains_key(name) {
                Arc::make_mut(&mut names).tools.take(Kind::Tool, name);
            }
        }
        names
    }

    /// What the provider calls a tool.
    pub(crate) fn outer<'a>(&'a self, name: &str) -> Cow<'a, str> {
        match self.tools.out.get(name) {
            Some(outer) => Cow::Borrowed(outer),
            None => Cow::Owned(Kind::Tool.readable(name)),
        }
    }

    /// What the page calls it; a name we never gave comes back unchanged, and the session refuses
    /// it.
    pub(crate) fn inner(&self, outer: &str) -> String {
        self.tools.back.get(outer).cloned().unwrap_or_else(|| outer.to_owned())
    }

    /// What the provider calls an argument.
    pub(crate) fn outer_key<'a>(&'a self, key: &'a str) -> &'a str {
        self.keys.out.get(key).map_or(key, String::as_str)
    }

    /// The arguments of an earlier call under the provider's names.
    pub(crate) fn outer_arguments<'a>(&self, arguments: &'a RawValue) -> Cow<'a, RawValue> {
        if self.keys.out.is_empty() {
            return Cow::Borrowed(arguments);
        }
        let renamed = serde_json::from_str(arguments.get())
            .and_then(|value| to_raw_value(&renamed(value, &self.keys.out)));
        renamed.map_or(Cow::Borrowed(arguments), Cow::Owned)
    }

    /// The arguments of a call under the page's names.
    pub(crate) fn inner_arguments(&self, arguments: Map<String, Value>) -> Map<String, Value> {
        if self.keys.back.is_empty() {
            return arguments;
        }
        match renamed(Value::Object(arguments), &self.keys.back) {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        }
    }
}

/// The value with its keys renamed, at every depth.
fn renamed(value: Value, names: &HashMap<String, String>) -> Value {
    match value {
        Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (names.get(&key).cloned().unwrap_or(key), renamed(value, names)))
            .collect(),
        Value::Array(items) => items.into_iter().map(|item| renamed(item, names)).collect(),
        other => other,
    }
}

/// Names there and back, one to one.
#[derive(Clone, Debug, Default)]
struct Mapping {
    out: HashMap<String, String>,
    back: HashMap<String, String>,
}

impl Mapping {
    fn new<'a>(kind: Kind, names: impl Iterator<Item = &'a str> + Clone) -> Self {
        let mut map = Self::default();
        for name in names.clone().filter(|name| kind.fits(name)) {
            map.add(name, name.to_owned());
        }
        for name in names.filter(|name| !kind.fits(name)) {
            if !map.out.contains_key(name) {
                map.take(kind, name);
            }
        }
        map
    }

    /// Gives a name that is new one outside.
    fn take(&mut self, kind: Kind, name: &str) {
        let outer = self.free(kind, name);
        self.add(name, outer);
    }

    fn add(&mut self, name: &str, outer: String) {
        self.back.insert(outer.clone(), name.to_owned());
        self.out.insert(name.to_owned(), outer);
    }

    /// A readable name that is not taken; the hash keeps it stable from step to step.
    fn free(&self, kind: Kind, name: &str) -> String {
        let plain = kind.readable(name);
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

/// What is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `^[A-Za-z_][A-Za-z0-9_-]{0,63}$`
    Tool,
    /// `^[A-Za-z_][A-Za-z0-9_]{0,63}$`
    Key,
}

impl Kind {
    fn takes(self, c: char) -> bool {
        c.is_ascii_alphanumeric() || c == '_' || (c == '-' && self == Self::Tool)
    }

    fn fits(self, name: &str) -> bool {
        name.len() <= LONGEST
            && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| self.takes(c))
    }

    /// The name with what does not fit replaced; a name with nothing left becomes a stable hash.
    fn readable(self, name: &str) -> String {
        let mut out: String =
            name.chars().map(|c| if self.takes(c) { c } else { '_' }).take(LONGEST).collect();
        if !out.contains(|c: char| c.is_ascii_alphanumeric()) {
            let mut hasher = DefaultHasher::new();
            name.hash(&mut hasher);
            let kind = if self == Self::Tool { "tool" } else { "field" };
            return format!("{kind}_{:016x}", hasher.finish());
        }
        if !out.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            out = format!("_{out}").chars().take(LONGEST).collect();
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use serde_json::value::RawValue;
    use serde_json::{Value, json};

    use super::{Kind, Mapping, Names};

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
            "user[email]",
            &long,
            &longer,
            "page.click",
            "ok",
        ];
        for kind in [Kind::Tool, Kind::Key] {
            let map = Mapping::new(kind, names.iter().copied());
            let mut seen = HashSet::new();
            for name in names {
                let outer = &map.out[name];
                assert!(kind.fits(outer), "{name} → {outer}");
                assert!(seen.insert(outer.clone()), "{outer} twice");
                assert_eq!(map.back[outer], name);
            }
            assert_eq!((&*map.out["a_b"], &*map.out["page.click"]), ("a_b", "page_click"));
        }
    }

    #[test]
    fn a_tool_that_is_gone_takes_the_name_of_none_on_offer() {
        let offered = Arc::new(Names::new(["a.b", "ok"].into_iter(), std::iter::empty()));
        assert!(Arc::ptr_eq(&offered, &offered.with(["ok", "a.b"].into_iter())));
        let all = offered.with(["a_b", "ok", "a-b", "a b", "a_b"].into_iter());
        let outer = ["a.b", "ok", "a_b", "a-b", "a b"].map(|name| all.outer(name));
        assert_eq!((&*outer[0], &*outer[1], &*outer[3]), ("a_b", "ok", "a-b"));
        assert_eq!(outer.iter().collect::<HashSet<_>>().len(), outer.len());
        for (name, outer) in ["a.b", "ok", "a_b", "a-b", "a b"].into_iter().zip(&outer) {
            assert!(Kind::Tool.fits(outer), "{outer}");
            assert_eq!(all.inner(outer), name);
        }
    }

    #[test]
    fn arguments_go_out_and_come_back_at_every_depth() {
        let keys = ["user[email]", "größe", "user_email_", "rows"];
        let names = Names::new(std::iter::empty(), keys.into_iter());
        let inner = json!({ "user[email]": "a@b", "user_email_": 1, "rows": [{ "größe": 2 }] });
        let raw = RawValue::from_string(inner.to_string()).expect("JSON");
        let outer: Value = serde_json::from_str(names.outer_arguments(&raw).get()).expect("JSON");
        for key in outer.as_object().expect("an object").keys() {
            assert!(Kind::Key.fits(key), "{key}");
        }
        assert!(outer["rows"][0]["größe"].is_null());
        let outer = outer.as_object().expect("an object").clone();
        assert_eq!(Value::Object(names.inner_arguments(outer)), inner);
    }

    #[test]
    fn arguments_that_fit_stay_as_they_were_written() {
        let names = Names::new(["t"].into_iter(), ["a", "b_1"].into_iter());
        let raw = RawValue::from_string(r#"{"a": 1.50, "b_1" : 18446744073709551616}"#.into());
        let raw = raw.expect("JSON");
        assert_eq!(names.outer_arguments(&raw).get(), raw.get());
    }
}

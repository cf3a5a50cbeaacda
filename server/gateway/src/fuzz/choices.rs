//! Bytes read as choices: a fuzzer that knows only bytes makes documents with them.

use serde_json::{Map, Value};

/// The bytes that are left; when there are none, every choice is the first.
pub(super) struct Choices<'a>(pub(super) &'a [u8]);

/// Texts on which things were seen to break.
const TEXTS: [&str; 12] = [
    "",
    " ",
    "a",
    "Zoë 🍵",
    "{\"a\":1}",
    "{oops",
    "null",
    "\u{fffd}\u{0}\u{2028}",
    "\n\ndata: x\n\n",
    "[DONE]",
    "<untrusted>",
    "\"",
];

impl Choices<'_> {
    pub(super) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// One of so many.
    pub(super) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    pub(super) fn is(&mut self, one_in: usize) -> bool {
        self.below(one_in) == one_in - 1
    }

    pub(super) fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from.get(self.below(from.len())).copied().unwrap_or_default()
    }

    pub(super) fn text(&mut self) -> &'static str {
        self.pick(&TEXTS)
    }

    /// A document with members of these names.
    pub(super) fn value(&mut self, names: &[&str], depth: usize) -> Value {
        let kinds = if depth == 0 { 6 } else { 10 };
        match self.below(kinds) {
            0 => Value::Null,
            1 => self.is(2).into(),
            2 => i64::from(self.byte()).into(),
            3 => (f64::from(self.byte()) / 7.0).into(),
            4 => self.text().into(),
            5 => self.pick(names).into(),
            6 => (0..self.below(4)).map(|_| self.value(names, depth - 1)).collect(),
            _ => {
                let mut members = Map::new();
                for _ in 0..self.below(5) {
                    let name = self.pick(names).to_owned();
                    members.insert(name, self.value(names, depth - 1));
                }
                members.into()
            }
        }
    }

    /// Changes something somewhere in a document.
    pub(super) fn spoil(&mut self, value: &mut Value, names: &[&str]) {
        let stay = self.is(4);
        match value {
            Value::Array(items) if !items.is_empty() && !stay => {
                let at = self.below(items.len());
                match self.below(8) {
                    0 => drop(items.remove(at)),
                    1 => items.push(items[at].clone()),
                    2 => items.reverse(),
                    _ => self.spoil(&mut items[at], names),
                }
            }
            Value::Object(members) if !members.is_empty() && !stay => {
                let at = self.below(members.len());
                let Some(key) = members.keys().nth(at).cloned() else { return };
                match self.below(8) {
                    0 => drop(members.remove(&key)),
                    1 => {
                        let name = self.pick(names).to_owned();
                        members.insert(name, self.value(names, 2));
                    }
                    _ => {
                        if let Some(member) = members.get_mut(&key) {
                            self.spoil(member, names);
                        }
                    }
                }
            }
            Value::String(text) if !stay => match self.below(3) {
                0 => text.clear(),
                1 => drop(text.pop()),
                _ => text.push_str(self.text()),
            },
            _ => *value = self.value(names, 3),
        }
    }
}

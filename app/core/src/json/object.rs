//! An object: keys in the order they were written, each once.
//!
//! A plain list of pairs. Objects of this world have a handful of keys, for which a list beats
//! any map; where a hostile one could have thousands (parsing, equality) the list is sorted
//! beside, so that nothing here takes quadratic time on input from outside.

use super::Value;
use crate::order;

/// From this many keys on, whole-object work goes through a sorted index.
const LARGE: usize = 24;

/// A JSON object. Equality ignores the order of keys.
#[derive(Clone, Debug, Default)]
pub struct Object {
    entries: Vec<(String, Value)>,
}

impl Object {
    /// An empty object.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Takes a pair as parsed: of a key that appears twice the last value counts, at the place of
    /// the first. Once there are many, [`Object::settle`] sees to that.
    pub(super) fn take(&mut self, key: String, value: Value) {
        if self.entries.len() < LARGE {
            self.set(key, value);
        } else {
            self.entries.push((key, value));
        }
    }

    /// Ends what [`Object::take`] began.
    pub(super) fn settle(&mut self) {
        if self.entries.len() <= LARGE {
            return;
        }
        let mut gone = vec![false; self.entries.len()];
        let mut first = 0;
        for (nth, at) in self.sorted().into_iter().enumerate() {
            if nth > 0 && self.entries[first].0 == self.entries[at].0 {
                self.entries[first].1 = std::mem::take(&mut self.entries[at].1);
                gone[at] = true;
            } else {
                first = at;
            }
        }
        let mut gone = gone.into_iter();
        self.entries.retain(|_| gone.next() != Some(true));
    }

    /// The value of that key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value of that key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.entries.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Whether there is such a key.
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Sets a key: in its place when it is there, else at the end. Gives back the value it had.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        self.set(key.into(), value.into())
    }

    fn set(&mut self, key: String, value: Value) -> Option<Value> {
        if let Some(place) = self.get_mut(&key) {
            return Some(std::mem::replace(place, value));
        }
        self.entries.push((key, value));
        None
    }

    /// Sets a key: in its place when it is there, else before all others.
    pub(crate) fn set_or_lead(&mut self, key: &str, value: Value) {
        match self.get_mut(key) {
            Some(place) => *place = value,
            None => self.entries.insert(0, (key.to_owned(), value)),
        }
    }

    /// Takes a key out; the others keep their order.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let at = self.entries.iter().position(|(name, _)| name == key)?;
        Some(self.entries.remove(at).1)
    }

    /// The pairs in their order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.entries.iter())
    }

    /// The keys in their order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(key, _)| key.as_str())
    }

    /// The values in their order.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// How many keys.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Levels of arrays and objects, this one included.
    #[must_use]
    pub fn depth(&self) -> usize {
        1 + self.values().map(Value::depth).max().unwrap_or(0)
    }

    /// The pair at a place.
    pub(super) fn pair(&self, at: usize) -> (&str, &Value) {
        let (key, value) = &self.entries[at];
        (key, value)
    }

    /// The places of the pairs, sorted by key and then by place.
    pub(super) fn sorted(&self) -> Vec<usize> {
        // UTF-8 sorts as its code points do.
        order::sorted(self.entries.len(), &mut |a, b| self.entries[a].0.cmp(&self.entries[b].0))
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.sorted().into_iter().zip(other.sorted());
        self.len() == other.len() && pairs.all(|(one, two)| self.pair(one) == other.pair(two))
    }
}

impl Eq for Object {}

impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut object = Self::new();
        for (key, value) in pairs {
            object.insert(key, value);
        }
        object
    }
}

/// The pairs of an [`Object`], in their order.
#[derive(Clone, Debug)]
pub struct Iter<'a>(std::slice::Iter<'a, (String, Value)>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a str, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key.as_str(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Object {
    type Item = (&'a str, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Object {
    type Item = (String, Value);
    type IntoIter = std::vec::IntoIter<(String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

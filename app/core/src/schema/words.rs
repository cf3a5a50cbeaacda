//! What was expected and what came, in a few words for a model to act on. The keywords only say
//! which words; they are put together here, and only when they are told.

use super::pointer::resolve;
use crate::json::{Number, Object, Value};
use crate::text::{cut, digits};

/// Code points of a value's text that are shown.
const MAX_VALUE: usize = 60;

/// Things that are listed before the list is cut.
const MAX_LISTED: usize = 12;

/// References that are followed to find words.
const MAX_REFERENCES: usize = 8;

/// What was expected at a place.
#[derive(Clone, Copy)]
pub(super) enum Wish<'a> {
    /// In these words.
    Plain(&'static str),
    /// That value.
    Value(&'a Value),
    /// `one of "a", "b"`; one alone stands for itself.
    OneOf(&'a [Value]),
    /// The kinds that `type` lists: `string or null`.
    Kinds(&'a Value),
    /// `at least 3 items`; the unit may be empty.
    Limit(&'static str, &'a Number, &'static str),
    /// `at least 3 of: integer`.
    Count(&'static str, &'a Number, &'a Value),
    /// Text that matches a pattern.
    Matching(&'a str),
    /// What a schema asks for: `integer`, `one of "a", "b"`, `object with "sku"`.
    Schema(&'a Value),
    /// Anything but what a schema asks for.
    Not(&'a Value),
    /// One of several schemas: `string, or object with "sku"`.
    AnyOf(&'a [Value]),
    /// Exactly one of so many schemas.
    OneForm(usize),
    /// One of the properties that an object may have.
    Known(Option<&'a Object>),
    /// A property name of which that is wanted.
    Name(&'a str),
}

/// What came.
#[derive(Clone, Copy)]
pub(super) enum Found<'a> {
    /// In these words.
    Plain(&'static str),
    /// `string "two"`, `number 1.5`, `object with "a", "b"`.
    Value(&'a Value),
    /// A name.
    Name(&'a str),
    /// Nothing, where the member of that name demands something.
    Missing(&'a str),
    /// So many.
    Size(usize),
    /// So many of all these.
    Of(usize, usize),
    /// Items equal at two places.
    Equal(usize, usize),
    /// A value that fits so many forms.
    Fits(usize),
}

/// A line of words while it is written.
pub(super) struct Words<'a> {
    /// The whole schema, which references point into.
    root: &'a Value,
    text: String,
}

impl<'a> Words<'a> {
    pub(super) fn of_wish(root: &'a Value, wish: Wish<'_>) -> String {
        let mut words = Self { root, text: String::new() };
        words.wish(wish);
        words.text
    }

    pub(super) fn of_found(root: &'a Value, found: Found<'_>) -> String {
        let mut words = Self { root, text: String::new() };
        words.found(found);
        words.text
    }

    fn wish(&mut self, wish: Wish<'_>) {
        match wish {
            Wish::Plain(words) => self.say(&[words]),
            Wish::Value(value) => self.value(value),
            Wish::OneOf(values) => {
                self.say(&[if values.len() == 1 { "" } else { "one of " }]);
                self.list(&mut values.iter().map(Shown::Value));
            }
            Wish::Kinds(kinds) => {
                let kinds = kinds.as_array().unwrap_or(std::slice::from_ref(kinds));
                for (nth, kind) in kinds.iter().filter_map(Value::as_str).enumerate() {
                    self.say(&[if nth > 0 { " or " } else { "" }, kind]);
                }
            }
            Wish::Limit(words, number, unit) => {
                let number = number.text();
                match unit.strip_suffix("y") {
                    _ if unit.is_empty() => self.say(&[words, number]),
                    _ if number == "1" => self.say(&[words, number, " ", unit]),
                    Some(stem) => self.say(&[words, number, " ", stem, "ies"]),
                    None => self.say(&[words, number, " ", unit, "s"]),
                }
            }
            Wish::Count(words, number, schema) => {
                self.say(&[words, number.text(), " of: "]);
                self.schema(schema);
            }
            Wish::Matching(pattern) => {
                self.say(&["text that matches "]);
                self.quoted(pattern);
            }
            Wish::Schema(schema) => self.schema(schema),
            Wish::Not(schema) => {
                self.say(&["anything but "]);
                self.schema(schema);
            }
            Wish::AnyOf(schemas) => self.any_of(schemas),
            Wish::OneForm(count) => {
                self.say(&["a value that fits exactly one of ", &digits(count), " forms"]);
            }
            Wish::Known(Some(known)) if !known.is_empty() => {
                self.say(&["only the properties "]);
                self.list(&mut known.keys().map(Shown::Name));
            }
            Wish::Known(_) => self.say(&["no such property"]),
            Wish::Name(wanted) => self.say(&["property name: ", wanted]),
        }
    }

    fn found(&mut self, found: Found<'_>) {
        match found {
            Found::Plain(words) => self.say(&[words]),
            Found::Value(Value::Null) => self.say(&["null"]),
            Found::Value(Value::Array(items)) => match items.len() {
                0 => self.say(&["empty array"]),
                1 => self.say(&["array of 1 item"]),
                count => self.say(&["array of ", &digits(count), " items"]),
            },
            Found::Value(Value::Object(members)) if members.is_empty() => {
                self.say(&["empty object"]);
            }
            Found::Value(Value::Object(members)) => {
                self.say(&["object with "]);
                self.list(&mut members.keys().map(Shown::Name));
            }
            Found::Value(value) => {
                self.say(&[value.kind(), " "]);
                self.value(value);
            }
            Found::Name(name) => self.quoted(name),
            Found::Missing(by) => {
                self.say(&["nothing ("]);
                self.quoted(by);
                self.say(&[" requires it)"]);
            }
            Found::Size(size) => self.say(&[&digits(size)]),
            Found::Of(some, all) => self.say(&[&digits(some), " of ", &digits(all)]),
            Found::Equal(one, other) => {
                self.say(&["items ", &digits(one), " and ", &digits(other), " equal"]);
            }
            Found::Fits(count) => self.say(&["one that fits ", &digits(count)]),
        }
    }

    fn say(&mut self, words: &[&str]) {
        self.text.extend(words.iter().copied());
    }

    /// A value's JSON, cut where it is long.
    fn value(&mut self, value: &Value) {
        if let Value::String(text) = value {
            return self.quoted(text);
        }
        let (shown, more) = cut(&value.to_text(), MAX_VALUE);
        self.say(&[&shown, if more { "…" } else { "" }]);
    }

    /// A text in quotes, cut where it is long, with its length.
    fn quoted(&mut self, text: &str) {
        let (mut shown, more) = cut(text, MAX_VALUE);
        if more {
            shown.push('…');
        }
        self.say(&[&Value::from(shown).to_text()]);
        if more {
            self.say(&[" (", &digits(text.chars().count()), " characters)"]);
        }
    }

    /// `a, b, c and 4 more`.
    fn list(&mut self, things: &mut dyn Iterator<Item = Shown<'_>>) {
        let mut more = 0_usize;
        for (nth, thing) in things.enumerate() {
            if nth >= MAX_LISTED {
                more += 1;
                continue;
            }
            self.say(&[if nth > 0 { ", " } else { "" }]);
            match thing {
                Shown::Value(value) => self.value(value),
                Shown::Name(name) => self.quoted(name),
            }
        }
        if more > 0 {
            self.say(&[" and ", &digits(more), " more"]);
        }
    }

    fn schema(&mut self, schema: &Value) {
        let root = self.root;
        let mut schema = schema;
        for _ in 0..MAX_REFERENCES {
            let reference = schema.get("$ref").and_then(Value::as_str);
            let Some(target) = reference.and_then(|to| resolve(root, to)) else { break };
            schema = target;
        }
        let Some(keywords) = schema.as_object() else {
            let nothing = *schema == Value::Bool(false);
            return self.say(&[if nothing { "nothing here" } else { "a value" }]);
        };
        if let Some(value) = keywords.get("const") {
            return self.value(value);
        }
        if let Some(Value::Array(values)) = keywords.get("enum") {
            return self.wish(Wish::OneOf(values));
        }
        let kinds = keywords.get("type");
        if let Some(kinds) = kinds.filter(|kinds| kinds.as_str() != Some("object")) {
            return self.wish(Wish::Kinds(kinds));
        }
        match keywords.get("required") {
            Some(Value::Array(names)) if !names.is_empty() => {
                self.say(&["object with "]);
                self.list(&mut names.iter().filter_map(Value::as_str).map(Shown::Name));
            }
            _ => self.say(&[if kinds.is_some() { "object" } else { "another value" }]),
        }
    }

    fn any_of(&mut self, schemas: &[Value]) {
        let mut told: Vec<String> = Vec::new();
        for schema in schemas.iter().take(MAX_LISTED) {
            let words = Self::of_wish(self.root, Wish::Schema(schema));
            if !told.contains(&words) {
                self.say(&[if told.is_empty() { "" } else { ", or " }, &words]);
                told.push(words);
            }
        }
        self.say(&[if schemas.len() > MAX_LISTED { "…" } else { "" }]);
    }
}

/// One thing of a list.
enum Shown<'a> {
    Value(&'a Value),
    Name(&'a str),
}

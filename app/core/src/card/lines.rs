//! The arguments of a call as lines. Every argument appears: what is too deep, too many or too
//! long is shown as far as it goes, with its size.

use super::schema::Schema;
use super::{Line, Words, label, value};
use crate::json::{Object, Value};
use crate::letters::{is_of_word, lower};
use crate::text::{digits, is_mark};

/// Objects and lists within each other that get lines of their own.
const DEPTH: usize = 3;

/// Lines that one argument may take; the rest of it follows as one more.
const LINES_PER_ARGUMENT: usize = 24;

/// Arguments that get lines; beyond that the rest is one line, or a card would never end.
const ARGUMENTS: usize = 100;

/// How often labels that still look alike are told apart.
const ROUNDS: u8 = 4;

const SEPARATOR: &str = " › ";

/// Where an argument stands: its labels and its keys from the outside in.
#[derive(Clone, Default)]
struct Place {
    label: String,
    key: String,
    depth: usize,
}

impl Place {
    fn inside(&self, name: &str, step: &str) -> Self {
        let join = |before: &str, with: &str, after: &str| {
            if before.is_empty() { after.to_owned() } else { [before, with, after].concat() }
        };
        Self {
            label: join(&self.label, SEPARATOR, name),
            key: join(&self.key, ".", step),
            depth: self.depth + 1,
        }
    }

    /// A list's item: `Items 2`.
    fn numbered(&self, nth: usize) -> Self {
        Self {
            label: [&self.label, " ", &digits(nth + 1)].concat(),
            key: [&self.key, ".", &digits(nth)].concat(),
            depth: self.depth + 1,
        }
    }
}

/// The lines of a call's arguments, in their order.
pub(super) fn of(arguments: &Object, schema: Option<&Value>, words: &Words<'_>) -> Vec<Line> {
    let schema = schema.map(Schema::new);
    let mut lines = Vec::new();
    for (key, argument) in arguments.iter().take(ARGUMENTS) {
        let inner = schema.and_then(|schema| schema.property(key));
        let place = Place::default().inside(&label::name_of(key, inner), &label::path_step(key));
        let mut budget = LINES_PER_ARGUMENT;
        add(&mut lines, &mut budget, place, argument, inner, words);
    }
    if arguments.len() > ARGUMENTS {
        let rest: Object =
            arguments.iter().skip(ARGUMENTS).map(|(key, value)| (key, value.clone())).collect();
        let place = Place::default().inside(&words.count(words.more, rest.len()), "…");
        push_rest(&mut lines, &place, &Value::Object(rest), words);
    }
    tell_apart(&mut lines);
    lines
}

fn add(
    lines: &mut Vec<Line>,
    budget: &mut usize,
    place: Place,
    value: &Value,
    schema: Option<Schema<'_>>,
    words: &Words<'_>,
) {
    let is_flat = |items: &[Value]| items.iter().all(|item| !has_parts(item));
    let text = match value {
        Value::Object(object) if object.is_empty() => words.none.to_owned(),
        Value::Array(items) if is_flat(items) => value::list(items, schema, words),
        Value::Object(_) | Value::Array(_) if place.depth > DEPTH => value::json(value, words),
        Value::Object(object) => return add_members(lines, budget, &place, object, schema, words),
        Value::Array(items) => return add_items(lines, budget, &place, items, schema, words),
        scalar => value::scalar(scalar, schema, words),
    };
    *budget = budget.saturating_sub(1);
    lines.push(Line { key: place.key, label: place.label, value: text });
}

fn add_members(
    lines: &mut Vec<Line>,
    budget: &mut usize,
    place: &Place,
    object: &Object,
    schema: Option<Schema<'_>>,
    words: &Words<'_>,
) {
    for (nth, (key, member)) in object.iter().enumerate() {
        if *budget == 0 {
            let rest: Object =
                object.iter().skip(nth).map(|(key, value)| (key, value.clone())).collect();
            let name = words.count(words.more, rest.len());
            return push_rest(lines, &place.inside(&name, "…"), &Value::Object(rest), words);
        }
        let inner = schema.and_then(|schema| schema.property(key));
        let place = place.inside(&label::name_of(key, inner), &label::path_step(key));
        add(lines, budget, place, member, inner, words);
    }
}

fn add_items(
    lines: &mut Vec<Line>,
    budget: &mut usize,
    place: &Place,
    items: &[Value],
    schema: Option<Schema<'_>>,
    words: &Words<'_>,
) {
    for (nth, item) in items.iter().enumerate() {
        if *budget == 0 {
            let rest = Value::Array(items[nth..].to_vec());
            let name = words.count(words.more, items.len() - nth);
            return push_rest(lines, &place.inside(&name, "…"), &rest, words);
        }
        let inner = schema.and_then(|schema| schema.item(nth));
        add(lines, budget, place.numbered(nth), item, inner, words);
    }
}

fn push_rest(lines: &mut Vec<Line>, place: &Place, rest: &Value, words: &Words<'_>) {
    lines.push(Line {
        key: place.key.clone(),
        label: place.label.clone(),
        value: value::json(rest, words),
    });
}

fn has_parts(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty(),
        Value::Object(object) => !object.is_empty(),
        _ => false,
    }
}

/// Two arguments never carry one label: those that would, show their keys too, and numbers where
/// even the keys look alike.
fn tell_apart(lines: &mut [Line]) {
    // A page could title one property as another one would be numbered, so numbering repeats.
    for round in 0..ROUNDS {
        let looks = looks(lines);
        for (line, same) in lines.iter_mut().zip(looks) {
            if same.twins > 1 && round == 0 {
                line.label = [&line.label, " (", &line.key, ")"].concat();
            } else if same.twins > 1 {
                line.label = [&line.label, " #", &digits(same.nth)].concat();
            }
        }
    }
}

/// How many lines have a label that looks the same, and which of them this is.
struct Same {
    twins: usize,
    nth: usize,
}

fn looks(lines: &[Line]) -> Vec<Same> {
    let look = |line: &Line| -> String {
        line.label.chars().filter(|&ch| is_of_word(ch) && !is_mark(ch)).map(lower).collect()
    };
    let looks: Vec<String> = lines.iter().map(look).collect();
    let count =
        |these: &[String], look: &String| these.iter().filter(|other| *other == look).count();
    looks
        .iter()
        .enumerate()
        .map(|(at, look)| Same { twins: count(&looks, look), nth: count(&looks[..=at], look) })
        .collect()
}

//! A tool as the matcher sees it: the words it goes by, what it does, what it wants to know.

use super::concepts::{self, ACTIONS, READ, READS};
use super::stems::{is_stop, stem};
use super::words::{Word, words_in};
use crate::card::words_of_key;
use crate::json::{Number, Value};
use crate::protocol::ToolSpec;

/// A tool's words and properties.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) name: Vec<String>,
    pub(super) title: Vec<String>,
    pub(super) description: Vec<String>,
    /// What it does by its name, else by its title; 0 when neither says.
    pub(super) action: u32,
    /// What it does it to.
    pub(super) nouns: u32,
    pub(super) properties: Vec<Property>,
}

/// One argument of a tool.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) key: String,
    /// For a person: the title, or the key in words.
    pub(super) label: String,
    /// Stems of the key, and of the title.
    pub(super) names: Vec<Vec<String>>,
    /// All of these.
    pub(super) words: Vec<String>,
    pub(super) kind: PropertyKind,
    pub(super) required: bool,
    /// Its description says that it may be empty.
    pub(super) takes_empty: bool,
    /// What the schema says stands there when nothing does.
    pub(super) default: Option<Value>,
}

/// What may stand there.
#[derive(Clone, Debug)]
pub(super) enum PropertyKind {
    Text(Role),
    Number {
        whole: bool,
        bound: Option<super::numbers::Limit>,
        least: Option<Number>,
        most: Option<Number>,
    },
    Truth,
    /// One of these values, each with the words it goes by.
    Choice(Vec<Choice>),
    /// A list of such values.
    Choices(Vec<Choice>),
    /// A list of texts.
    Texts,
    /// Something the matcher cannot make.
    Other,
}

/// One value of a choice.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) value: Value,
    pub(super) label: String,
    /// Stems of the value and of its title.
    pub(super) names: Vec<Vec<String>>,
}

/// What a text is about, by its key, title and format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Search,
    Item,
    Email,
    Code,
    Id,
    Date,
    Time,
    Person,
    Long,
    Other,
}

impl Shape {
    pub(super) fn of(tool: &ToolSpec) -> Self {
        let (title, rest) = split_title(&tool.description);
        let name = stems(&words_of_key(&tool.name).join(" "));
        let title = stems(title);
        let action = action_of(&name);
        let action = if action == 0 { action_of(&title) } else { action };
        let nouns =
            name.iter().chain(&title).fold(0, |all, stem| all | (concepts::of(stem) & !ACTIONS));
        let properties = properties_of(&tool.input_schema);
        Self { name, title, description: stems(rest), action, nouns, properties }
    }
}

/// The title that stands in front of a description, and what follows it.
pub(super) fn split_title(description: &str) -> (&str, &str) {
    let short =
        |title: &str| title.split_whitespace().count() <= 8 && !title.contains(['.', '!', '?']);
    description.split_once(": ").filter(|(title, _)| short(title)).unwrap_or(("", description))
}

fn stems(text: &str) -> Vec<String> {
    let keep = |word: &Word| !is_stop(&word.lower);
    words_in(text).into_iter().filter(keep).map(|word| word.stem).collect()
}

fn all_stems(text: &str) -> Vec<String> {
    words_in(text).into_iter().map(|word| word.stem).collect()
}

/// What a tool of that name does. Nouns like "status" say that it only looks.
fn action_of(stems: &[String]) -> u32 {
    const LOOKS: &str =
        "status history overview summary detail info information availability context";
    if stems.iter().any(|stem| LOOKS.split(' ').any(|noun| noun == stem)) {
        let named = stems.first().map_or(0, |stem| concepts::of(stem) & READS);
        return named | READ;
    }
    stems.iter().map(|stem| concepts::of(stem) & ACTIONS).find(|action| *action != 0).unwrap_or(0)
}

fn properties_of(schema: &Value) -> Vec<Property> {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .unwrap_or_default()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    properties
        .iter()
        .map(|(key, schema)| {
            let title = schema.get("title").and_then(Value::as_str).unwrap_or_default();
            let label =
                if title.is_empty() { crate::card::label_of_key(key) } else { title.to_owned() };
            let names = vec![all_stems(&words_of_key(key).join(" ")), all_stems(title)];
            let words = names.concat();
            let kind = kind_of(schema, &words);
            let required = required.contains(&key);
            Property {
                key: key.to_owned(),
                label,
                names,
                words,
                kind,
                required,
                default: schema.get("default").cloned(),
                takes_empty: schema
                    .get("description")
                    .and_then(Value::as_str)
                    .is_some_and(|words| words.contains("empty")),
            }
        })
        .collect()
}

fn kind_of(schema: &Value, words: &[String]) -> PropertyKind {
    let choices = choices_of(schema);
    if !choices.is_empty() {
        return PropertyKind::Choice(choices);
    }
    let number = |key: &str| schema.get(key).and_then(Value::as_number).cloned();
    match type_of(schema) {
        "string" => PropertyKind::Text(role_of(schema, words)),
        kind @ ("integer" | "number") => PropertyKind::Number {
            whole: kind == "integer",
            bound: bound_of(words),
            least: number("minimum"),
            most: number("maximum"),
        },
        "boolean" => PropertyKind::Truth,
        "array" => match schema.get("items") {
            Some(items) if !choices_of(items).is_empty() => {
                PropertyKind::Choices(choices_of(items))
            }
            Some(items) if type_of(items) == "string" => PropertyKind::Texts,
            _ => PropertyKind::Other,
        },
        _ => PropertyKind::Other,
    }
}

/// The schema's type; the first that is not `null` where there are several.
fn type_of(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or_default()
        }
        _ => {
            let branches = ["anyOf", "oneOf"]
                .into_iter()
                .filter_map(|key| schema.get(key)?.as_array())
                .flatten();
            branches.map(type_of).find(|kind| !matches!(*kind, "" | "null")).unwrap_or_default()
        }
    }
}

fn choices_of(schema: &Value) -> Vec<Choice> {
    let named =
        ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    let mut choices: Vec<Choice> = named
        .filter_map(|one| Some(choice(one.get("const")?, one.get("title").and_then(Value::as_str))))
        .collect();
    for value in schema.get("enum").and_then(Value::as_array).unwrap_or_default() {
        if !choices.iter().any(|choice| choice.value == *value) {
            choices.push(choice(value, None));
        }
    }
    choices.retain(|choice| !choice.names.is_empty());
    choices
}

fn choice(value: &Value, title: Option<&str>) -> Choice {
    let text = value.as_str().map_or_else(|| value.to_text(), str::to_owned);
    let mut names =
        vec![all_stems(&words_of_key(&text).join(" ")), all_stems(title.unwrap_or_default())];
    names.retain(|name| !name.is_empty());
    names.dedup();
    Choice { value: value.clone(), label: title.unwrap_or(&text).to_owned(), names }
}

fn role_of(schema: &Value, words: &[String]) -> Role {
    let has = |these: &str| these.split(' ').any(|word| words.contains(&stem(word)));
    match schema.get("format").and_then(Value::as_str) {
        Some("email") => return Role::Email,
        Some("date") => return Role::Date,
        Some("time") => return Role::Time,
        _ => {}
    }
    let roles = [
        ("email mail e-mail", Role::Email),
        ("date day", Role::Date),
        ("time hour", Role::Time),
        ("coupon code voucher promo", Role::Code),
        ("query q search term keyword", Role::Search),
        ("message description comment note body details feedback", Role::Long),
        ("product item article sku", Role::Item),
        ("id number ref reference", Role::Id),
        ("name person customer guest assignee who contact author artist", Role::Person),
        ("text filter", Role::Search),
    ];
    roles.into_iter().find(|(words, _)| has(words)).map_or(Role::Other, |(_, role)| role)
}

/// Whether a number is an upper or a lower limit, by its name.
fn bound_of(words: &[String]) -> Option<super::numbers::Limit> {
    use super::numbers::Limit;
    let has = |these: &str| these.split(' ').any(|word| words.contains(&stem(word)));
    if has("max maximum highest upper under ceiling budget limit") || (has("to") && has("price")) {
        Some(Limit::Max)
    } else if has("min minimum lowest lower over floor") || (has("from") && has("price")) {
        Some(Limit::Min)
    } else {
        None
    }
}

//! A widget whose settings come from elsewhere than the file: the same keys, the same rules.
//!
//! A row of the database keeps what was set as JSON, by the name of the key below `widget`. It is
//! read by the very code that reads the file, so a default, a range or a refusal can differ nowhere.
//! What concerns the machine and its network (proxies in front, private addresses) is the file's
//! alone and holds for every widget.

use std::collections::BTreeMap;

use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::keys::{self, Key, Kind};
use super::problem::Problems;
use super::settings::{Settings, Value};
use super::widget::Widget;

/// The keys below `widget` that a row may set.
const OF_A_ROW: [&str; 30] = [
    "allowed_origins",
    "allow_missing_origin",
    "allow_headers",
    "provider",
    "model",
    "base_url",
    "instructions",
    "allow_client_instructions",
    "max_tokens",
    "max_messages",
    "max_tools",
    "max_body_bytes",
    "timeout_ms",
    "rate_limit",
    "rate_limit.window_ms",
    "rate_limit.max",
    "daily_requests",
    "daily_tokens",
    "traces",
    "label",
    "heading",
    "placeholder",
    "suggestions",
    "theme",
    "position",
    "lang",
    "models",
    "pre_approved",
    "max_steps",
    "fallback.provider",
];

/// Characters of a text and of an entry, where nothing else is said.
const MOST_LETTERS: usize = 300;
/// Characters of the instructions: with any of them three bytes long they still fit a form.
const MOST_INSTRUCTIONS: usize = 5_000;
/// Entries of a list.
const MOST_ENTRIES: usize = 100;

/// What was set, by the key's name below `widget`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RowSettings(BTreeMap<String, Json>);

impl RowSettings {
    /// Takes a form's fields: a text each, an absent switch is off, a list has an entry a line. What
    /// a form does not ask for (`allowed_origins`) stays as it is.
    pub fn with_form(&self, fields: &BTreeMap<String, String>) -> (Self, Problems) {
        let mut problems = Problems::default();
        let mut set = BTreeMap::new();
        for key in keys() {
            let name = name(key);
            if name == "allowed_origins" {
                set.extend(
                    self.0.get_key_value(name).map(|(name, old)| (name.clone(), old.clone())),
                );
                continue;
            }
            // A form's lines end as those of a letter did.
            let text = fields.get(name).map_or_else(String::new, |text| text.replace('\r', ""));
            match of_form(key, text.trim()) {
                Ok(Some(value)) => drop(set.insert(name.to_owned(), value)),
                Ok(None) => {}
                Err(message) => problems.add(key.path, message),
            }
        }
        // A limit that is off has no numbers.
        if set.get("rate_limit") == Some(&Json::Bool(false)) {
            set.retain(|name, _| !name.starts_with("rate_limit."));
        }
        (Self(set), problems)
    }

    /// As the fields of a form.
    pub fn form(&self) -> BTreeMap<String, String> {
        let on = |name: &str| match (self.0.get(name), name) {
            (Some(value), _) => value == &Json::Bool(true),
            // What is on where nothing was said.
            (None, name) => matches!(name, "rate_limit" | "allow_client_instructions"),
        };
        let fields = keys().filter_map(|key| {
            let name = name(key);
            let text = match key.kind {
                Kind::Switch if on(name) => "true".to_owned(),
                Kind::Switch => return None,
                _ => as_text(self.0.get(name)?),
            };
            Some((name.to_owned(), text))
        });
        fields.collect()
    }

    /// The listed origins.
    pub fn origins(&self) -> Vec<String> {
        let entries = self.0.get("allowed_origins").and_then(Json::as_array);
        let entries = entries.into_iter().flatten().filter_map(Json::as_str);
        entries.map(str::to_owned).collect()
    }

    /// The same with other origins.
    #[must_use]
    pub fn with_origins(&self, origins: Vec<String>) -> Self {
        let mut changed = self.clone();
        changed.0.insert("allowed_origins".to_owned(), Json::from(origins));
        changed
    }
}

impl Widget {
    /// The widget that a row describes, as far as it can be read, and everything that is wrong with
    /// it. `of_file` is the file's widget. That a key is missing is no mistake of a row: its owner
    /// gives it later.
    pub fn of_row(
        row: &RowSettings,
        api_key: Option<&SecretString>,
        of_file: &Self,
    ) -> (Self, Problems) {
        let mut problems = Problems::default();
        let mut settings = Settings::default();
        for key in keys() {
            let Some(json) = row.0.get(name(key)) else { continue };
            match of_json(key.kind, json) {
                Some(value) => settings.set(key, value, key.path.to_owned()),
                None => problems.add(key.path, format!("is not {}", key.kind.name())),
            }
        }
        let mut set = |path: &str, value| {
            if let Some(key) = keys::by_path(path) {
                settings.set(key, value, path.to_owned());
            }
        };
        set("widget.allow_private_base_url", Value::Switch(of_file.allow_private_base_url));
        if let Some(api_key) = api_key {
            set("widget.api_key", Value::Text(api_key.expose_secret().to_owned()));
        }
        let mut widget = Self::read(&settings, &mut problems);
        widget.clients.ip_header.clone_from(&of_file.clients.ip_header);
        widget.clients.trusted_proxies.clone_from(&of_file.clients.trusted_proxies);
        if api_key.is_none() {
            problems.forgive("widget.api_key");
        }
        (widget, problems)
    }
}

fn keys() -> impl Iterator<Item = &'static Key> {
    OF_A_ROW.iter().filter_map(|name| keys::by_path(&format!("widget.{name}")))
}

/// The key's name in a row and in a form.
fn name(key: &Key) -> &'static str {
    key.path.strip_prefix("widget.").unwrap_or(key.path)
}

/// What a form's text says; nothing for an empty one.
fn of_form(key: &Key, text: &str) -> Result<Option<Json>, String> {
    if key.kind == Kind::Switch {
        return Ok(Some(Json::Bool(!text.is_empty())));
    }
    if text.is_empty() {
        return Ok(None);
    }
    let most = if name(key) == "instructions" { MOST_INSTRUCTIONS } else { MOST_LETTERS };
    let is_too_long = |text: &str| text.chars().count() > most;
    let too_long = || format!("is too long; write at most {most} characters");
    match key.kind {
        Kind::List => {
            // Words may hold a comma, names of tools, models and headers cannot.
            let are_names = name(key) != "suggestions";
            let ends = |letter: char| {
                letter == '\n' || are_names && (letter == ',' || letter.is_whitespace())
            };
            let entries = text.split(ends).map(str::trim).filter(|entry| !entry.is_empty());
            let entries: Vec<_> = entries.map(str::to_owned).collect();
            if entries.len() > MOST_ENTRIES {
                return Err(format!("has too many entries; write at most {MOST_ENTRIES}"));
            }
            if entries.iter().any(|entry| is_too_long(entry)) {
                return Err(too_long());
            }
            Ok(Some(Json::from(entries)))
        }
        _ if is_too_long(text) => Err(too_long()),
        Kind::Integer => match text.parse::<i64>() {
            Ok(number) => Ok(Some(Json::from(number))),
            Err(_) => Err(format!("is not {}", key.kind.name())),
        },
        Kind::Text | Kind::Switch => Ok(Some(Json::from(text))),
    }
}

fn of_json(kind: Kind, json: &Json) -> Option<Value> {
    Some(match kind {
        Kind::Text => Value::Text(json.as_str()?.to_owned()),
        Kind::Integer => Value::Integer(json.as_i64()?),
        Kind::Switch => Value::Switch(json.as_bool()?),
        Kind::List => Value::List(
            json.as_array()?
                .iter()
                .map(|entry| entry.as_str().map(str::to_owned))
                .collect::<Option<_>>()?,
        ),
    })
}

fn as_text(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Array(entries) => {
            entries.iter().filter_map(Json::as_str).collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}

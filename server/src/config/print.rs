//! The effective configuration as a TOML file that could be used as such, with secrets masked.

use std::fmt::Write as _;

use super::Config;
use super::keys;
use super::settings::Value;

/// Everything that is in force, defaults too; what is unset stands as a comment.
pub fn effective(config: &Config) -> String {
    let mut out = String::new();
    let mut table = "";
    for key in keys::all() {
        let (parent, name) = key.path.rsplit_once('.').unwrap_or(("", key.path));
        let shown = (key.show)(config);
        // A switch that is also a table (`rate_limit`) is printed as one or the other.
        if shown.is_none() && keys::is_table(key.path) {
            continue;
        }
        let under_switch = keys::by_path(parent).is_some_and(|k| (k.show)(config).is_some());
        if under_switch {
            continue;
        }
        if parent != table {
            table = parent;
            let _ = write!(out, "\n[{table}]\n");
        }
        let line = match shown {
            Some(value) => format!("{name} = {}", toml(&value)),
            None => format!("# {name} is not set"),
        };
        let _ = writeln!(out, "{line:<48} # {}", key.about);
    }
    out
}

/// What is set of the file's widget: the key below `widget`, its value, what it is for. Secrets are
/// masked.
pub fn of_widget(config: &Config) -> Vec<(&'static str, String, &'static str)> {
    let keys = keys::all().filter_map(|key| {
        let name = key.path.strip_prefix("widget.")?;
        let text = match (key.show)(config)? {
            Value::Text(text) => text,
            Value::List(items) => items.join(", "),
            other => toml(&other),
        };
        Some((name, text, key.about))
    });
    keys.collect()
}

fn toml(value: &Value) -> String {
    match value {
        Value::Text(text) => toml::Value::from(text.as_str()).to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Switch(on) => on.to_string(),
        Value::List(items) => toml::Value::from(items.clone()).to_string(),
    }
}

//! The two sources: a TOML file and the environment.

use std::fs;
use std::path::Path;

use super::keys::{self, Key};
use super::nearest::nearest;
use super::problem::Problems;
use super::settings::Settings;

const PREFIX: &str = "SITE_AGENT_";
/// A variable that names a file holding the value, as container platforms mount secrets.
const FILE_SUFFIX: &str = "_FILE";
/// Read by the command line, not a setting.
const CONFIG_PATH: &str = "SITE_AGENT_CONFIG";

/// Reads `path` into `settings`.
pub(super) fn file(path: &Path, settings: &mut Settings, problems: &mut Problems) {
    let shown = path.display().to_string();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return problems.add(shown, format!("cannot be read: {error}")),
    };
    match text.parse::<toml::Table>() {
        Ok(table) => walk(&table, "", settings, problems),
        // Of the parser's message only the place and the first line: the rest quotes the file,
        // which may hold a key.
        Err(error) => {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            let message = error.message().lines().next().unwrap_or_default();
            problems.add(format!("{shown}, line {line}"), format!("is not TOML: {message}"));
        }
    }
}

fn walk(table: &toml::Table, parent: &str, settings: &mut Settings, problems: &mut Problems) {
    for (name, item) in table {
        let path = if parent.is_empty() { name.clone() } else { format!("{parent}.{name}") };
        match (keys::by_path(&path), item) {
            (_, toml::Value::Table(inner)) if keys::is_table(&path) => {
                walk(inner, &path, settings, problems);
            }
            (Some(key), item) => match key.kind.of_toml(item) {
                Some(value) => settings.set(key, value, path),
                None => problems.add(path, format!("is not {}", key.kind.name())),
            },
            (None, _) => problems.add(&path, unknown(&path, keys::all().map(|key| key.path))),
        }
    }
}

/// Reads the `SITE_AGENT_*` variables into `settings`.
pub(super) fn environment(
    variables: impl IntoIterator<Item = (String, String)>,
    settings: &mut Settings,
    problems: &mut Problems,
) {
    let mut variables: Vec<_> = variables
        .into_iter()
        // Compose files pass `NAME=` for what is not set.
        .filter(|(name, text)| name.starts_with(PREFIX) && name != CONFIG_PATH && !text.is_empty())
        .collect();
    variables.sort();
    for (name, text) in &variables {
        if let Some(key) = by_variable(name) {
            take(key, name, text, settings, problems);
        } else if let Some(key) = name.strip_suffix(FILE_SUFFIX).and_then(by_variable) {
            if variables.iter().any(|(other, _)| *other == variable(key.path)) {
                problems.add(name, format!("is set beside {}; keep one", variable(key.path)));
                continue;
            }
            match fs::read_to_string(text) {
                Ok(content) => take(key, name, content.trim(), settings, problems),
                Err(error) => problems.add(name, format!("\"{text}\" cannot be read: {error}")),
            }
        } else {
            let known: Vec<_> = keys::all().map(|key| variable(key.path)).collect();
            problems.add(name, unknown(name, known.iter().map(String::as_str)));
        }
    }
}

fn take(
    key: &'static Key,
    place: &str,
    text: &str,
    settings: &mut Settings,
    problems: &mut Problems,
) {
    match key.kind.of_variable(unquoted(text)) {
        Some(value) => settings.set(key, value, place.to_owned()),
        None => problems.add(place, format!("is not {}", key.kind.name())),
    }
}

/// Some tools keep the quotes of an env file as part of the value.
fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote).and_then(|t| t.strip_suffix(quote));
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

/// The variable of a key: `widget.api_key` is `SITE_AGENT_WIDGET_API_KEY`.
pub(super) fn variable(path: &str) -> String {
    format!("{PREFIX}{}", path.replace('.', "_").to_uppercase())
}

fn by_variable(name: &str) -> Option<&'static Key> {
    keys::all().find(|key| variable(key.path) == name)
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match nearest(name, known) {
        Some(meant) => format!("is not a setting; did you mean {meant}?"),
        None => "is not a setting; `site-agent config` prints all there are".into(),
    }
}

//! The settings as given: each known key with its value in the right shape and the place it came
//! from.
//!
//! This is the only place where file and environment meet. Shapes are checked here, meanings by the
//! concerns.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

use super::keys::{Key, Kind};
use super::problem::Problems;
use super::source;

/// A value in the shape its key asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
    Switch(bool),
    List(Vec<String>),
}

/// A value and where it was found.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) value: Value,
    /// The file's key or the variable's name, as problems and `site-agent config` show it.
    pub(super) place: String,
}

/// Everything that was given, by key.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings(BTreeMap<&'static str, Given>);

impl Settings {
    /// Reads both sources; the environment wins.
    pub(super) fn collect(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
        problems: &mut Problems,
    ) -> Self {
        let mut settings = Self::default();
        if let Some(path) = file {
            source::file(path, &mut settings, problems);
        }
        source::environment(environment, &mut settings, problems);
        settings
    }

    pub(super) fn set(&mut self, key: &'static Key, value: Value, place: String) {
        self.0.insert(key.path, Given { value, place });
    }

    /// Where the key was set, or the key itself for a problem with something absent.
    pub(super) fn place<'a>(&'a self, key: &'a str) -> &'a str {
        self.0.get(key).map_or(key, |given| &given.place)
    }

    /// Whether the key was set at all.
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The text under `key`.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        match &self.0.get(key)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The switch under `key`.
    pub(super) fn switch(&self, key: &str) -> Option<bool> {
        match self.0.get(key)?.value {
            Value::Switch(on) => Some(on),
            _ => None,
        }
    }

    /// The list under `key`, empty when absent.
    pub(super) fn list(&self, key: &str) -> &[String] {
        match self.0.get(key).map(|given| &given.value) {
            Some(Value::List(items)) => items,
            _ => &[],
        }
    }

    /// The number under `key`, if it lies in `range`.
    pub(super) fn number<N: TryFrom<i64>>(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
        problems: &mut Problems,
    ) -> Option<N> {
        let given = self.0.get(key)?;
        let Value::Integer(number) = given.value else { return None };
        let fitting = Some(number).filter(|n| range.contains(n)).and_then(|n| N::try_from(n).ok());
        if fitting.is_none() {
            let (low, high) = range.into_inner();
            problems.add(
                &given.place,
                format!("{number} is out of range; write a number from {low} to {high}"),
            );
        }
        fitting
    }

    /// The text under `key`, parsed; `expected` completes the sentence "… is not".
    pub(super) fn parsed<T: FromStr>(
        &self,
        key: &str,
        expected: &str,
        problems: &mut Problems,
    ) -> Option<T> {
        let text = self.text(key)?;
        let parsed = text.parse().ok();
        if parsed.is_none() {
            problems.add(self.place(key), format!("\"{text}\" is not {expected}"));
        }
        parsed
    }
}

impl Kind {
    /// What the kind is called in a problem.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Text => "text in quotes",
            Self::Integer => "a whole number",
            Self::Switch => "true or false",
            Self::List => "a list of texts, like [\"a\", \"b\"]",
        }
    }

    /// The value of a variable in this shape. Lists are split at commas.
    pub(super) fn of_variable(self, text: &str) -> Option<Value> {
        Some(match self {
            Self::Text => Value::Text(text.to_owned()),
            Self::Integer => Value::Integer(text.parse().ok()?),
            Self::Switch => Value::Switch(text.parse().ok()?),
            Self::List => Value::List(
                text.split(',').map(str::trim).filter(|s| !s.is_empty()).map(Into::into).collect(),
            ),
        })
    }

    /// The value of a TOML item in this shape.
    pub(super) fn of_toml(self, item: &toml::Value) -> Option<Value> {
        Some(match (self, item) {
            (Self::Text, toml::Value::String(text)) => Value::Text(text.clone()),
            (Self::Integer, toml::Value::Integer(number)) => Value::Integer(*number),
            (Self::Switch, toml::Value::Boolean(on)) => Value::Switch(*on),
            (Self::List, toml::Value::Array(items)) => Value::List(
                items.iter().map(|i| i.as_str().map(Into::into)).collect::<Option<Vec<_>>>()?,
            ),
            _ => return None,
        })
    }
}

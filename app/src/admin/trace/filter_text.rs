//! A filter as a line of text: `status:error tool:add_to_cart blue mug`.
//!
//! What has a field's name and a colon narrows by that field, all else is looked for in the texts.
//! Quotes hold blanks and colons together. A filter that is printed and read again is the same.

use std::fmt;

use thiserror::Error;

use super::filter::Filter;
use super::level::Level;
use super::moment;

/// The fields' names, in the order in which they are printed.
pub const FIELDS: [&str; 10] =
    ["status", "tool", "decision", "model", "widget", "origin", "code", "level", "after", "before"];
/// How a run can have ended.
pub const STATUSES: [&str; 4] = ["answered", "max-steps", "aborted", "error"];
/// What can have become of a call.
pub const DECISIONS: [&str; 3] = ["allowed", "denied", "asked"];
const LEVELS: [&str; 2] = ["metadata", "full"];

/// Why a line is no filter, in a sentence for whoever wrote it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FilterProblem {
    /// There is no such field.
    #[error("There is no field \"{field}\". {}", advice(meant.as_deref()))]
    UnknownField {
        /// As it was written.
        field: String,
        /// The field whose name is nearest.
        meant: Option<String>,
    },
    /// The field cannot be that.
    #[error("{field} cannot be \"{value}\": {allowed}")]
    WrongValue {
        /// The field.
        field: String,
        /// As it was written.
        value: String,
        /// What it can be.
        allowed: String,
    },
    /// The field stands there twice.
    #[error("{field} stands there twice; a run has to be both, so keep one")]
    Twice {
        /// The field.
        field: String,
    },
    /// A quote is opened and not closed.
    #[error("a quote is opened and not closed")]
    Unclosed,
}

fn advice(meant: Option<&str>) -> String {
    match meant {
        Some(meant) => format!("Did you mean \"{meant}:\"?"),
        None => format!("There are {}; put text with a colon in quotes.", FIELDS.join(", ")),
    }
}

impl Filter {
    /// Reads a line, with the time for what is said relative to it, such as `after:7d`.
    pub fn parse_at(line: &str, now: u64) -> Result<Self, FilterProblem> {
        let mut filter = Self::default();
        let mut words: Vec<String> = Vec::new();
        for piece in pieces(line)? {
            match piece {
                Piece::Text(text) => words.push(text),
                Piece::Field(field, value) => filter.set(&field, value, now)?,
            }
        }
        filter.text = Some(words.join(" ")).filter(|text| !text.trim().is_empty());
        Ok(filter)
    }

    /// The same at the time that it is.
    pub fn parse(line: &str) -> Result<Self, FilterProblem> {
        Self::parse_at(line, crate::admin::now())
    }

    /// Whether it finds every run.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn set(&mut self, field: &str, value: String, now: u64) -> Result<(), FilterProblem> {
        let place = match field {
            "status" => &mut self.status,
            "tool" => &mut self.tool,
            "decision" => &mut self.decision,
            "model" => &mut self.model,
            "widget" => &mut self.widget,
            "origin" => &mut self.origin,
            "code" => &mut self.code,
            "level" => {
                let level = match one_of(field, &value, &LEVELS)?.as_str() {
                    "full" => Level::Full,
                    _ => Level::Metadata,
                };
                return once(field, &mut self.level, level);
            }
            "after" => return once(field, &mut self.after, time(field, &value, now)?),
            "before" => return once(field, &mut self.before, time(field, &value, now)?),
            _ => {
                let meant = nearest(field).map(str::to_owned);
                return Err(FilterProblem::UnknownField { field: field.to_owned(), meant });
            }
        };
        let value = match field {
            "status" => one_of(field, &value, &STATUSES)?,
            "decision" => one_of(field, &value, &DECISIONS)?,
            "code" => value.to_uppercase(),
            _ => value,
        };
        if value.trim().is_empty() {
            return Err(wrong(field, &value, "write what it is behind the colon".to_owned()));
        }
        once(field, place, value)
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.level.map(|level| level.as_str().to_owned());
        let (after, before) = (self.after.map(moment::text), self.before.map(moment::text));
        let values = [
            &self.status,
            &self.tool,
            &self.decision,
            &self.model,
            &self.widget,
            &self.origin,
            &self.code,
            &level,
            &after,
            &before,
        ];
        let fields = FIELDS.iter().zip(values).filter_map(|(field, value)| {
            value.as_ref().map(|value| format!("{field}:{}", value_text(value)))
        });
        let text = self.text.as_deref().map(bare_or_quoted);
        f.write_str(&fields.chain(text).collect::<Vec<_>>().join(" "))
    }
}

/// A part of a line.
enum Piece {
    Field(String, String),
    Text(String),
}

/// The parts of a line, quotes taken off.
fn pieces(line: &str) -> Result<Vec<Piece>, FilterProblem> {
    let (mut pieces, mut rest) = (Vec::new(), line.trim_start());
    while !rest.is_empty() {
        let name_end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')));
        let field = match name_end {
            Some(end) if end > 0 && rest[end..].starts_with(':') => Some(&rest[..end]),
            _ => None,
        };
        let value = field.map_or(rest, |field| &rest[field.len() + 1..]);
        let (value, behind) = if let Some(quoted) = value.strip_prefix('"') {
            unquoted(quoted)?
        } else {
            let end = value.find(char::is_whitespace).unwrap_or(value.len());
            (value[..end].to_owned(), &value[end..])
        };
        pieces.push(match field {
            Some(field) => Piece::Field(field.to_lowercase(), value),
            None => Piece::Text(value),
        });
        rest = behind.trim_start();
    }
    Ok(pieces)
}

/// A quoted value, and what stands behind it.
fn unquoted(quoted: &str) -> Result<(String, &str), FilterProblem> {
    let (mut value, mut chars) = (String::new(), quoted.char_indices());
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((value, &quoted[at + 1..])),
            '\\' => value.extend(chars.next().map(|(_, c)| c)),
            c => value.push(c),
        }
    }
    Err(FilterProblem::Unclosed)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A field's value, in quotes where it needs them.
fn value_text(value: &str) -> String {
    let is_plain =
        !value.is_empty() && !value.starts_with('"') && !value.contains(char::is_whitespace);
    if is_plain { value.to_owned() } else { quoted(value) }
}

/// Text as it would be typed, if it would be read as that.
fn bare_or_quoted(text: &str) -> String {
    let same = |piece: &Piece| matches!(piece, Piece::Text(word) if !word.contains('"'));
    let is_plain = !text.contains('"')
        && pieces(text).is_ok_and(|pieces| {
            let words: Vec<&str> = text.split(' ').collect();
            pieces.len() == words.len()
                && pieces.iter().all(same)
                && words.iter().all(|word| !word.is_empty() && !word.contains(char::is_whitespace))
        });
    if is_plain { text.to_owned() } else { quoted(text) }
}

fn once<T>(field: &str, place: &mut Option<T>, value: T) -> Result<(), FilterProblem> {
    if place.replace(value).is_some() {
        return Err(FilterProblem::Twice { field: field.to_owned() });
    }
    Ok(())
}

fn one_of(field: &str, value: &str, allowed: &[&str]) -> Result<String, FilterProblem> {
    let value = value.to_lowercase();
    if allowed.contains(&value.as_str()) {
        return Ok(value);
    }
    Err(wrong(field, &value, format!("it is one of {}", allowed.join(", "))))
}

fn wrong(field: &str, value: &str, allowed: String) -> FilterProblem {
    FilterProblem::WrongValue { field: field.to_owned(), value: value.to_owned(), allowed }
}

/// A day, a moment, or so long ago.
fn time(field: &str, value: &str, now: u64) -> Result<u64, FilterProblem> {
    let ago = || {
        let (number, unit) = value.split_at_checked(value.len().checked_sub(1)?)?;
        let unit = match unit {
            "m" => 60_000,
            "h" => 3_600_000,
            "d" => 86_400_000,
            _ => return None,
        };
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let number: u64 = number.parse().ok().filter(|_| is_number)?;
        Some(now.saturating_sub(number.checked_mul(unit)?))
    };
    moment::read(value).or_else(ago).ok_or_else(|| {
        wrong(
            field,
            value,
            "write a day (2026-11-30), a time (2026-11-30T18:00) or how long ago (90m, 24h, 7d)"
                .to_owned(),
        )
    })
}

/// The field whose name is at most two letters away.
fn nearest(field: &str) -> Option<&'static str> {
    let aliases = [("state", "status"), ("since", "after"), ("until", "before"), ("tools", "tool")];
    if let Some((_, meant)) = aliases.iter().find(|(alias, _)| *alias == field) {
        return Some(meant);
    }
    // Of two that are as near, the one that begins the same: hardly anybody mistypes the first letter.
    let begins = |name: &str| name.chars().next() == field.chars().next();
    let near = FIELDS.iter().map(|name| (distance(field, name), !begins(name), *name)).min()?;
    (near.0 <= 2).then_some(near.2)
}

/// Letters to add, leave out or change.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut above_left = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = above_left + usize::from(a != *b);
            above_left = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(above_left + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
#[path = "filter_text_tests.rs"]
mod tests;

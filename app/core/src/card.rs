//! What a person sees before a call runs. The page must not be able to write it.

use crate::call::Call;
use crate::json::Value;
use crate::policy::Reason;
use crate::tool::Hints;

/// Everything a confirm function or the panel's card needs.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfirmRequest {
    /// The call, exact.
    pub call: Call,
    /// The tool as it was defined when asked.
    pub tool: ShownTool,
    /// Why it asks.
    pub reason: Reason,
    /// The arguments in plain words; every argument is there.
    pub lines: Vec<Line>,
    /// The live top-level origin.
    pub origin: String,
}

/// The tool's own words, flattened and capped, to be shown as values only.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownTool {
    /// The tool's name.
    pub name: String,
    /// Its title, or empty.
    pub title: String,
    /// The page's words.
    pub description: String,
    /// The schema, for those who want it.
    pub input_schema: Option<Value>,
    /// The hints as given.
    pub hints: Option<Hints>,
}

/// One argument in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The argument's path of keys, dotted.
    pub key: String,
    /// A label: the property's `title`, or made from its key; nested: `Address › City`.
    pub label: String,
    /// The value as text.
    pub value: String,
}

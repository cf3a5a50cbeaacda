//! A listing as it crosses from the shell: what browsers of several generations, shims and plain
//! arrays say of their tools.

use std::collections::HashSet;

use super::{Dropped, Listing};
use crate::json::{self, Problem, Value};
use crate::text::one_line;
use crate::tool::{Definition, Handle, Hints, Tool};
use crate::wire;
use crate::wire::{Wire, WireError};

/// The longest name that WebMCP allows.
const NAME_CHARS: usize = 128;

wire! {
    /// A tool as the shell found it.
    struct Raw {
        handle: u32,
        name: String,
        title: Option<String>,
        description: Option<String>,
        input_schema: Option<Value>,
        annotations: Option<Value>,
        origin: String = String::new(),
        source: String = String::new(),
        framed: bool = false,
        waits_for_submit: bool = false,
    }
}

impl Listing {
    /// Reads `{tools: [{handle, name, title?, description?, inputSchema?, annotations?, origin?,
    /// source?, framed?, waitsForSubmit?}], dropped?: [{name, reason}]}`. The schema may be an
    /// object, JSON text or absent. A tool that cannot be used is left out with its reason; only
    /// a value that is no listing at all is an error.
    pub fn from_value(value: &Value) -> Result<Self, WireError> {
        let entries = value.get("tools").and_then(Value::as_array);
        let entries = entries.ok_or_else(|| WireError::expected("a list of tools", value))?;
        let mut listing = Self::default();
        if let Some(dropped) = value.get("dropped") {
            listing.dropped = Wire::from_value(dropped).map_err(|error| error.within("dropped"))?;
        }
        for entry in entries {
            match read(entry) {
                Ok(tool) => listing.tools.push(tool),
                Err(reason) => listing.drop_tool(&name_of(entry), reason),
            }
        }
        listing.keep_first_of_each_name();
        Ok(listing)
    }

    /// Reads the same as JSON text.
    pub fn from_text(text: &str) -> Result<Self, WireError> {
        Self::from_value(&json::parse(text)?)
    }

    fn drop_tool(&mut self, name: &str, reason: &str) {
        let name = one_line(name, NAME_CHARS);
        self.dropped.push(Dropped { name, reason: reason.to_owned() });
    }

    /// A name calls one tool: the top document's before a frame's, then the first.
    fn keep_first_of_each_name(&mut self) {
        let of_top: HashSet<String> =
            self.tools.iter().filter(|tool| !tool.framed).map(|tool| tool.name.clone()).collect();
        let mut seen = HashSet::new();
        for tool in std::mem::take(&mut self.tools) {
            if tool.framed && of_top.contains(&tool.name) {
                self.drop_tool(&tool.name, "same name in the top document");
            } else if seen.insert(tool.name.clone()) {
                self.tools.push(tool);
            } else {
                self.drop_tool(&tool.name, "same name as another tool");
            }
        }
    }
}

fn read(entry: &Value) -> Result<Tool, &'static str> {
    let raw = Raw::from_value(entry).map_err(|_| "not a tool")?;
    if !is_name(&raw.name) {
        return Err("not a valid name");
    }
    let annotations = raw.annotations.as_ref();
    if annotations.and_then(|annotations| annotations.get("debugging")) == Some(&Value::Bool(true))
    {
        return Err("debugging");
    }
    let mut tool = Tool::new(
        Handle(raw.handle),
        Definition {
            name: raw.name,
            title: raw.title.unwrap_or_default(),
            description: raw.description.unwrap_or_default(),
            input_schema: raw.input_schema.map_or(Ok(None), schema)?,
            hints: annotations.and_then(|annotations| hints(annotations, &raw.source)),
        },
    );
    tool.origin = raw.origin;
    tool.source = raw.source;
    tool.framed = raw.framed;
    tool.waits_for_submit = raw.waits_for_submit;
    Ok(tool)
}

/// WebMCP's own rule: 1 to 128 of ASCII letters, digits, `_`, `-` and `.`.
fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    (1..=NAME_CHARS).contains(&name.len()) && name.bytes().all(allowed)
}

/// A schema is an object, or JSON text of one: so the shell sends it, and so Chromium gave it before
/// 154. One that is no JSON checks nothing, so it is as good as none; one that is only too much for us
/// would go unchecked, so its tool is left out.
fn schema(raw: Value) -> Result<Option<Value>, &'static str> {
    match raw {
        Value::Object(_) => Ok(Some(raw)),
        Value::String(text) => match json::parse(&text) {
            Ok(value) => Ok(value.as_object().is_some().then_some(value)),
            Err(error) if matches!(error.problem, Problem::TooDeep | Problem::TooLarge) => {
                Err("its schema is too large or nests too deeply")
            }
            Err(_) => Ok(None),
        },
        _ => Ok(None),
    }
}

/// The hints of an annotations object. In an array the site's own script wrote it, and by WebMCP's
/// dictionary a member that it left away is false. Anywhere else it passed through a browser or
/// a polyfill, which drop the members that they do not know: there, absent is unknown.
fn hints(annotations: &Value, source: &str) -> Option<Hints> {
    let mut hints = Hints::from_value(annotations).ok()?;
    if source == "array" {
        for (name, hint) in [
            ("readOnlyHint", &mut hints.read_only),
            ("untrustedContentHint", &mut hints.untrusted),
            ("consequentialHint", &mut hints.consequential),
        ] {
            if annotations.get(name).is_none() {
                *hint = Some(false);
            }
        }
    }
    Some(hints)
}

fn name_of(entry: &Value) -> String {
    entry.get("name").and_then(Value::as_str).unwrap_or_default().to_owned()
}

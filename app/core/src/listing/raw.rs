//! A listing as it crosses from the shell: what browsers of several generations, shims and plain
//! arrays say of their tools.

use super::{Dropped, Listing};
use crate::json::{self, Problem, Value};
use crate::order;
use crate::text::one_line;
use crate::tool::{Definition, Handle, Hints, Tool};
use crate::wire::{Members, Wire, WireError};

/// The longest name that WebMCP allows.
const NAME_CHARS: usize = 128;

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

    pub(super) fn drop_tool(&mut self, name: &str, reason: &str) {
        let name = one_line(name, NAME_CHARS);
        self.dropped.push(Dropped { name, reason: reason.to_owned() });
    }

    /// A name calls one tool: the top document's before a frame's, then the first.
    fn keep_first_of_each_name(&mut self) {
        let tools = std::mem::take(&mut self.tools);
        let rank = |at: usize| (&tools[at].name, tools[at].framed);
        let mut reasons = vec![None; tools.len()];
        let mut first = 0;
        for (nth, at) in
            order::sorted(tools.len(), &mut |a, b| rank(a).cmp(&rank(b))).into_iter().enumerate()
        {
            if nth == 0 || tools[first].name != tools[at].name {
                first = at;
            } else if tools[at].framed && !tools[first].framed {
                reasons[at] = Some("same name in the top document");
            } else {
                reasons[at] = Some("same name as another tool");
            }
        }
        for (at, tool) in tools.into_iter().enumerate() {
            match reasons[at] {
                Some(reason) => self.drop_tool(&tool.name, reason),
                None => self.tools.push(tool),
            }
        }
    }
}

/// A tool as the shell found it.
fn read(entry: &Value) -> Result<Tool, &'static str> {
    let mut definition = Definition::default();
    let (mut handle, mut origin, mut source) = (0, String::new(), String::new());
    let (mut framed, mut waits_for_submit) = (false, false);
    let mut members = Members::of(entry);
    members.read("handle", &mut handle);
    members.read("name", &mut definition.name);
    members.read_or("title", &mut definition.title);
    members.read_or("description", &mut definition.description);
    members.read_or("origin", &mut origin);
    members.read_or("source", &mut source);
    members.read_or("framed", &mut framed);
    members.read_or("waitsForSubmit", &mut waits_for_submit);
    members.done().map_err(|_| "not a tool")?;
    if !is_name(&definition.name) {
        return Err("not a valid name");
    }
    if let Some(annotations) = entry.get("annotations") {
        if annotations.get("debugging").and_then(Value::as_bool) == Some(true) {
            return Err("debugging");
        }
        definition.hints = hints(annotations, &source);
    }
    definition.input_schema = schema(entry.get("inputSchema"))?;
    let tool = Tool::new(Handle(handle), definition);
    Ok(Tool { origin, source, framed, waits_for_submit, ..tool })
}

/// WebMCP's own rule: 1 to 128 of ASCII letters, digits, `_`, `-` and `.`.
fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    (1..=NAME_CHARS).contains(&name.len()) && name.bytes().all(allowed)
}

/// A schema is an object, or JSON text of one: so the shell sends it, and so Chromium gave it before
/// 154. One that is no JSON checks nothing, so it is as good as none; one that is only too much for us
/// would go unchecked, so its tool is left out.
fn schema(raw: Option<&Value>) -> Result<Option<Value>, &'static str> {
    match raw {
        Some(Value::Object(_)) => Ok(raw.cloned()),
        Some(Value::String(text)) => match json::parse(text) {
            Ok(value @ Value::Object(_)) => Ok(Some(value)),
            Err(error) if matches!(error.problem, Problem::TooDeep | Problem::TooLarge) => {
                Err("its schema is too large or nests too deeply")
            }
            _ => Ok(None),
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

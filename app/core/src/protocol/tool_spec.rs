//! A tool as a model sees it.

use super::reply::MAX_VALUE_DEPTH;
use crate::json::{Object, Value};
use crate::text::one_line;
use crate::tool::Tool;
use crate::wire::{Members, Read, WireError, Write, put};

/// Code points of a tool's title that a model reads.
const MAX_TITLE: usize = 120;

/// Code points of a tool's description that a model reads, its title included: what the strictest
/// provider takes.
const MAX_DESCRIPTION: usize = 1024;

/// A tool as a model sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// The page's name for it.
    pub name: String,
    /// Folded to one line and capped; the title goes in front where there is one.
    pub description: String,
    /// Always an object schema.
    pub input_schema: Value,
}

impl ToolSpec {
    /// What a model is told of a tool. The name stays as it is, since it must be found again.
    #[must_use]
    pub fn from_tool(tool: &Tool) -> Self {
        let title = one_line(&tool.title, MAX_TITLE);
        let words = one_line(&tool.description, MAX_DESCRIPTION);
        let description = if title.is_empty() || words.starts_with(&title) {
            words
        } else if words.is_empty() {
            title
        } else {
            one_line(&[&title, ": ", &words].concat(), MAX_DESCRIPTION)
        };
        Self {
            name: tool.name.clone(),
            description,
            input_schema: object_schema(tool.input_schema.as_ref()),
        }
    }
}

impl Write for ToolSpec {
    fn write(&self, out: &mut String) {
        out.push('{');
        put(out, "name", &self.name);
        put(out, "description", &self.description);
        put(out, "inputSchema", &self.input_schema);
        out.push('}');
    }
}

impl Read for ToolSpec {
    fn blank() -> Self {
        Self { name: String::new(), description: String::new(), input_schema: Value::Null }
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        let mut members = Members::of(value);
        members.read("name", &mut self.name);
        members.read_or("description", &mut self.description);
        self.input_schema = object_schema(value.get("inputSchema"));
        members.done()
    }
}

/// The schema, when it is one for objects; `{"type":"object"}` for anything else. A schema that
/// names no type gets it, since arguments are always an object and providers insist; one so deep
/// that no proxy would read the request is given up, lest it fail all other tools.
fn object_schema(schema: Option<&Value>) -> Value {
    let is_object = |kind: &Value| kind.as_str() == Some("object");
    let mut members = match schema {
        Some(Value::Object(members)) if members.depth() <= MAX_VALUE_DEPTH => members.clone(),
        _ => Object::new(),
    };
    let fits = match members.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is_object),
        Some(kind) => is_object(kind),
        None => true,
    };
    if !fits {
        members = Object::new();
    }
    members.set_or_lead("type", "object".into());
    Value::Object(members)
}

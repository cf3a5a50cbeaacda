//! A tool as the panel names it.

use site_agent_core::Tool;
use site_agent_core::json::{self, Value};
use site_agent_core::text::one_line;

/// Code points of a tool's name in the log.
const MAX_CHARS: usize = 120;

/// What the panel says of a tool.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    /// The name that calls use.
    pub(crate) name: String,
    /// The title, one line; empty when the page gave none.
    pub(crate) title: String,
    /// Whether it only looks things up.
    pub(crate) read_only: bool,
}

impl Face {
    /// A tool that nothing else is known of.
    pub(crate) fn of_name(name: &str) -> Self {
        Self { name: name.to_owned(), title: String::new(), read_only: false }
    }

    /// The title, or the name.
    pub(crate) fn shown(&self) -> String {
        if self.title.is_empty() { one_line(&self.name, MAX_CHARS) } else { self.title.clone() }
    }
}

impl From<&Tool> for Face {
    fn from(tool: &Tool) -> Self {
        Self {
            name: tool.name.clone(),
            title: one_line(&tool.title, MAX_CHARS),
            read_only: tool.hints.and_then(|hints| hints.read_only) == Some(true),
        }
    }
}

/// Reads `[{name, title, readOnly}]`.
pub(crate) fn parse(tools: &str) -> Vec<Face> {
    let tools = json::parse(tools).unwrap_or(Value::Null);
    let word =
        |tool: &Value, key| tool.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let face = |tool| Face {
        name: word(tool, "name"),
        title: one_line(&word(tool, "title"), MAX_CHARS),
        read_only: tool.get("readOnly").and_then(Value::as_bool) == Some(true),
    };
    tools.as_array().unwrap_or_default().iter().map(face).collect()
}

//! A model's reply, whole.

use std::error::Error;
use std::fmt;

use crate::json::{self, Object, Value};
use crate::wire::{Members, WireError, Write, put, text_of};

/// Levels that values from outside may have where they travel on inside requests, traces and
/// snapshots: a reply's `arguments` and `meta`, a tool's schema, a result's `_meta`. Half of what
/// a text may have, so that whatever holds them can be read back.
pub const MAX_VALUE_DEPTH: usize = json::MAX_DEPTH / 2;

/// A model's reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It wants a tool called.
    Call {
        /// The tool.
        name: String,
        /// The arguments.
        arguments: Object,
        /// What it said before the call.
        text: String,
        /// What the provider wants back verbatim.
        meta: Option<Value>,
        /// The model that answered, when the adapter says so.
        model: Option<String>,
        /// Tokens, when known: `{input, output}`.
        usage: Option<Value>,
    },
    /// It answers.
    Answer {
        /// The text.
        text: String,
        /// What the provider wants back verbatim.
        meta: Option<Value>,
        /// The model that answered, when the adapter says so.
        model: Option<String>,
        /// Tokens, when known: `{input, output}`.
        usage: Option<Value>,
    },
}

/// Why a reply cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadReply {
    /// `type` is neither `tool` nor `answer`.
    Kind,
    /// A call of no tool.
    Nameless,
    /// Arguments that are no object, nor text that holds one.
    Arguments,
    /// An answer of nothing.
    Empty,
    /// `arguments`, `meta` or `usage` of more than [`MAX_VALUE_DEPTH`] levels.
    TooDeep,
    /// A field of the wrong kind.
    Form(WireError),
}

impl fmt::Display for BadReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

impl BadReply {
    /// Why, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let words = match self {
            Self::Kind => "the reply is neither a tool call nor an answer",
            Self::Nameless => "the reply calls a tool without naming it",
            Self::Arguments => "the arguments of the call are not a JSON object",
            Self::Empty => "the answer is empty",
            Self::TooDeep => "the reply is nested too deeply",
            Self::Form(error) => {
                return ["the reply does not have the form of one: ", &error.words()].concat();
            }
        };
        words.to_owned()
    }
}

impl Error for BadReply {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let Self::Form(error) = self { Some(error) } else { None }
    }
}

impl From<WireError> for BadReply {
    fn from(error: WireError) -> Self {
        Self::Form(error)
    }
}

impl BadReply {
    /// The same for a person.
    #[must_use]
    pub fn sentence(&self) -> String {
        unusable(&self.words())
    }
}

/// That a reply cannot be used, for a person.
#[must_use]
pub fn unusable(problem: &str) -> String {
    ["The model's reply cannot be used: ", problem, "."].concat()
}

impl Reply {
    /// Reads a reply. Arguments that are absent, `null` or empty text are `{}`; text that holds
    /// an object is read once.
    pub fn from_value(value: &Value) -> Result<Self, BadReply> {
        let mut members = Members::of(value);
        let (mut text, mut name) = (String::new(), String::new());
        let (mut meta, mut usage, mut model) = (None::<Value>, None::<Value>, None::<String>);
        members.read_or("text", &mut text);
        members.read("meta", &mut meta);
        members.read("usage", &mut usage);
        members.read("model", &mut model);
        let kind = value.get("type").and_then(Value::as_str);
        if kind == Some("tool") {
            members.read_or("name", &mut name);
        }
        members.done()?;
        if [&meta, &usage].into_iter().flatten().any(|value| value.depth() > MAX_VALUE_DEPTH) {
            return Err(BadReply::TooDeep);
        }
        match kind {
            Some("tool") if name.trim().is_empty() => Err(BadReply::Nameless),
            Some("tool") => {
                let arguments = arguments_of(value.get("arguments"))?;
                Ok(Self::Call { name, arguments, text, meta, model, usage })
            }
            Some("answer") if text.trim().is_empty() => Err(BadReply::Empty),
            Some("answer") => Ok(Self::Answer { text, meta, model, usage }),
            _ => Err(BadReply::Kind),
        }
    }

    /// Protocol 1's form.
    #[must_use]
    pub fn to_text(&self) -> String {
        text_of(self)
    }
}

impl Write for Reply {
    fn write(&self, out: &mut String) {
        out.push('{');
        let (meta, model, usage) = match self {
            Self::Call { name, arguments, text, meta, model, usage } => {
                put(out, "type", &"tool");
                put(out, "name", name);
                put(out, "arguments", arguments);
                if !text.is_empty() {
                    put(out, "text", text);
                }
                (meta, model, usage)
            }
            Self::Answer { text, meta, model, usage } => {
                put(out, "type", &"answer");
                put(out, "text", text);
                (meta, model, usage)
            }
        };
        put(out, "meta", meta);
        put(out, "model", model);
        put(out, "usage", usage);
        out.push('}');
    }
}

/// The arguments of a call as models and adapters give them.
pub(super) fn arguments_of(value: Option<&Value>) -> Result<Object, BadReply> {
    match value {
        None | Some(Value::Null) => Ok(Object::new()),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(Object::new()),
        Some(Value::String(text)) => match json::parse(text) {
            Ok(Value::Null) => Ok(Object::new()),
            Ok(Value::Object(object)) => bounded(object),
            _ => Err(BadReply::Arguments),
        },
        Some(Value::Object(object)) => bounded(object.clone()),
        Some(_) => Err(BadReply::Arguments),
    }
}

fn bounded(object: Object) -> Result<Object, BadReply> {
    if object.depth() > MAX_VALUE_DEPTH { Err(BadReply::TooDeep) } else { Ok(object) }
}

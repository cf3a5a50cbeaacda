//! A request to a model.

use thiserror::Error;

use super::message::{message_from_value, message_to_value};
use super::tool_spec::ToolSpec;
use crate::json::{Object, Value};
use crate::message::Message;
use crate::wire::{Wire, WireError, object_of, take};

/// The version of the protocol.
pub const VERSION: u64 = 1;

/// A request to a model: `POST /api/agent`, or an adapter's `respond`.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The site's own extra only; the built-in rules are added by the server or the local adapter.
    pub instructions: String,
    /// The history, fitted to the caps.
    pub messages: Vec<Message>,
    /// The tools on offer.
    pub tools: Vec<ToolSpec>,
}

/// Why a request cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadRequest {
    /// `version` is not 1.
    #[error("this server speaks version 1 of the protocol")]
    Version,
    /// Not a request.
    #[error("not a request of protocol 1: {0}")]
    Form(#[from] WireError),
}

impl Request {
    /// Protocol 1's form.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut object = Object::new();
        object.insert("version", VERSION);
        object.insert("instructions", self.instructions.as_str());
        object.insert("messages", self.messages.iter().map(message_to_value).collect::<Value>());
        object.insert("tools", self.tools.to_value());
        Value::Object(object)
    }

    /// Protocol 1's form as text: the body of `POST /api/agent`.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_value().to_text()
    }

    /// Reads a request. `instructions` and `tools` may be absent.
    pub fn from_value(value: &Value) -> Result<Self, BadRequest> {
        let object = object_of(value)?;
        if object.get("version").and_then(Value::as_u64) != Some(VERSION) {
            return Err(BadRequest::Version);
        }
        let messages: Vec<Value> = take(object, "messages")?;
        let read = |(nth, message): (usize, &Value)| {
            message_from_value(message)
                .map_err(|error| error.within(&nth.to_string()).within("messages"))
        };
        Ok(Self {
            instructions: super::reply::optional_text(object, "instructions")?,
            messages: messages.iter().enumerate().map(read).collect::<Result<_, _>>()?,
            tools: take::<Option<_>>(object, "tools")?.unwrap_or_default(),
        })
    }
}

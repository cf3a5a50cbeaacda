//! A request to a model.

use thiserror::Error;

use super::message::{message_from_value, message_to_value};
use super::tool_spec::ToolSpec;
use crate::json::{Object, Value};
use crate::message::Message;
use crate::wire::{Members, Read, WireError};

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
        object.put("tools", &self.tools);
        Value::Object(object)
    }

    /// Protocol 1's form as text: the body of `POST /api/agent`.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_value().to_text()
    }

    /// Reads a request. `instructions` and `tools` may be absent.
    pub fn from_value(value: &Value) -> Result<Self, BadRequest> {
        if let Value::Object(object) = value
            && object.get("version").and_then(Value::as_u64) != Some(VERSION)
        {
            return Err(BadRequest::Version);
        }
        let mut members = Members::of(value);
        let (mut instructions, mut messages, mut tools) = (String::new(), Vec::new(), Vec::new());
        members.read("messages", &mut messages);
        members.read_or("instructions", &mut instructions);
        members.read_or("tools", &mut tools);
        members.done()?;
        let messages = messages.into_iter().map(|Told(message)| message).collect();
        Ok(Self { instructions, messages, tools })
    }
}

/// A message in protocol 1's form.
struct Told(Message);

impl Read for Told {
    fn blank() -> Self {
        Self(Message::blank())
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        self.0 = message_from_value(value)?;
        Ok(())
    }
}

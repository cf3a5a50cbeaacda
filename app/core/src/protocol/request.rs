//! A request to a model.

use thiserror::Error;

use super::message::{History, message_from_value};
use super::tool_spec::ToolSpec;
use crate::json::Value;
use crate::message::Message;
use crate::wire::{Members, Read, WireError, Write, put, text_of};

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
    /// Protocol 1's form: the body of `POST /api/agent`.
    #[must_use]
    pub fn to_text(&self) -> String {
        text_of(self)
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
        let messages = messages.into_iter().map(|Heard(message)| message).collect();
        Ok(Self { instructions, messages, tools })
    }
}

impl Write for Request {
    fn write(&self, out: &mut String) {
        out.push('{');
        put(out, "version", &VERSION);
        put(out, "instructions", &self.instructions);
        put(out, "messages", &History(&self.messages));
        put(out, "tools", &self.tools);
        out.push('}');
    }
}

/// A message in protocol 1's form, on its way in.
struct Heard(Message);

impl Read for Heard {
    fn blank() -> Self {
        Self(Message::blank())
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        self.0 = message_from_value(value)?;
        Ok(())
    }
}

//! A message of the history on the wire.
//!
//! The wire tells less than the session knows: of a result's outcome only whether it is an error
//! (`isError`), since that is all a model can be told apart from the text.

use super::reply::arguments_of;
use crate::call::Call;
use crate::json::Value;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::text::one_line;
use crate::wire::{Members, Read, WireError, Write, put, text_of};

/// A message in protocol 1's form, on its way out.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a>(pub &'a Message);

impl Told<'_> {
    /// Compact JSON text.
    #[must_use]
    pub fn to_text(self) -> String {
        text_of(&self)
    }
}

impl Write for Told<'_> {
    fn write(&self, out: &mut String) {
        out.push('{');
        match self.0 {
            Message::User { text } => {
                put(out, "role", &"user");
                put(out, "text", text);
            }
            Message::Answer { text, meta } => {
                put(out, "role", &"assistant");
                put(out, "text", text);
                put(out, "meta", meta);
            }
            Message::Call { call, text, meta } => {
                put(out, "role", &"assistant");
                if !text.is_empty() {
                    put(out, "text", text);
                }
                put(out, "tool", &Wanted { call, meta });
            }
            Message::Result { id, name, text, outcome } => {
                put(out, "role", &"tool");
                put(out, "id", id);
                put(out, "name", name);
                put(out, "text", text);
                if outcome.is_error() {
                    put(out, "isError", &true);
                }
            }
        }
        out.push('}');
    }
}

/// A call on its way out, with what its provider wants back.
struct Wanted<'a> {
    call: &'a Call,
    meta: &'a Option<Value>,
}

impl Write for Wanted<'_> {
    fn write(&self, out: &mut String) {
        out.push('{');
        put(out, "id", &self.call.id);
        put(out, "name", &self.call.name);
        put(out, "arguments", &self.call.arguments);
        put(out, "meta", self.meta);
        out.push('}');
    }
}

/// Messages in protocol 1's form, on their way out.
pub(crate) struct History<'a>(pub(crate) &'a [Message]);

impl Write for History<'_> {
    fn write(&self, out: &mut String) {
        let told: Vec<_> = self.0.iter().map(Told).collect();
        told.write(out);
    }
}

/// Reads a message in protocol 1's form. A result's outcome is `Error` or `Ok`.
pub fn message_from_value(value: &Value) -> Result<Message, WireError> {
    let mut members = Members::of(value);
    let mut text = String::new();
    let message = match members.tag("role") {
        "user" => {
            members.read("text", &mut text);
            Message::User { text }
        }
        "assistant" => {
            let mut tool: Option<Asked> = None;
            members.read("tool", &mut tool);
            if let Some(Asked { call, meta }) = tool {
                members.read_or("text", &mut text);
                Message::Call { call, text, meta }
            } else {
                let mut meta = None;
                members.read("text", &mut text);
                members.read("meta", &mut meta);
                Message::Answer { text, meta }
            }
        }
        "tool" => {
            let (mut id, mut name, mut is_error) = (String::new(), String::new(), false);
            members.read("id", &mut id);
            members.read("name", &mut name);
            members.read("text", &mut text);
            members.read_or("isError", &mut is_error);
            let outcome = if is_error { Outcome::Error } else { Outcome::Ok };
            Message::Result { id, name, text, outcome }
        }
        other => {
            let words = ["expected user, assistant or tool, got ", &one_line(other, 40)];
            members.keep("role", Err(WireError::new(words.concat())));
            Message::User { text }
        }
    };
    members.done().map(|()| message)
}

/// A call with what its provider wants back.
struct Asked {
    call: Call,
    meta: Option<Value>,
}

impl Read for Asked {
    fn blank() -> Self {
        Self { call: Call::blank(), meta: None }
    }

    fn read(&mut self, value: &Value) -> Result<(), WireError> {
        let Self { call, meta } = self;
        let mut members = Members::of(value);
        let arguments = arguments_of(value.get("arguments"));
        members.keep(
            "arguments",
            arguments
                .map(|arguments| call.arguments = arguments)
                .map_err(|error| WireError::new(error.words())),
        );
        members.read("id", &mut call.id);
        members.read("name", &mut call.name);
        members.read("meta", meta);
        members.done()
    }
}

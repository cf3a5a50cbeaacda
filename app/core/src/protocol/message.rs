//! A message of the history on the wire.
//!
//! The wire tells less than the session knows: of a result's outcome only whether it is an error
//! (`isError`), since that is all a model can be told apart from the text.

use super::reply::{arguments_of, optional_text};
use crate::call::Call;
use crate::json::{Object, Value};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::wire::{WireError, object_of, put, tag_of, take, take_or};

/// A message in protocol 1's form.
#[must_use]
pub fn message_to_value(message: &Message) -> Value {
    let mut object = Object::new();
    match message {
        Message::User { text } => {
            object.insert("role", "user");
            put(&mut object, "text", text);
        }
        Message::Answer { text, meta } => {
            object.insert("role", "assistant");
            put(&mut object, "text", text);
            put(&mut object, "meta", meta);
        }
        Message::Call { call, text, meta } => {
            object.insert("role", "assistant");
            if !text.is_empty() {
                put(&mut object, "text", text);
            }
            let mut tool = Object::new();
            put(&mut tool, "id", &call.id);
            put(&mut tool, "name", &call.name);
            put(&mut tool, "arguments", &call.arguments);
            put(&mut tool, "meta", meta);
            object.insert("tool", tool);
        }
        Message::Result { id, name, text, outcome } => {
            object.insert("role", "tool");
            put(&mut object, "id", id);
            put(&mut object, "name", name);
            put(&mut object, "text", text);
            if outcome.is_error() {
                object.insert("isError", true);
            }
        }
    }
    Value::Object(object)
}

/// Reads a message in protocol 1's form. A result's outcome is `Error` or `Ok`.
pub fn message_from_value(value: &Value) -> Result<Message, WireError> {
    let object = object_of(value)?;
    match tag_of(object, "role")? {
        "user" => Ok(Message::User { text: take(object, "text")? }),
        "assistant" => match object.get("tool") {
            None | Some(Value::Null) => {
                Ok(Message::Answer { text: take(object, "text")?, meta: take(object, "meta")? })
            }
            Some(tool) => {
                let call = call_from_value(tool).map_err(|error| error.within("tool"))?;
                let meta = take(object_of(tool)?, "meta")?;
                Ok(Message::Call { call, text: optional_text(object, "text")?, meta })
            }
        },
        "tool" => Ok(Message::Result {
            id: take(object, "id")?,
            name: take(object, "name")?,
            text: take(object, "text")?,
            outcome: if take_or(object, "isError", || false)? {
                Outcome::Error
            } else {
                Outcome::Ok
            },
        }),
        other => {
            let role = crate::text::one_line(other, 40);
            Err(WireError::new(format!("expected user, assistant or tool, got {role}"))
                .within("role"))
        }
    }
}

fn call_from_value(tool: &Value) -> Result<Call, WireError> {
    let object = object_of(tool)?;
    let arguments = arguments_of(object.get("arguments"))
        .map_err(|error| WireError::new(error.to_string()).within("arguments"))?;
    Ok(Call { id: take(object, "id")?, name: take(object, "name")?, arguments })
}

//! The stream of Responses: text in pieces, items when each is whole, then the whole response.

use serde_json::{Value, json};

use crate::provider::loose::Loose as _;
use crate::provider::openai::fault_within;
use crate::provider::pieces::event;
use crate::provider::{Fault, Heard, Pieces};

/// A response on its way in.
#[derive(Default)]
pub(in crate::provider) struct Stream {
    /// Items that are whole.
    items: Vec<Value>,
    response: Value,
}

impl Pieces for Stream {
    fn take(&mut self, data: &[u8]) -> Result<Heard, Fault> {
        if data.trim_ascii() == b"[DONE]" {
            return Ok(Heard::End);
        }
        let mut event = event(data)?;
        match event["type"].as_str() {
            Some("response.output_text.delta") => {
                Ok(Heard::said(event["delta"].as_str().unwrap_or_default()))
            }
            Some("response.output_item.done") => {
                self.items.push(event.taken("item"));
                Ok(Heard::Nothing)
            }
            Some("response.completed" | "response.incomplete" | "response.failed") => {
                self.response = event.taken("response");
                Ok(Heard::End)
            }
            Some("error") => {
                Err(fault_within(if event["error"].is_object() { &event["error"] } else { &event }))
            }
            None if !event["error"].is_null() => Err(fault_within(&event["error"])),
            // Beginnings, arguments in pieces, and kinds that may join at any time.
            _ => Ok(Heard::Nothing),
        }
    }

    fn whole(&mut self) -> Result<Value, Fault> {
        if !self.response.is_object() {
            return Err(Fault::CutOff);
        }
        let mut response = self.response.take();
        // Some servers leave out at the end what they said before.
        if response["output"].as_array().is_none_or(Vec::is_empty) {
            *response.slot("output") = json!(std::mem::take(&mut self.items));
        }
        Ok(response)
    }
}

//! OpenAI's stream: chunks of a message, its calls in pieces by index, then `[DONE]`.

use serde_json::{Value, json};

use crate::provider::loose::Loose as _;
use crate::provider::pieces::{append, event};
use crate::provider::{Fault, Heard, Pieces};

/// A message on its way in.
#[derive(Default)]
pub(in crate::provider) struct Stream {
    model: Value,
    usage: Value,
    content: String,
    refusal: Value,
    /// Each with the index by which its pieces name it.
    calls: Vec<(Option<u64>, Value)>,
    finish_reason: Value,
    started: bool,
    ended: bool,
}

impl Pieces for Stream {
    fn take(&mut self, data: &[u8]) -> Result<Heard, Fault> {
        if data.trim_ascii() == b"[DONE]" {
            self.ended = true;
            return Ok(Heard::End);
        }
        let mut event = event(data)?;
        if !event["error"].is_null() {
            return Err(super::fault_within(&event["error"]));
        }
        for (known, key) in [(&mut self.model, "model"), (&mut self.usage, "usage")] {
            if !event[key].is_null() {
                *known = event.taken(key);
            }
        }
        let Some(mut choice) = event.slot("choices").get_mut(0).map(Value::take) else {
            // Only the usage.
            return Ok(Heard::Nothing);
        };
        self.started = true;
        if choice["finish_reason"].is_string() {
            self.finish_reason = choice.taken("finish_reason");
        }
        let delta = choice.slot("delta");
        append(&mut self.refusal, &delta["refusal"]);
        if let Value::Array(calls) = delta.taken("tool_calls") {
            for call in calls {
                self.grow(call);
            }
        }
        let said = super::content(&delta["content"]);
        self.content.push_str(&said);
        Ok(Heard::said(said))
    }

    fn whole(&mut self) -> Result<Value, Fault> {
        // Some servers name no reason, some send no `[DONE]`; without either it was cut.
        if self.finish_reason.is_null() && !self.ended {
            return Err(Fault::CutOff);
        }
        let calls: Vec<Value> = self.calls.drain(..).map(|(_, call)| call).collect();
        let choices = if self.started {
            json!([{
                "finish_reason": self.finish_reason.take(),
                "message": {
                    "content": std::mem::take(&mut self.content), "refusal": self.refusal.take(), "tool_calls": calls,
                },
            }])
        } else {
            json!([])
        };
        Ok(json!({ "model": self.model.take(), "usage": self.usage.take(), "choices": choices }))
    }
}

impl Stream {
    /// Takes a piece of a call in: of the call with its index, or of a new one. Some servers give
    /// every call the same index, or none at all; then a new id and name begin a new call.
    fn grow(&mut self, mut piece: Value) {
        let index = piece["index"].as_u64();
        let id = piece["id"].as_str().filter(|id| !id.is_empty());
        let begins = id.is_some() && piece["function"]["name"].is_string();
        let known = match index {
            Some(_) => self.calls.iter_mut().rev().find(|(known, _)| *known == index),
            None => self.calls.last_mut(),
        };
        match known {
            Some((_, call)) if !begins || call["id"].as_str() == id => {
                append(call.slot("function").slot("name"), &piece["function"]["name"]);
                match &piece["function"]["arguments"] {
                    Value::Object(_) => {
                        *call.slot("function").slot("arguments") =
                            piece.slot("function").taken("arguments");
                    }
                    text => append(call.slot("function").slot("arguments"), text),
                }
            }
            _ => self.calls.push((index, piece)),
        }
    }
}

//! Gemini's stream: each event is a reply with the parts that are new.

use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use crate::provider::loose::Loose as _;
use crate::provider::pieces::event;
use crate::provider::{Fault, Heard, Pieces};

/// A reply on its way in.
#[derive(Default)]
pub(in crate::provider) struct Stream {
    parts: Vec<Value>,
    finish_reason: Value,
    feedback: Value,
    model: Value,
    usage: Value,
    started: bool,
}

impl Pieces for Stream {
    fn take(&mut self, data: &[u8]) -> Result<Heard, Fault> {
        let mut event = event(data)?;
        if let Some(first) = event.get_mut(0).map(Value::take) {
            event = first;
        }
        if !event["error"].is_null() {
            let number = event["error"]["code"].as_u64().and_then(|code| u16::try_from(code).ok());
            let status = number.and_then(|number| StatusCode::from_u16(number).ok());
            let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return Err(super::fault(status, &HeaderMap::new(), &event.to_string().into()));
        }
        for (known, key) in [
            (&mut self.feedback, "promptFeedback"),
            (&mut self.model, "modelVersion"),
            (&mut self.usage, "usageMetadata"),
        ] {
            if !event[key].is_null() {
                *known = event.taken(key);
            }
        }
        let Some(mut candidate) = event.slot("candidates").get_mut(0).map(Value::take) else {
            return Ok(Heard::Nothing);
        };
        self.started = true;
        if candidate["finishReason"].is_string() {
            self.finish_reason = candidate.taken("finishReason");
        }
        let mut said = String::new();
        if let Value::Array(parts) = candidate.slot("content").taken("parts") {
            for part in parts {
                if part["thought"] != true {
                    said.push_str(part["text"].as_str().unwrap_or_default());
                }
                self.parts.push(part);
            }
        }
        Ok(Heard::said(said))
    }

    fn whole(&mut self) -> Result<Value, Fault> {
        let blocked = self.feedback["blockReason"].is_string();
        if self.finish_reason.is_null() && !blocked {
            return Err(Fault::CutOff);
        }
        let parts = std::mem::take(&mut self.parts);
        let candidate =
            json!({ "content": { "parts": parts }, "finishReason": self.finish_reason.take() });
        Ok(json!({
            "promptFeedback": self.feedback.take(),
            "modelVersion": self.model.take(),
            "usageMetadata": self.usage.take(),
            "candidates": if self.started { json!([candidate]) } else { json!([]) },
        }))
    }
}

//! Anthropic's stream: blocks that begin, grow and end between `message_start` and `message_stop`.

use http::StatusCode;
use serde_json::Value;

use crate::provider::loose::Loose as _;
use crate::provider::pieces::{append, event};
use crate::provider::{Fault, Heard, Pieces};

/// A message on its way in.
#[derive(Default)]
pub(in crate::provider) struct Stream {
    message: Value,
    /// Each with the index by which its pieces name it.
    blocks: Vec<(Value, Value)>,
    stop_reason: Value,
    ended: bool,
}

impl Pieces for Stream {
    fn take(&mut self, data: &[u8]) -> Result<Heard, Fault> {
        let mut event = event(data)?;
        match event["type"].as_str() {
            Some("message_start") => {
                let started = event.taken("message");
                // Some gateways send a second one; what is in hand already stays.
                if self.message.is_null() {
                    self.message = started;
                }
            }
            Some("content_block_start") => {
                let mut block = event.taken("content_block");
                let mut heard = Heard::Nothing;
                match block["type"].as_str() {
                    Some("text") => {
                        heard = Heard::said(block["text"].as_str().unwrap_or_default());
                    }
                    // It begins as `{}` and grows as text.
                    Some("tool_use") => *block.slot("input") = Value::Null,
                    _ => {}
                }
                self.blocks.push((event.taken("index"), block));
                return Ok(heard);
            }
            Some("content_block_delta") => return Ok(self.grow(&event)),
            Some("message_delta") => {
                if event["delta"]["stop_reason"].is_string() {
                    self.stop_reason = event.slot("delta").taken("stop_reason");
                }
                if let Value::Object(usage) = event.taken("usage") {
                    for (key, count) in usage {
                        *self.message.slot("usage").slot(&key) = count;
                    }
                }
            }
            Some("message_stop") => {
                self.ended = true;
                return Ok(Heard::End);
            }
            Some("error") => return Err(fault(&event["error"])),
            // `ping`, the end of a block, and kinds that may join at any time.
            _ => {}
        }
        Ok(Heard::Nothing)
    }

    fn whole(&mut self) -> Result<Value, Fault> {
        if !self.ended {
            return Err(Fault::CutOff);
        }
        let mut message = self.message.take();
        *message.slot("stop_reason") = self.stop_reason.take();
        *message.slot("content") = self.blocks.drain(..).map(|(_, block)| block).collect();
        Ok(message)
    }
}

impl Stream {
    fn grow(&mut self, event: &Value) -> Heard {
        // The last of that index: a message that was started twice counts from 0 again.
        let found = self.blocks.iter_mut().rev().find(|(index, _)| *index == event["index"]);
        let Some((_, block)) = found else {
            return Heard::Nothing;
        };
        let delta = &event["delta"];
        match delta["type"].as_str() {
            Some("text_delta") if block["type"] == "text" => {
                append(block.slot("text"), &delta["text"]);
                return Heard::said(delta["text"].as_str().unwrap_or_default());
            }
            Some("input_json_delta") => append(block.slot("input"), &delta["partial_json"]),
            Some("thinking_delta") => append(block.slot("thinking"), &delta["thinking"]),
            Some("signature_delta") => append(block.slot("signature"), &delta["signature"]),
            _ => {}
        }
        Heard::Nothing
    }
}

/// An error in the middle has no status of its own.
fn fault(error: &Value) -> Fault {
    match error["type"].as_str() {
        Some("overloaded_error" | "rate_limit_error") => Fault::Overloaded(None),
        _ => Fault::Upstream(StatusCode::INTERNAL_SERVER_ERROR),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Stream;
    use crate::provider::{Fault, Heard, Pieces as _};

    #[test]
    fn blocks_of_a_message_started_twice_do_not_run_together() {
        let mut stream = Stream::default();
        for event in [
            json!({ "type": "message_start", "message": { "model": "claude-x", "usage": { "input_tokens": 3 } } }),
            json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
            json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": "One." } }),
            json!({ "type": "message_start", "message": { "model": "claude-y", "content": [] } }),
            json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "tool_use", "name": "a", "input": {} } }),
            json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "input_json_delta", "partial_json": "" } }),
            json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" }, "usage": { "output_tokens": 7 } }),
        ] {
            assert_ne!(stream.take(event.to_string().as_bytes()).expect("fine"), Heard::End);
        }
        assert!(matches!(stream.whole(), Err(Fault::CutOff)), "before its last event");
        assert_eq!(stream.take(br#"{"type":"message_stop"}"#).expect("fine"), Heard::End);
        assert_eq!(
            stream.whole().expect("whole"),
            json!({
                "model": "claude-x", "usage": { "input_tokens": 3, "output_tokens": 7 },
                "stop_reason": "tool_use",
                "content": [{ "type": "text", "text": "One." }, { "type": "tool_use", "name": "a", "input": "" }],
            })
        );
    }
}

//! Anthropic's stream: blocks that begin, grow and end between `message_start` and `message_stop`.

use http::StatusCode;
use serde_json::{Value, json};

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
        let Some(mut at) = self.blocks.iter().rposition(|(index, _)| *index == event["index"])
        else {
            return Heard::Nothing;
        };
        let delta = &event["delta"];
        let is_said = delta["type"] == "text_delta" && self.blocks[at].1["type"] == "text";
        if is_said && at + 1 < self.blocks.len() {
            // Another block began meanwhile. What is heard later stands later.
            at = self.blocks.len();
            self.blocks.push((event["index"].clone(), json!({ "type": "text", "text": "" })));
        }
        let block = &mut self.blocks[at].1;
        match delta["type"].as_str() {
            Some("text_delta") if is_said => {
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
    fn words_stand_in_the_order_in_which_they_were_heard() {
        let mut stream = Stream::default();
        for (index, text) in [(0, "a"), (1, "b")] {
            let block = json!({ "type": "text", "text": text });
            let event =
                json!({ "type": "content_block_start", "index": index, "content_block": block });
            assert_eq!(stream.take(event.to_string().as_bytes()).expect("fine"), Heard::said(text));
        }
        for (index, text) in [(0, "c"), (0, "d"), (1, "e")] {
            let delta = json!({ "type": "text_delta", "text": text });
            let event = json!({ "type": "content_block_delta", "index": index, "delta": delta });
            assert_eq!(stream.take(event.to_string().as_bytes()).expect("fine"), Heard::said(text));
        }
        stream.take(br#"{"type":"message_stop"}"#).expect("fine");
        let whole = stream.whole().expect("whole");
        let blocks = whole["content"].as_array().expect("blocks");
        let words: String = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
        assert_eq!(words, "abcde");
    }

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

//! What a model says, in the form of each wire, whole and in pieces.

use serde_json::{Value, json};
use site_agent_gateway::Provider;

use crate::fake::{Answer, Tail};

/// How a model is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    Anthropic,
    Chat,
    Compatible,
    Responses,
    Gemini,
}

pub(crate) const WIRES: [Wire; 5] =
    [Wire::Anthropic, Wire::Chat, Wire::Compatible, Wire::Responses, Wire::Gemini];

/// A model's words, whatever the wire.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub(crate) text: &'static str,
    pub(crate) calls: Vec<Call>,
    pub(crate) end: End,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: &'static str,
    pub(crate) arguments: Arguments,
}

#[derive(Clone, Debug)]
pub(crate) enum Arguments {
    /// None at all: each wire has its own way to say so.
    None,
    /// A text that holds these, as far as it goes.
    Text(String),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum End {
    #[default]
    Done,
    /// Cut by the token limit.
    Cut,
    Refused,
}

impl Said {
    pub(crate) fn text(text: &'static str) -> Self {
        Self { text, ..Self::default() }
    }

    pub(crate) fn call(name: &'static str, arguments: &Value) -> Self {
        let arguments = Arguments::Text(arguments.to_string());
        Self { calls: vec![Call { name, arguments }], ..Self::default() }
    }

    pub(crate) fn ends(self, end: End) -> Self {
        Self { end, ..self }
    }

    /// As `wire` says it.
    pub(crate) fn on(&self, wire: Wire, streamed: bool) -> Answer {
        if streamed {
            let events = self.events(wire).iter().map(event).collect();
            Answer::Pieces(events, Tail::End)
        } else {
            Answer::Json(200, self.whole(wire))
        }
    }

    /// The whole stream as one text.
    pub(crate) fn stream(&self, wire: Wire) -> String {
        self.events(wire).iter().map(event).collect()
    }

    pub(crate) fn whole(&self, wire: Wire) -> Value {
        match wire {
            Wire::Anthropic => self.anthropic(),
            Wire::Chat | Wire::Compatible => self.chat(),
            Wire::Responses => self.responses(),
            Wire::Gemini => self.gemini(),
        }
    }

    fn anthropic(&self) -> Value {
        let mut content = Vec::new();
        if !self.text.is_empty() {
            content.push(json!({ "type": "text", "text": self.text }));
        }
        for (nth, call) in self.calls.iter().enumerate() {
            // Whole replies of this wire hold an object; what was cut is empty.
            let input = call.parsed().unwrap_or_else(|| json!({}));
            content.push(
                json!({ "type": "tool_use", "id": id(nth), "name": call.name, "input": input }),
            );
        }
        let reason = self.reason("end_turn", "tool_use", "max_tokens", "refusal");
        json!({ "type": "message", "model": "m", "stop_reason": reason, "content": content })
    }

    fn chat(&self) -> Value {
        let mut message = json!({ "role": "assistant", "content": Value::Null });
        if !self.text.is_empty() {
            message["content"] = self.text.into();
        }
        if !self.calls.is_empty() {
            let calls = self.calls.iter().enumerate();
            message["tool_calls"] = calls
                .map(|(nth, call)| {
                    json!({ "id": id(nth), "type": "function", "function": {
                    "name": call.name, "arguments": call.text() } })
                })
                .collect();
        }
        let reason = self.reason("stop", "tool_calls", "length", "content_filter");
        json!({ "model": "m", "choices": [{ "index": 0, "finish_reason": reason, "message": message }] })
    }

    fn responses(&self) -> Value {
        let mut output = Vec::new();
        if !self.text.is_empty() {
            output.push(json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": self.text }] }));
        }
        for (nth, call) in self.calls.iter().enumerate() {
            output.push(json!({ "type": "function_call", "call_id": id(nth), "name": call.name, "arguments": call.text() }));
        }
        let mut whole =
            json!({ "object": "response", "model": "m", "status": "completed", "output": output });
        let reason = match self.end {
            End::Done => return whole,
            End::Cut => "max_output_tokens",
            End::Refused => "content_filter",
        };
        whole["status"] = "incomplete".into();
        whole["incomplete_details"] = json!({ "reason": reason });
        whole
    }

    fn gemini(&self) -> Value {
        let mut parts = Vec::new();
        if !self.text.is_empty() {
            parts.push(json!({ "text": self.text }));
        }
        for call in &self.calls {
            let mut part = json!({ "name": call.name });
            if let Some(arguments) = call.parsed() {
                part["args"] = arguments;
            }
            parts.push(json!({ "functionCall": part }));
        }
        let reason = self.reason("STOP", "STOP", "MAX_TOKENS", "SAFETY");
        json!({ "modelVersion": "m", "candidates": [{ "finishReason": reason, "content": { "role": "model", "parts": parts } }] })
    }

    fn reason(
        &self,
        done: &'static str,
        called: &'static str,
        cut: &'static str,
        refused: &'static str,
    ) -> &'static str {
        match self.end {
            End::Done if self.calls.is_empty() => done,
            End::Done => called,
            End::Cut => cut,
            End::Refused => refused,
        }
    }

    fn events(&self, wire: Wire) -> Vec<Value> {
        let mut out = Vec::new();
        let halves = |text: &str| {
            let middle = (text.len() / 2..=text.len()).find(|at| text.is_char_boundary(*at));
            let (one, two) = text.split_at(middle.unwrap_or_default());
            [one.to_owned(), two.to_owned()]
        };
        match wire {
            Wire::Anthropic => {
                out.push(
                    json!({ "type": "message_start", "message": { "model": "m", "content": [] } }),
                );
                let mut index = 0;
                if !self.text.is_empty() {
                    out.push(json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }));
                    out.extend(halves(self.text).map(|text| json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": text } })));
                    index = 1;
                }
                for (nth, call) in self.calls.iter().enumerate() {
                    out.push(json!({ "type": "content_block_start", "index": index + nth, "content_block": { "type": "tool_use", "id": id(nth), "name": call.name, "input": {} } }));
                    out.extend(halves(&call.text()).map(|text| json!({ "type": "content_block_delta", "index": index + nth, "delta": { "type": "input_json_delta", "partial_json": text } })));
                    out.push(json!({ "type": "content_block_stop", "index": index + nth }));
                }
                let reason = self.anthropic()["stop_reason"].take();
                out.push(json!({ "type": "message_delta", "delta": { "stop_reason": reason } }));
                out.push(json!({ "type": "message_stop" }));
            }
            Wire::Chat | Wire::Compatible => {
                let mut deltas = vec![json!({ "role": "assistant", "content": "" })];
                deltas.extend(halves(self.text).map(|text| json!({ "content": text })));
                for (nth, call) in self.calls.iter().enumerate() {
                    deltas.push(json!({ "tool_calls": [{ "index": nth, "id": id(nth), "type": "function", "function": { "name": call.name, "arguments": "" } }] }));
                    deltas.extend(halves(&call.text()).map(|text| json!({ "tool_calls": [{ "index": nth, "function": { "arguments": text } }] })));
                }
                out.extend(deltas.into_iter().map(|delta| json!({ "model": "m", "choices": [{ "index": 0, "delta": delta, "finish_reason": Value::Null }] })));
                let reason = self.chat()["choices"][0]["finish_reason"].take();
                out.push(json!({ "model": "m", "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] }));
            }
            Wire::Responses => {
                out.push(
                    json!({ "type": "response.created", "response": { "status": "in_progress" } }),
                );
                if !self.text.is_empty() {
                    out.extend(halves(self.text).map(
                        |text| json!({ "type": "response.output_text.delta", "delta": text }),
                    ));
                }
                for (nth, call) in self.calls.iter().enumerate() {
                    out.extend(halves(&call.text()).map(|text| json!({ "type": "response.function_call_arguments.delta", "item_id": id(nth), "delta": text })));
                }
                let last = if self.end == End::Done { "completed" } else { "incomplete" };
                out.push(
                    json!({ "type": format!("response.{last}"), "response": self.responses() }),
                );
            }
            Wire::Gemini => {
                let mut whole = self.gemini();
                let candidate = &mut whole["candidates"][0];
                let reason = candidate["finishReason"].take();
                let parts = candidate["content"]["parts"].as_array().cloned().unwrap_or_default();
                out.extend(parts.into_iter().map(|part| json!({ "modelVersion": "m", "candidates": [{ "content": { "role": "model", "parts": [part] } }] })));
                out.push(
                    json!({ "modelVersion": "m", "candidates": [{ "finishReason": reason }] }),
                );
            }
        }
        out
    }
}

impl Call {
    pub(crate) fn text(&self) -> String {
        match &self.arguments {
            Arguments::None => String::new(),
            Arguments::Text(text) => text.clone(),
        }
    }

    fn parsed(&self) -> Option<Value> {
        serde_json::from_str(&self.text()).ok()
    }
}

impl Wire {
    pub(crate) fn provider(self) -> Provider {
        match self {
            Self::Anthropic => Provider::Anthropic,
            Self::Chat | Self::Responses => Provider::OpenAi,
            Self::Compatible => Provider::OpenAiCompatible,
            Self::Gemini => Provider::Gemini,
        }
    }
}

fn id(nth: usize) -> String {
    format!("call_{nth}")
}

fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

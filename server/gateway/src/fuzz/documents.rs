//! What a browser and what the providers send, made of choices.

use serde_json::{Value, json};

use super::choices::Choices;

/// Members of requests of protocol 1.
const REQUEST: [&str; 16] = [
    "version",
    "messages",
    "tools",
    "role",
    "text",
    "tool",
    "id",
    "name",
    "arguments",
    "meta",
    "isError",
    "inputSchema",
    "description",
    "user",
    "assistant",
    "a",
];

/// Keywords of schemas, and names of arguments.
const SCHEMA: [&str; 24] = [
    "type",
    "properties",
    "required",
    "items",
    "anyOf",
    "enum",
    "const",
    "$ref",
    "$defs",
    "additionalProperties",
    "pattern",
    "minimum",
    "object",
    "array",
    "string",
    "#/$defs/a",
    "#",
    "a",
    "user[email]",
    "user_email_",
    "größe",
    "a-b",
    "$schema",
    "prefixItems",
];

/// Members of the providers' replies and events.
const REPLY: [&str; 40] = [
    "type",
    "content",
    "text",
    "tool_use",
    "thinking",
    "signature",
    "input",
    "name",
    "id",
    "stop_reason",
    "usage",
    "input_tokens",
    "choices",
    "message",
    "delta",
    "tool_calls",
    "function",
    "arguments",
    "index",
    "finish_reason",
    "refusal",
    "error",
    "code",
    "candidates",
    "parts",
    "functionCall",
    "args",
    "thoughtSignature",
    "finishReason",
    "promptFeedback",
    "blockReason",
    "output",
    "call_id",
    "status",
    "response",
    "item",
    "function_call",
    "reasoning",
    "encrypted_content",
    "model",
];

const TOOLS: [&str; 7] = ["cart.add", "cart_add", "get_cart", "клик", "", "a b", "get_cart"];
const IDS: [&str; 5] = ["call_1", "call_2", "", "a b", "call_1"];

/// A request as a page might send it.
pub(super) fn request(choices: &mut Choices<'_>) -> Value {
    let count = 1 + choices.below(12);
    let messages: Vec<Value> = (0..count).map(|_| message(choices)).collect();
    let count = choices.below(5);
    let tools: Vec<Value> = (0..count)
        .map(|_| {
            let mut schema = json!({ "type": "object", "properties": { "a": {} } });
            if choices.is(2) {
                schema = choices.value(&SCHEMA, 5);
            } else {
                schema["properties"] = choices.value(&SCHEMA, 4);
                schema["required"] = json!([choices.pick(&SCHEMA), choices.pick(&SCHEMA)]);
            }
            json!({ "name": choices.pick(&TOOLS), "description": choices.text(), "inputSchema": schema })
        })
        .collect();
    let mut request = json!({ "version": 1, "messages": messages, "tools": tools });
    if choices.is(8) {
        choices.spoil(&mut request, &REQUEST);
    }
    request
}

fn message(choices: &mut Choices<'_>) -> Value {
    let mut message = match choices.below(4) {
        0 => json!({ "role": "user", "text": choices.text() }),
        1 => json!({ "role": "assistant", "text": choices.text() }),
        2 => {
            let mut tool = json!({ "id": choices.pick(&IDS), "name": choices.pick(&TOOLS) });
            if choices.is(2) {
                tool["arguments"] = choices.value(&SCHEMA, 3);
            }
            json!({ "role": "assistant", "text": choices.text(), "tool": tool })
        }
        _ => json!({ "role": "tool", "id": choices.pick(&IDS), "name": choices.pick(&TOOLS),
            "text": choices.text(), "isError": choices.is(2) }),
    };
    if choices.is(4) {
        let kept = choices.value(&REPLY, 3);
        message["meta"] = json!({ "anthropic": kept, "openai": kept, "gemini": kept });
    }
    message
}

/// A reply or an event that was whole, with something changed now and then.
pub(super) fn spoiled(choices: &mut Choices<'_>, mut whole: Value) -> Value {
    for _ in 0..choices.below(4) {
        choices.spoil(&mut whole, &REPLY);
    }
    whole
}

/// The events of a stream, some of them missing, doubled or changed.
pub(super) fn events(choices: &mut Choices<'_>, whole: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let end = choices.pick(&["\n", "\r\n", "\r"]);
    for event in whole.split("\n\n").filter(|event| !event.is_empty()) {
        let times = match choices.below(12) {
            0 => 0,
            1 => 2,
            _ => 1,
        };
        for _ in 0..times {
            let mut event = event.to_owned();
            let data = event.find("data: {").map(|at| at + "data: ".len());
            if let Some(at) = data
                && choices.is(6)
                && let Ok(document) = serde_json::from_str(&event[at..])
            {
                event.truncate(at);
                event.push_str(&spoiled(choices, document).to_string());
            }
            out.extend_from_slice(event.replace('\n', end).as_bytes());
            out.extend_from_slice(end.as_bytes());
            out.extend_from_slice(end.as_bytes());
        }
    }
    for _ in 0..choices.below(3) {
        if !out.is_empty() {
            let at = (choices.below(256) * 256 + choices.below(256)) % out.len();
            out[at] = choices.byte();
        }
    }
    if choices.is(6) {
        let length = (choices.below(256) * 256 + choices.below(256)) % (out.len() + 1);
        out.truncate(length);
    }
    out
}

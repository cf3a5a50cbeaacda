//! The one step that is measured: twelve tools, eight kilobytes of messages, and a call as its
//! answer.

use std::fmt::Write as _;

use serde_json::{Value, json};

const TOOLS: usize = 12;
const MESSAGES_BYTES: usize = 8 * 1024;

/// A request as it stands on the wire.
pub(crate) fn request(path: &str, headers: &[(&str, &str)], body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let mut head =
        format!("POST {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n");
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let _ = write!(head, "content-length: {}\r\n\r\n{body}", body.len());
    head.into_bytes()
}

/// The step in protocol 1.
pub(crate) fn protocol_one() -> Value {
    let tools: Vec<_> = tools()
        .map(|(name, description, schema)| {
            json!({ "name": name, "description": description, "inputSchema": schema })
        })
        .collect();
    let mut messages = vec![
        json!({ "role": "user", "text": "Find a blue mug under 20 and put two of them into my cart." }),
        json!({ "role": "assistant", "text": "I'll look.", "tool":
            { "id": "call_1", "name": "shop.search_1", "arguments": { "query": "blue mug", "maximum": 20 } } }),
        json!({ "role": "tool", "id": "call_1", "name": "shop.search_1", "text": page() }),
    ];
    messages.push(json!({ "role": "user", "text": "The second one, please." }));
    json!({ "version": 1, "instructions": "Speak of the shop only.", "messages": messages, "tools": tools })
}

/// The same step as a provider's own client would send it.
pub(crate) fn chat(model: &str) -> Value {
    let tools: Vec<_> = tools()
        .map(|(name, description, schema)| {
            let name = name.replace('.', "_");
            json!({ "type": "function", "function":
                { "name": name, "description": description, "parameters": schema } })
        })
        .collect();
    json!({ "model": model, "max_tokens": 1024, "tools": tools, "messages": [
        { "role": "system", "content": "Speak of the shop only." },
        { "role": "user", "content": "Find a blue mug under 20 and put two of them into my cart." },
        { "role": "assistant", "content": "I'll look.", "tool_calls": [{ "id": "call_1", "type": "function",
            "function": { "name": "shop_search_1", "arguments": "{\"query\":\"blue mug\",\"maximum\":20}" } }] },
        { "role": "tool", "tool_call_id": "call_1", "content": page() },
        { "role": "user", "content": "The second one, please." },
    ]})
}

/// The model's answer as it stands on the wire.
pub(crate) fn answer() -> Vec<u8> {
    let body = json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "bench-model",
        "choices": [{ "index": 0, "finish_reason": "tool_calls", "message": {
            "role": "assistant", "content": null, "tool_calls": [{ "id": "call_2", "type": "function",
                "function": { "name": "shop_search_1",
                    "arguments": "{\"query\":\"MUG-BLUE-2\",\"maximum\":2}" } }] } }],
        "usage": { "prompt_tokens": 2900, "completion_tokens": 24, "total_tokens": 2924 },
    })
    .to_string();
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

fn tools() -> impl Iterator<Item = (String, String, Value)> {
    (1..=TOOLS).map(|n| {
        let schema = json!({ "type": "object", "additionalProperties": false, "required": ["query"],
            "properties": {
                "query": { "type": "string", "description": "What to look for, in the shop's own words." },
                "maximum": { "type": "integer", "minimum": 1, "maximum": 100 },
                "sort": { "type": "string", "enum": ["price", "rating", "name"] } } });
        (format!("shop.search_{n}"), format!("Searches department {n} of the shop by words and price."), schema)
    })
}

/// What a tool read from a page: so long that the messages are eight kilobytes.
fn page() -> String {
    let line =
        "MUG-BLUE-2 · Stoneware mug, blue · 18.50 · 12 in stock · ★★★★☆ \"solid, keeps warm\"\n";
    line.repeat((MESSAGES_BYTES - 400) / line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_is_as_large_as_it_is_said_to_be() {
        let step = protocol_one();
        let messages = step["messages"].to_string().len();
        assert!(
            (MESSAGES_BYTES * 9 / 10..MESSAGES_BYTES * 11 / 10).contains(&messages),
            "{messages}"
        );
        assert_eq!(step["tools"].as_array().map(Vec::len), Some(TOOLS));
    }
}

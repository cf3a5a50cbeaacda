//! What a provider wants back with its own words, and what of it no longer fits.

use serde_json::{Value, json};

use super::lab::Lab;
use super::said::{Said, Wire};
use crate::app::question;
use crate::fake::{Answer, Tail};

/// A reply with something to keep, and what `meta` holds of it.
fn kept(wire: Wire) -> (Value, Value) {
    match wire {
        Wire::Anthropic => {
            // Of a signature alone, as recent models send it, and one that was redacted.
            let thinking = json!([{ "type": "thinking", "thinking": "", "signature": "sig==" },
                { "type": "redacted_thinking", "data": "x" }]);
            let call = json!({ "type": "tool_use", "id": "c", "name": "get_cart", "input": {} });
            let content = json!([thinking[0], thinking[1], call]);
            (
                json!({ "stop_reason": "tool_use", "content": content }),
                json!({ "anthropic": thinking }),
            )
        }
        Wire::Gemini => {
            let part =
                json!({ "functionCall": { "name": "get_cart" }, "thoughtSignature": "sig==" });
            (
                json!({ "candidates": [{ "finishReason": "STOP", "content": { "parts": [part] } }] }),
                json!({ "gemini": { "thoughtSignature": "sig==" } }),
            )
        }
        _ => {
            let item = json!({ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sig==" });
            let call = json!({ "type": "function_call", "call_id": "c", "name": "get_cart", "arguments": "{}" });
            (json!({ "status": "completed", "output": [item, call] }), json!({ "openai": [item] }))
        }
    }
}

/// The same in pieces.
fn pieces(wire: Wire, whole: &Value) -> Answer {
    let events = match wire {
        Wire::Anthropic => {
            let mut events = vec![json!({ "type": "message_start", "message": {} })];
            let blocks = whole["content"].as_array().expect("blocks");
            for (index, block) in blocks.iter().enumerate() {
                let mut empty = block.clone();
                if block["type"] == "thinking" {
                    empty["signature"] = "".into();
                }
                events.push(json!({ "type": "content_block_start", "index": index, "content_block": empty }));
                if block["type"] == "thinking" {
                    events.push(json!({ "type": "content_block_delta", "index": index, "delta": { "type": "signature_delta", "signature": block["signature"] } }));
                }
            }
            events.push(json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" } }));
            events.push(json!({ "type": "message_stop" }));
            events
        }
        Wire::Gemini => vec![whole.clone()],
        _ => vec![json!({ "type": "response.completed", "response": whole })],
    };
    Answer::Pieces(events.iter().map(|event| format!("data: {event}\n\n")).collect(), Tail::End)
}

const KEEPERS: [Wire; 3] = [Wire::Anthropic, Wire::Responses, Wire::Gemini];

fn with(meta: &Value) -> Value {
    let call = json!({ "id": "c", "name": "get_cart", "arguments": {}, "meta": meta });
    json!({ "version": 1, "tools": crate::app::tools(), "messages": [
        { "role": "user", "text": "hi" }, { "role": "assistant", "tool": call },
        { "role": "tool", "id": "c", "name": "get_cart", "text": "two" } ] })
}

/// Rows A21, A23, A24, B12, B13.
#[tokio::test]
async fn what_a_provider_wants_back_comes_back_verbatim() {
    for wire in KEEPERS {
        let (whole, meta) = kept(wire);
        for lab in Lab::of(wire).await {
            let answer =
                if lab.streamed { pieces(wire, &whole) } else { Answer::Json(200, whole.clone()) };
            let got = lab.ask(vec![answer], &question("hi")).await;
            assert_eq!(got.reply()["meta"], meta, "{}", lab.name());
            let sent = lab.is_asked(&with(&meta)).await;
            let before = match wire {
                Wire::Anthropic => {
                    json!({ "anthropic": [sent["messages"][1]["content"][0], sent["messages"][1]["content"][1]] })
                }
                Wire::Gemini => {
                    json!({ "gemini": { "thoughtSignature": sent["contents"][1]["parts"][0]["thoughtSignature"] } })
                }
                _ => json!({ "openai": [sent["input"][1]] }),
            };
            assert_eq!(before, meta, "{}: before its call", lab.name());
        }
    }
}

/// Rows A25.
#[tokio::test]
async fn what_no_longer_fits_is_left_out_once() {
    for wire in KEEPERS {
        let (_, meta) = kept(wire);
        let words: &[&str] = match wire {
            Wire::Anthropic => &[
                "messages.1.content.0: Invalid `signature` in `thinking` block",
                "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.",
                "thinking block is bound to a different conversation",
            ],
            Wire::Gemini => &[
                "Corrupted thought signature.",
                "Function call is missing a thought_signature in functionCall parts.",
                "Invalid thought signature",
            ],
            _ => &[
                "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
                "The encrypted content could not be verified.",
                "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
            ],
        };
        for lab in Lab::of(wire).await {
            for words in words {
                let stale = || Answer::Json(400, json!({ "error": { "message": words } }));
                let fine = Said::text("Two.").on(wire, lab.streamed);
                let got = lab.ask(vec![stale(), fine], &with(&meta)).await;
                assert_eq!(got.reply()["text"], "Two.", "{} {words}", lab.name());
                assert!(got.asked[0].body.to_string().contains("sig=="));
                assert!(!got.asked[1].body.to_string().contains("sig=="), "{}", lab.name());
                let got = lab.ask(vec![stale()], &with(&meta)).await;
                assert_eq!((got.code(), got.asked.len()), ("upstream", 2), "{}", lab.name());
            }
        }
    }
}

/// A history may come from another model, or from somebody who makes things up.
#[tokio::test]
async fn what_is_another_providers_or_nobodys_is_not_sent() {
    for lab in Lab::each().await {
        let others: Vec<Value> =
            KEEPERS.iter().map(|wire| kept(*wire).1).filter(|meta| !fits(lab.wire, meta)).collect();
        let odd = [
            json!({ "anthropic": [{ "type": "text", "text": "sig==" }], "openai": [{ "type": "message", "content": "sig==" }] }),
            json!({ "anthropic": "sig==", "openai": "sig==", "gemini": "sig==" }),
            json!({ "gemini": { "thoughtSignature": 5 } }),
            json!("sig=="),
            json!(["sig=="]),
        ];
        for meta in others.iter().chain(&odd) {
            let sent = lab.is_asked(&with(meta)).await.to_string();
            assert!(!sent.contains("sig=="), "{} {meta}: {sent}", lab.name());
        }
    }
}

fn fits(wire: Wire, meta: &Value) -> bool {
    let key = match wire {
        Wire::Anthropic => "anthropic",
        Wire::Gemini => "gemini",
        Wire::Responses => "openai",
        Wire::Chat | Wire::Compatible => return false,
    };
    meta.get(key).is_some()
}

//! Streams as the providers send them, cut at any place, read to their end.

use std::sync::Arc;

use bytes::Bytes;
use futures::executor::block_on;
use futures::stream::{self, StreamExt as _};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Next, Reading};
use crate::fuzz;
use crate::names::Names;
use crate::provider::{Fault, Wire};

/// Each with what its reply holds besides.
fn streams() -> [(Wire, &'static str, Value); 4] {
    let sealed = json!({ "id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": "sealed==" });
    let thinking = json!({ "type": "thinking", "thinking": "Hm.", "signature": "sig==" });
    [
        (
            Wire::Anthropic,
            fuzz::ANTHROPIC,
            json!({ "id": "toolu_1", "meta": { "anthropic": [thinking] }, "model": "claude-x" }),
        ),
        (Wire::Chat, fuzz::CHAT, json!({ "id": "call_1", "model": "gpt-x" })),
        (
            Wire::Responses,
            fuzz::RESPONSES,
            json!({ "id": "call_1", "meta": { "openai": [sealed] }, "model": "gpt-y" }),
        ),
        (
            Wire::Gemini,
            fuzz::GEMINI,
            json!({ "meta": { "gemini": { "thoughtSignature": "sig==" } }, "model": "gemini-x" }),
        ),
    ]
}

/// What was said, and what the stream came to.
fn read(wire: Wire, pieces: Vec<Bytes>) -> (String, Result<Value, Fault>) {
    let names = Names::new(["cart.add", "get_cart"].into_iter(), std::iter::empty());
    let names = Arc::new(names);
    let chunks = stream::iter(pieces.into_iter().map(Ok)).boxed();
    let mut reading = Reading::of(wire, names, chunks);
    let mut said = String::new();
    loop {
        match block_on(reading.next()) {
            Ok(Next::Text(text)) => said.push_str(&text),
            Ok(Next::Reply(reply)) => {
                return (said, Ok(serde_json::to_value(&*reply).expect("JSON")));
            }
            Err(fault) => return (said, Err(fault)),
        }
    }
}

fn in_pieces(body: &[u8], places: &[prop::sample::Index]) -> Vec<Bytes> {
    let mut at: Vec<usize> = places.iter().map(|place| place.index(body.len())).collect();
    at.extend([0, body.len()]);
    at.sort_unstable();
    at.windows(2).map(|pair| Bytes::copy_from_slice(&body[pair[0]..pair[1]])).collect()
}

fn expected(more: &Value) -> Value {
    let mut reply = json!({
        "type": "tool", "name": "cart.add", "arguments": { "product": "Café", "quantity": 2 },
        "text": "Zoë's 🍵.", "usage": { "input": 12, "output": 20 },
    });
    for (key, value) in more.as_object().expect("an object") {
        reply[key] = value.clone();
    }
    reply
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_stream_is_read_alike_however_it_is_cut(
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
    ) {
        for (wire, body, more) in streams() {
            let body = body.replace('\n', end).into_bytes();
            let (said, reply) = read(wire, in_pieces(&body, &places));
            prop_assert_eq!(said, "Zoë's 🍵.");
            prop_assert_eq!(reply.expect("a reply"), expected(&more));
        }
    }

    /// What is not what a provider sends is an error, and never a panic or half a call.
    #[test]
    fn a_stream_that_was_spoiled_never_gives_half_a_call(
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        spoil in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        length in any::<prop::sample::Index>(),
    ) {
        for (wire, body, _) in streams() {
            let mut body = body.as_bytes()[..length.index(body.len())].to_vec();
            for (place, byte) in &spoil {
                if !body.is_empty() {
                    let at = place.index(body.len());
                    body[at] = *byte;
                }
            }
            if body.is_empty() {
                continue;
            }
            if let (_, Ok(reply)) = read(wire, in_pieces(&body, &places)) {
                // A spoiled name or text may well be one; the arguments are whole in any case.
                prop_assert!(reply["type"] == "answer" || reply["arguments"].is_object());
            }
        }
    }
}

/// Wherever it ends, a stream without its last word is no reply.
#[test]
fn a_stream_that_ends_early_was_cut_off() {
    for (wire, body, more) in streams() {
        let last = match wire {
            // The end of the message; the usage comes behind it.
            Wire::Chat => body.find(r#","finish_reason":"tool_calls"}]}"#),
            Wire::Gemini => body.find(r#","usageMetadata":{"promptTokenCount":12,"cand"#),
            Wire::Responses => body.find(r#"data: {"type":"response.completed""#),
            Wire::Anthropic => body.find(r#"data: {"type":"message_stop"}"#),
        };
        let last = last.expect("an end");
        for length in (0..body.len()).filter(|length| body.is_char_boundary(*length)) {
            let (_, reply) = read(wire, vec![Bytes::from(&body[..length])]);
            match reply {
                Ok(reply) => {
                    assert!(length > last, "{wire:?} cut at {length}");
                    assert_eq!(reply["arguments"], expected(&more)["arguments"]);
                }
                Err(fault) => {
                    assert!(
                        matches!(fault, Fault::CutOff | Fault::BadReply("an event is not JSON")),
                        "{wire:?} cut at {length}: {fault:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_reply_that_goes_on_for_ever_is_given_up() {
    let comment = Bytes::from(": ".repeat(300_000));
    let (_, reply) = read(Wire::Chat, vec![comment.clone(), comment]);
    assert!(matches!(reply, Err(Fault::BadReply("the reply is too long"))), "{reply:?}");
}

//! What must hold whatever comes in: one oracle for the property tests and for `cargo fuzz`
//! (`server/gateway/fuzz`). Each function takes bytes, makes of them what a browser or a provider
//! might send, and panics when something does not hold.

mod choices;
mod documents;
mod rules;

use std::sync::Arc;

use bytes::Bytes;
use futures::executor::block_on;
use futures::stream::{self, StreamExt as _};
use serde_json::Value;
use site_agent_core::protocol::from_response;
use site_agent_core::sse::Decoder;

use self::choices::Choices;
use self::rules::Api;
use crate::config::{GatewayConfig, Provider, Remote};
use crate::names::Names;
use crate::protocol::Reply;
use crate::provider::{Fault, Quirks, Step, Tools, Try, Wire};
use crate::turn::Gateway;
use crate::upstream::{Next, Reading};

pub(crate) const ANTHROPIC: &str = include_str!("streams/anthropic.sse");
pub(crate) const CHAT: &str = include_str!("streams/chat.sse");
pub(crate) const RESPONSES: &str = include_str!("streams/responses.sse");
pub(crate) const GEMINI: &str = include_str!("streams/gemini.sse");

const WIRES: [(Wire, Provider, &str, Api); 4] = [
    (Wire::Anthropic, Provider::Anthropic, ANTHROPIC, Api::Anthropic),
    (Wire::Chat, Provider::OpenAi, CHAT, Api::Chat("max_completion_tokens")),
    (Wire::Responses, Provider::OpenAi, RESPONSES, Api::Responses),
    (Wire::Gemini, Provider::Gemini, GEMINI, Api::Gemini),
];

/// Bytes as a request: refused, or made into what every API takes.
pub fn bytes(data: &[u8]) {
    requested(data);
}

/// A page's request, however odd: refused, or made into what every API takes.
pub fn request(data: &[u8]) {
    requested(documents::request(&mut Choices(data)).to_string().as_bytes());
}

fn requested(body: &[u8]) {
    let gateway = Gateway::new(GatewayConfig::default()).expect("the rules need nothing");
    let made = |step: &Step<'_>| {
        WIRES.map(|(wire, provider, _, api)| {
            let remote =
                Remote::new(provider, "m", Some("k".into()), None, false).expect("a model");
            let tools = if wire == Wire::Responses { Tools::InResponses } else { Tools::default() };
            [true, false].map(|with_meta| {
                let quirks = Quirks { tools, ..Quirks::default() };
                let how = Try { quirks, with_meta, streamed: with_meta };
                let sent = wire.request(step, &remote, how).expect("a request").body;
                let read: Value = serde_json::from_slice(&sent).expect("JSON");
                if let Err(why) = rules::check(api, &read) {
                    let body = String::from_utf8_lossy(body);
                    panic!("{wire:?}: the API refuses: {why}\n{read:#}\n{body}");
                }
                sent
            })
        })
    };
    // What is refused is well. What is not is the same when its tools are known.
    let Ok(first) = gateway.prepared(body, made) else { return };
    if let Some(again) = gateway.prepared_again(body, made) {
        assert_eq!(first, again, "{}", String::from_utf8_lossy(body));
    }
}

/// A provider's document: a reply that the page reads, or a fault, and never half a call.
pub fn reply(data: &[u8]) {
    let choices = &mut Choices(data);
    let (wire, _, stream, _) = WIRES[choices.below(WIRES.len())];
    let document = documents::spoiled(choices, whole(wire, stream));
    let text = document.to_string();
    match (wire.read(&names(), text.as_bytes()), wire.reply(&names(), document)) {
        (Ok(read), Ok(reply)) => {
            assert_eq!(json(&read), json(&reply), "{text}");
            is_read(&reply, &text);
        }
        (Err(_), Err(_)) => {}
        (read, reply) => panic!("{read:?} or {reply:?}\n{text}"),
    }
}

/// A provider's stream: whatever is in it, it is read alike however it is cut, and what is said is
/// what the reply says.
pub fn stream(data: &[u8]) {
    let choices = &mut Choices(data);
    let (wire, _, whole, _) = WIRES[choices.below(WIRES.len())];
    let body = documents::events(choices, whole);
    let (said, at_once) = heard(wire, vec![Bytes::from(body.clone())]);
    let mut pieces = Vec::new();
    let mut rest = Bytes::from(body.clone());
    while !rest.is_empty() {
        let length = (1 + choices.below(48)).min(rest.len());
        pieces.push(rest.split_to(length));
    }
    let (said_in_pieces, in_pieces) = heard(wire, pieces);
    let shown = String::from_utf8_lossy(&body);
    match (at_once, in_pieces) {
        (Ok(one), Ok(two)) => {
            assert_eq!(said, said_in_pieces, "{shown}");
            assert_eq!(json(&one), json(&two), "{shown}");
            let text = json(&one)["text"].as_str().unwrap_or_default().to_owned();
            // Responses sends the whole text again at the end, and that counts.
            let is_again = wire == Wire::Responses || said.trim().is_empty();
            assert!(said == text || is_again, "{said:?} {text:?}\n{shown}");
            is_read(&one, &shown);
        }
        (Err(one), Err(two)) => assert_eq!(
            std::mem::discriminant(&one),
            std::mem::discriminant(&two),
            "{one:?} {two:?}\n{shown}"
        ),
        (one, two) => panic!("{one:?} or {two:?}\n{shown}"),
    }
}

/// The document that a stream comes together to.
fn whole(wire: Wire, stream: &str) -> Value {
    let mut pieces = wire.pieces();
    for event in Decoder::default().push(stream.as_bytes()) {
        if !event.data.is_empty() {
            pieces.take(&event.data).expect("a good event");
        }
    }
    pieces.whole().expect("a whole stream")
}

fn names() -> Arc<Names> {
    let (tools, keys) = (["cart.add", "get_cart"], ["product", "größe"]);
    Arc::new(Names::new(tools.into_iter(), keys.into_iter()))
}

/// Every reply that goes out is one that a page reads.
fn is_read(reply: &Reply, from: &str) {
    let bytes = reply.to_bytes().expect("JSON");
    if let Err(failure) = from_response(200, None, &bytes) {
        panic!("{failure:?}\n{}\n{from}", String::from_utf8_lossy(&bytes));
    }
}

fn json(reply: &Reply) -> Value {
    serde_json::to_value(reply).expect("JSON")
}

fn heard(wire: Wire, pieces: Vec<Bytes>) -> (String, Result<Reply, Fault>) {
    let mut said = String::new();
    let mut reading = Reading::of(wire, names(), stream::iter(pieces.into_iter().map(Ok)).boxed());
    loop {
        match block_on(reading.next()) {
            Ok(Next::Text(text)) => said.push_str(&text),
            Ok(Next::Reply(reply)) => return (said, Ok(*reply)),
            Err(fault) => return (said, Err(fault)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use site_agent_core::protocol::MAX_VALUE_DEPTH;

    use crate::provider::Wire;

    /// In a test run; `SITE_AGENT_FUZZ=1000000` makes it so many, as `cargo xtask bench gateway` does.
    const CASES: u32 = 256;

    fn cases() -> ProptestConfig {
        let asked = std::env::var("SITE_AGENT_FUZZ").ok().and_then(|text| text.parse().ok());
        ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases(asked.unwrap_or(CASES))
        }
    }

    fn data() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(any::<u8>(), 0..256)
    }

    /// How deep a page reads is for it to say.
    #[test]
    fn a_reply_is_as_deep_as_a_page_reads() {
        let wire = Wire::Gemini;
        let deep = |levels: usize| (1..levels).fold(json!({}), |value, _| json!({ "a": value }));
        let said = |part: Value| json!({ "candidates": [{ "finishReason": "STOP", "content": { "parts": [part] } }] });
        let mut deepest = 0;
        for levels in 1..200 {
            let call = json!({ "functionCall": { "name": "get_cart", "args": deep(levels) } });
            if let Ok(reply) = wire.reply(&super::names(), said(call)) {
                super::is_read(&reply, "arguments");
                deepest = levels;
            }
        }
        assert_eq!(deepest, MAX_VALUE_DEPTH);
    }

    proptest! {
        #![proptest_config(cases())]

        #[test]
        fn any_bytes_are_a_request_or_refused(data in data()) {
            super::bytes(&data);
        }

        #[test]
        fn any_request_is_refused_or_made_into_what_every_api_takes(data in data()) {
            super::request(&data);
        }

        #[test]
        fn any_document_is_a_reply_that_a_page_reads_or_a_fault(data in data()) {
            super::reply(&data);
        }

        #[test]
        fn any_stream_is_read_alike_however_it_is_cut(data in data()) {
            super::stream(&data);
        }
    }
}

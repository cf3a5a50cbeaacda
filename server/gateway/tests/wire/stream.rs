//! The streamed form of protocol 1, from each provider's own stream.

use futures::StreamExt as _;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use site_agent_core::sse::{Decoder, Event};
use site_agent_gateway::{GatewayConfig, Provider};

use crate::app::{App, KEY, PAGE, at, error, question, settings};
use crate::fake::{Answer, Fake, Tail};

const CANARY: &str = "upstream-secret-words";

async fn ask(app: &App, body: &Value) -> Response {
    let request = app.request(Method::POST).header("origin", PAGE).json(body);
    request.header("accept", "text/event-stream").send().await.expect("an answer")
}

/// The events of a stream: each with its name and document.
async fn events(response: Response) -> Vec<(String, Value)> {
    assert_eq!(response.status(), 200);
    for (name, value) in [
        ("content-type", "text/event-stream"),
        ("cache-control", "no-store, no-transform"),
        ("x-accel-buffering", "no"),
        ("access-control-allow-origin", PAGE),
    ] {
        assert_eq!(response.headers()[name], value);
    }
    let body = response.bytes().await.expect("a whole body");
    Decoder::default().push(&body).into_iter().map(document).collect()
}

fn document(event: Event) -> (String, Value) {
    let name = String::from_utf8(event.name).expect("a name");
    (name, serde_json::from_slice(&event.data).expect("JSON"))
}

/// A stream that says these words, then does what `last` says.
fn says(provider: Provider, words: &[&str], last: Value) -> Vec<String> {
    let data = |value: &Value| format!("data: {value}\n\n");
    let openai = |delta: Value, reason: Value| json!({ "model": "m", "choices": [{ "index": 0, "delta": delta, "finish_reason": reason }] });
    let gemini = |part: Value| json!({ "modelVersion": "m", "candidates": [{ "content": { "role": "model", "parts": [part] } }] });
    let mut out = Vec::new();
    match provider {
        Provider::Anthropic => {
            out.push(json!({ "type": "message_start", "message": { "model": "m" } }));
            out.push(json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }));
            for word in words {
                out.push(json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": word } }));
            }
        }
        Provider::Gemini => out.extend(words.iter().map(|word| gemini(json!({ "text": word })))),
        _ => out.extend(words.iter().map(|word| openai(json!({ "content": word }), Value::Null))),
    }
    let whole = !last.is_null();
    match (provider, last) {
        (_, Value::Null) => {}
        (_, last @ Value::Object(_)) => out.push(last),
        (Provider::Anthropic, reason) => {
            out.push(json!({ "type": "message_delta", "delta": { "stop_reason": reason } }));
            out.push(json!({ "type": "message_stop" }));
        }
        (Provider::Gemini, reason) => {
            out.push(json!({ "candidates": [{ "finishReason": reason }] }));
        }
        (_, reason) => out.push(openai(json!({}), reason)),
    }
    let mut out: Vec<String> = out.iter().map(data).collect();
    if whole && matches!(provider, Provider::OpenAi | Provider::OpenAiCompatible) {
        out.push("data: [DONE]\n\n".into());
    }
    out
}

/// The word by which a provider says that it is done.
fn done(provider: Provider) -> Value {
    match provider {
        Provider::Anthropic => "end_turn".into(),
        Provider::Gemini => "STOP".into(),
        _ => "stop".into(),
    }
}

const EVERY: [Provider; 4] =
    [Provider::Anthropic, Provider::OpenAi, Provider::OpenAiCompatible, Provider::Gemini];

async fn with_script(provider: Provider, script: Vec<Answer>) -> (Fake, App) {
    let fake = Fake::start(script).await;
    let app = App::start(at(provider, &fake.url(""))).await;
    (fake, app)
}

#[tokio::test]
async fn an_answer_is_said_piece_by_piece_and_then_whole() {
    for provider in EVERY {
        let pieces = says(provider, &["Zoë ", "likes ", "🍵."], done(provider));
        let (fake, app) = with_script(provider, vec![Answer::Pieces(pieces, Tail::End)]).await;
        let mut events = events(ask(&app, &question("hi")).await).await;
        let (name, reply) = events.pop().expect("an event");
        assert_eq!(name, "reply");
        assert_eq!(reply, json!({ "type": "answer", "text": "Zoë likes 🍵.", "model": "m" }));
        assert!(events.len() > 1, "{events:?}");
        let said: String = events
            .iter()
            .map(|(name, piece)| {
                assert_eq!(
                    (name.as_str(), piece.as_object().expect("an object").len()),
                    ("delta", 1)
                );
                piece["text"].as_str().expect("text")
            })
            .collect();
        assert_eq!(said, "Zoë likes 🍵.");
        let asked = &fake.asked()[0];
        if provider == Provider::Gemini {
            assert_eq!(asked.path, "/v1beta/models/test-model:streamGenerateContent?alt=sse");
        } else {
            assert_eq!(asked.body["stream"], true);
        }
    }
}

#[tokio::test]
async fn nobody_is_asked_for_pieces_that_nobody_wants() {
    for provider in EVERY {
        let (fake, app) = with_script(provider, vec![Answer::Json(200, json!({}))]).await;
        error(app.post(&question("hi")).await).await;
        assert!(fake.asked()[0].body.get("stream").is_none());
        assert!(!fake.asked()[0].path.contains("stream"), "{provider:?}");
    }
}

#[tokio::test]
async fn the_rules_speak_in_events_too() {
    let app = App::start(settings()).await;
    let called = events(ask(&app, &question("add two mugs to my cart")).await).await;
    assert_eq!(called.len(), 1, "arguments are never streamed");
    assert_eq!((called[0].0.as_str(), &called[0].1["name"]), ("reply", &json!("cart.add")));
    let answered = events(ask(&app, &question("what is the weather?")).await).await;
    let names: Vec<&str> = answered.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["delta", "reply"]);
    assert_eq!(answered[0].1["text"], answered[1].1["text"]);
}

/// Calls without arguments, with an index from 1, with the same index twice, without any.
#[tokio::test]
async fn the_first_call_of_a_stream_counts_however_it_is_numbered() {
    let call = |index: Value, id: &str, name: &str, arguments: &str| {
        let mut call = json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
        if !index.is_null() {
            call["index"] = index;
        }
        call
    };
    let more = |index: i32, arguments: &str| json!({ "index": index, "function": { "arguments": arguments } });
    let mug = json!({ "product": "mug", "quantity": 2 });
    for (calls, name, arguments) in [
        (vec![call(0.into(), "a", "get_cart", "")], "get_cart", json!({})),
        (
            vec![
                call(1.into(), "a", "cart_add", r#"{"product":"mug""#),
                more(1, r#","quantity":2}"#),
            ],
            "cart.add",
            mug.clone(),
        ),
        (
            vec![
                call(0.into(), "a", "cart_add", &mug.to_string()),
                call(0.into(), "b", "get_cart", "{}"),
            ],
            "cart.add",
            mug.clone(),
        ),
        (
            vec![
                call(Value::Null, "a", "cart_add", &mug.to_string()),
                call(Value::Null, "b", "get_cart", "{}"),
            ],
            "cart.add",
            mug.clone(),
        ),
        // Pieces of two calls at once.
        (
            vec![
                call(0.into(), "a", "cart_add", r#"{"product":"mug""#),
                call(1.into(), "b", "get_cart", "{"),
                more(0, r#","quantity":2}"#),
                more(1, "}"),
            ],
            "cart.add",
            mug.clone(),
        ),
        // Two calls' arguments run together under one index.
        (
            vec![call(0.into(), "a", "cart_add", &mug.to_string()), more(0, "{}")],
            "cart.add",
            mug.clone(),
        ),
    ] {
        let mut pieces: Vec<String> = calls
            .iter()
            .map(|call| {
                format!(
                    "data: {}\n\n",
                    json!({ "choices": [{ "delta": { "tool_calls": [call] } }] })
                )
            })
            .collect();
        pieces.extend(says(Provider::OpenAi, &[], "tool_calls".into()));
        let (_fake, app) =
            with_script(Provider::OpenAi, vec![Answer::Pieces(pieces, Tail::End)]).await;
        let events = events(ask(&app, &question("hi")).await).await;
        assert_eq!(events.len(), 1, "{events:?}");
        let (event, reply) = &events[0];
        assert_eq!(
            (event.as_str(), &reply["name"], &reply["id"]),
            ("reply", &json!(name), &json!("a"))
        );
        assert_eq!(reply["arguments"], arguments);
    }
}

#[tokio::test]
async fn what_fails_before_the_first_word_has_a_status() {
    for provider in EVERY {
        let told = json!({ "error": { "message": CANARY } });
        for (answer, status, code) in [
            (Answer::Json(500, told.clone()), 502, "upstream"),
            (Answer::Json(529, told), 503, "overloaded"),
            (Answer::Hang, 504, "upstream-timeout"),
            (
                Answer::Text(200, "text/html", "<html>upstream-secret-words</html>"),
                502,
                "bad-reply",
            ),
            (
                Answer::Pieces(vec!["data: upstream-secret-words\n\n".into()], Tail::End),
                502,
                "bad-reply",
            ),
            (Answer::Pieces(vec![], Tail::End), 502, "upstream"),
            (Answer::Pieces(vec![], Tail::Break), 502, "upstream"),
            (
                Answer::Pieces(says(provider, &[" ", "\n"], Value::Null), Tail::Hang),
                504,
                "upstream-timeout",
            ),
            (Answer::Pieces(says(provider, &[], done(provider)), Tail::End), 502, "bad-reply"),
        ] {
            let (_fake, app) = with_script(provider, vec![answer]).await;
            let (got, got_code, text) = error(ask(&app, &question("hi")).await).await;
            assert_eq!((got, got_code.as_str()), (status, code), "{provider:?}");
            for secret in [CANARY, KEY, "127.0.0.1", "test-model"] {
                assert!(!text.contains(secret), "{provider:?} leaks {secret}: {text}");
            }
        }
    }
}

#[tokio::test]
async fn what_fails_later_is_an_event() {
    let cut = |provider| match provider {
        Provider::Anthropic => json!("max_tokens"),
        Provider::Gemini => json!("MAX_TOKENS"),
        _ => json!("length"),
    };
    let refused = |provider| match provider {
        Provider::Anthropic => json!("refusal"),
        Provider::Gemini => json!("SAFETY"),
        _ => json!("content_filter"),
    };
    let busy = |provider| match provider {
        Provider::Anthropic => {
            json!({ "type": "error", "error": { "type": "overloaded_error", "message": CANARY } })
        }
        _ => json!({ "error": { "code": 503, "message": CANARY } }),
    };
    for provider in EVERY {
        for (last, tail, code) in [
            (cut(provider), Tail::End, "truncated"),
            (refused(provider), Tail::End, "refused"),
            (busy(provider), Tail::End, "overloaded"),
            (json!({ "type": "error", "error": { "message": CANARY } }), Tail::End, "upstream"),
            (Value::Null, Tail::Break, "upstream"),
            (Value::Null, Tail::Hang, "upstream-timeout"),
        ] {
            let pieces = says(provider, &["So "], last);
            let (_fake, app) = with_script(provider, vec![Answer::Pieces(pieces, tail)]).await;
            let response = ask(&app, &question("hi")).await;
            let id = response.headers()["x-request-id"].to_str().expect("text").to_owned();
            let events = events(response).await;
            assert_eq!(events[0], ("delta".into(), json!({ "text": "So " })));
            assert_eq!(
                (events.len(), events[1].0.as_str()),
                (2, "error"),
                "{provider:?} {events:?}"
            );
            let error = &events[1].1["error"];
            assert_eq!(
                (&error["code"], &error["requestId"]),
                (&json!(code), &json!(id)),
                "{provider:?}"
            );
            assert!(!error.to_string().contains(CANARY), "{error}");
        }
    }
}

#[tokio::test]
async fn a_stream_that_fails_before_its_first_word_is_tried_again() {
    let spoiled = json!({ "choices": [{ "delta": { "tool_calls": [{ "index": 0, "id": "a", "function": { "name": "get_cart", "arguments": "{oops" } }] } }] });
    let mut malformed = vec![format!("data: {spoiled}\n\n")];
    malformed.extend(says(Provider::OpenAi, &[], "tool_calls".into()));
    let fine = says(Provider::OpenAi, &["Here."], "stop".into());
    let script = vec![Answer::Pieces(malformed, Tail::End), Answer::Pieces(fine, Tail::End)];
    let (fake, app) = with_script(Provider::OpenAi, script).await;
    let events = events(ask(&app, &question("hi")).await).await;
    assert_eq!(events[1].1["text"], "Here.");
    assert_eq!(fake.asked().len(), 2);
}

#[tokio::test]
async fn a_server_that_streams_otherwise_or_not_is_learnt_once() {
    let refuses = |parameter: &str| {
        let message = format!("Unknown parameter: '{parameter}'.");
        Answer::Json(400, json!({ "error": { "message": message, "param": parameter } }))
    };
    let whole = Answer::Json(
        200,
        json!({ "choices": [{ "finish_reason": "stop", "message": { "content": "Hello." } }] }),
    );
    let script = vec![refuses("stream_options"), refuses("stream"), whole];
    let (fake, app) = with_script(Provider::OpenAiCompatible, script).await;
    for _ in 0..2 {
        let events = events(ask(&app, &question("hi")).await).await;
        assert_eq!(events, [("reply".into(), json!({ "type": "answer", "text": "Hello." }))]);
    }
    let sent = |nth: usize, key: &str| fake.asked()[nth].body.get(key).is_some();
    assert_eq!(fake.asked().len(), 4, "the second question knows");
    assert!(sent(0, "stream_options") && !sent(1, "stream_options") && sent(1, "stream"));
    assert!(!sent(2, "stream") && !sent(3, "stream"));
}

#[tokio::test]
async fn a_client_that_leaves_ends_the_call_and_gives_its_place_back() {
    for provider in EVERY {
        let pieces = says(provider, &["So "], Value::Null);
        let fake = Fake::start(vec![Answer::Pieces(pieces, Tail::Hang)]).await;
        let timeout = std::time::Duration::from_mins(1);
        let config = GatewayConfig { max_in_flight: 1, timeout, ..at(provider, &fake.url("")) };
        let app = App::start(config).await;
        let first = ask(&app, &question("hi")).await;
        assert_eq!(first.status(), 200);
        let mut body = first.bytes_stream();
        let piece = body.next().await.expect("a piece").expect("a piece");
        assert!(piece.starts_with(b"event: delta"));
        let refused = error(ask(&app, &question("hi")).await).await;
        assert_eq!((refused.0, refused.1.as_str()), (503, "overloaded"), "the place is taken");
        drop(body);
        fake.stream_is_over().await;
        assert_eq!(ask(&app, &question("hi")).await.status(), 200, "{provider:?}");
    }
}

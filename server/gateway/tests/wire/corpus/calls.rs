//! Replies: a whole call, or none.

use serde_json::{Value, json};

use super::lab::Lab;
use super::said::{Arguments, Call, End, Said, Wire};
use crate::app::question;
use crate::fake::{Answer, Tail};

fn calls(calls: Vec<(&'static str, Arguments)>) -> Said {
    let calls = calls.into_iter().map(|(name, arguments)| Call { name, arguments }).collect();
    Said { calls, ..Said::default() }
}

fn text(text: &str) -> Arguments {
    Arguments::Text(text.into())
}

/// Rows A1, A2, A3, A5, B10, B14.
#[tokio::test]
async fn a_call_without_arguments_is_a_call_with_none() {
    for lab in Lab::each().await {
        for nothing in [Arguments::None, text("{}"), text("")] {
            let got = lab.hears(&calls(vec![("get_cart", nothing)])).await;
            let reply = got.reply();
            assert_eq!((&reply["type"], &reply["name"]), (&json!("tool"), &json!("get_cart")));
            assert_eq!(reply["arguments"], json!({}), "{}", lab.name());
        }
    }
}

/// Rows A7, A22.
#[tokio::test]
async fn of_several_calls_the_first_counts_alone() {
    for lab in Lab::each().await {
        let mug = r#"{"product":"mug","quantity":2}"#;
        let said = calls(vec![
            ("cart_add", text(mug)),
            ("get_cart", text("{}")),
            ("cart_add", text("{\"x\":1}")),
        ]);
        let got = lab.hears(&said).await;
        assert_eq!(got.reply()["name"], "cart.add", "{}", lab.name());
        assert_eq!(got.reply()["arguments"], json!({ "product": "mug", "quantity": 2 }));
    }
}

/// Rows A8.
#[tokio::test]
async fn of_arguments_that_ran_together_the_first_count() {
    for wire in [Wire::Chat, Wire::Compatible, Wire::Responses] {
        for lab in Lab::of(wire).await {
            let got = lab.hears(&calls(vec![("get_cart", text("{\"a\":1}{\"b\":2}"))])).await;
            assert_eq!(got.reply()["arguments"], json!({ "a": 1 }), "{}", lab.name());
        }
    }
    // The second call's pieces under the first one's index.
    for lab in Lab::of(Wire::Compatible).await.into_iter().filter(|lab| lab.streamed) {
        let piece = |id: &str, name: &str, arguments: &str| json!({ "choices": [{ "delta": { "tool_calls": [{ "index": 0, "id": id, "function": { "name": name, "arguments": arguments } }] } }] });
        let end = json!({ "choices": [{ "delta": {}, "finish_reason": "tool_calls" }] });
        let pieces =
            [piece("a", "get_cart", "{\"a\":1}"), piece("b", "cart_add", "{\"b\":2}"), end];
        let pieces = pieces.iter().map(|piece| format!("data: {piece}\n\n")).collect();
        let got = lab.ask(vec![Answer::Pieces(pieces, Tail::End)], &question("hi")).await;
        assert_eq!(
            (&got.reply()["name"], &got.reply()["arguments"]),
            (&json!("get_cart"), &json!({ "a": 1 }))
        );
    }
}

/// Rows A11.
#[tokio::test]
async fn a_call_beside_a_text_is_told_with_it() {
    for lab in Lab::each().await {
        let said = Said { text: "Let me look.", ..calls(vec![("get_cart", Arguments::None)]) };
        let got = lab.hears(&said).await;
        let reply = got.reply();
        assert_eq!((&reply["name"], &reply["text"]), (&json!("get_cart"), &json!("Let me look.")));
    }
}

/// Rows A31, B8.
#[tokio::test]
async fn what_was_cut_is_never_called() {
    for lab in Lab::each().await {
        for arguments in [text("{\"ref\": \"e"), Arguments::None, text("{\"ref\":\"e1\"}")] {
            let got = lab.hears(&calls(vec![("get_cart", arguments)]).ends(End::Cut)).await;
            assert_eq!(got.code(), "truncated", "{}", lab.name());
            assert_eq!(got.asked.len(), 1, "asking again would cut it again");
        }
        assert_eq!(lab.hears(&Said::default().ends(End::Cut)).await.code(), "truncated");
        assert_eq!(lab.hears(&Said::text("So it").ends(End::Cut)).await.code(), "truncated");
    }
}

/// Rows B9.
#[tokio::test]
async fn arguments_that_are_no_object_are_asked_for_once_more() {
    for lab in Lab::each().await {
        // Whole replies of two wires hold an object by their form.
        let is_object = !lab.streamed && lab.wire == Wire::Anthropic || lab.wire == Wire::Gemini;
        let odd: &[&str] = if is_object {
            &["[1]", "\"x\"", "5"]
        } else {
            &["{oops", "[1]", "\"x\"", "5", "{\"a\":1}x"]
        };
        for odd in odd {
            let bad = || calls(vec![("get_cart", text(odd))]).on(lab.wire, lab.streamed);
            let got = lab.ask(vec![bad()], &question("hi")).await;
            assert_eq!((got.code(), got.asked.len()), ("bad-reply", 2), "{} {odd}", lab.name());
            let good = Said::call("get_cart", &json!({ "a": 1 })).on(lab.wire, lab.streamed);
            let got = lab.ask(vec![bad(), good], &question("hi")).await;
            assert_eq!(got.reply()["arguments"], json!({ "a": 1 }), "{} {odd}", lab.name());
        }
        let nameless = calls(vec![("", text("{}"))]);
        assert_eq!(lab.hears(&nameless).await.code(), "bad-reply");
        let got = lab.hears(&Said::default()).await;
        assert_eq!((got.code(), got.asked.len()), ("bad-reply", 2), "{}: silence", lab.name());
    }
}

/// Rows A30, B15.
#[tokio::test]
async fn geminis_malformed_call_is_asked_for_once_more_and_then_an_error() {
    let malformed = |streamed| {
        let body =
            json!({ "candidates": [{ "content": {}, "finishReason": "MALFORMED_FUNCTION_CALL" }] });
        if streamed {
            Answer::Pieces(vec![format!("data: {body}\n\n")], Tail::End)
        } else {
            Answer::Json(200, body)
        }
    };
    for lab in Lab::of(Wire::Gemini).await {
        let got = lab.ask(vec![malformed(lab.streamed)], &question("hi")).await;
        assert_eq!((got.code(), got.asked.len()), ("bad-reply", 2), "{}", lab.name());
        let fine = Said::text("Two.").on(lab.wire, lab.streamed);
        let got = lab.ask(vec![malformed(lab.streamed), fine], &question("hi")).await;
        assert_eq!(got.reply()["text"], "Two.");
    }
}

/// Rows B11, B16.
#[tokio::test]
async fn a_refusal_is_told_as_one() {
    for lab in Lab::each().await {
        assert_eq!(lab.hears(&Said::default().ends(End::Refused)).await.code(), "refused");
        let got = lab.hears(&calls(vec![("get_cart", Arguments::None)]).ends(End::Refused)).await;
        assert_eq!(got.code(), "refused", "{}", lab.name());
        assert_eq!(got.asked.len(), 1, "nobody insists");
    }
    let said = |streamed, body: Value| {
        if streamed {
            Answer::Pieces(vec![format!("data: {body}\n\n")], Tail::End)
        } else {
            Answer::Json(200, body)
        }
    };
    for lab in Lab::of(Wire::Gemini).await {
        let blocked = json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" } });
        let got = lab.ask(vec![said(lab.streamed, blocked)], &question("hi")).await;
        assert_eq!(got.code(), "refused", "{}", lab.name());
    }
    for lab in Lab::of(Wire::Chat).await {
        let (key, last) =
            if lab.streamed { ("delta", "data: [DONE]\n\n") } else { ("message", "") };
        let mut choice = json!({ "finish_reason": "stop" });
        choice[key] = json!({ "refusal": "I cannot." });
        let body = json!({ "choices": [choice] });
        let answer = if lab.streamed {
            Answer::Pieces(vec![format!("data: {body}\n\n"), last.into()], Tail::End)
        } else {
            Answer::Json(200, body)
        };
        assert_eq!(lab.ask(vec![answer], &question("hi")).await.code(), "refused");
    }
}

/// Rows A32.
#[tokio::test]
async fn characters_are_whole_wherever_the_stream_is_cut() {
    let said = Said {
        text: "Zoë’s 🍵, ganz “blau”: 青い琺瑯",
        ..Said::call("cart_add", &json!({ "product": "Café 🫖", "quantity": 2 }))
    };
    for lab in Lab::each().await.into_iter().filter(|lab| lab.streamed) {
        let whole = lab.hears(&said).await.reply().clone();
        assert_eq!(
            (&whole["text"], &whole["arguments"]["product"]),
            (&json!(said.text), &json!("Café 🫖"))
        );
        for length in [1, 2, 3, 5, 7, 64] {
            let got =
                lab.ask(vec![Answer::Cut(said.stream(lab.wire), length)], &question("hi")).await;
            assert_eq!(got.reply(), &whole, "{} in pieces of {length}", lab.name());
            assert!(!got.text.contains('\u{fffd}'), "{}", got.text);
        }
    }
}

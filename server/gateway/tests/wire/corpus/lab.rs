//! One proxy per wire in front of a provider that plays a script; everything that reaches the
//! provider is held against the rules of its API.

use std::time::Duration;

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use site_agent_core::sse::Decoder;
use site_agent_gateway::GatewayConfig;

use super::said::{Said, WIRES, Wire};
use super::strict;
use crate::app::{App, KEY, PAGE, at, question};
use crate::fake::{Answer, Asked, Fake};

pub(crate) struct Lab {
    pub(crate) wire: Wire,
    pub(crate) streamed: bool,
    pub(crate) fake: Fake,
    pub(crate) app: App,
}

/// What came of a step.
#[derive(Debug)]
pub(crate) struct Got {
    /// The reply, or the error's status and code.
    pub(crate) outcome: Result<Value, (u16, String)>,
    pub(crate) retry_after: Option<String>,
    /// All that the client could read.
    pub(crate) text: String,
    pub(crate) asked: Vec<Asked>,
}

impl Lab {
    async fn start(wire: Wire, streamed: bool) -> Self {
        Self::within(wire, streamed, Duration::from_mins(1)).await
    }

    async fn within(wire: Wire, streamed: bool, timeout: Duration) -> Self {
        let fake = Fake::start(vec![]).await;
        let app = App::start(GatewayConfig { timeout, ..at(wire.provider(), &fake.url("")) }).await;
        let lab = Self { wire, streamed, fake, app };
        if wire == Wire::Responses {
            let moved = "This model is only supported in v1/responses.";
            let moved = Answer::Json(404, json!({ "error": { "message": moved } }));
            let script = vec![moved, Said::text("Hi.").on(wire, streamed)];
            let got = lab.talk(script, &question("hi")).await;
            assert!(got.outcome.is_ok(), "it is moved there");
        }
        lab
    }

    /// Every wire, whole and streamed.
    pub(crate) async fn each() -> Vec<Self> {
        Self::each_within(Duration::from_mins(1)).await
    }

    /// Every wire, with so much time for a step.
    pub(crate) async fn each_within(timeout: Duration) -> Vec<Self> {
        let all = WIRES.iter().flat_map(|wire| [(*wire, false), (*wire, true)]);
        join_all(all.map(|(wire, streamed)| Self::within(wire, streamed, timeout))).await
    }

    /// One wire, whole and streamed.
    pub(crate) async fn of(wire: Wire) -> Vec<Self> {
        join_all([false, true].map(|streamed| Self::start(wire, streamed))).await
    }

    /// In which form it is spoken, for messages.
    pub(crate) fn name(&self) -> String {
        format!("{:?} {}", self.wire, if self.streamed { "streamed" } else { "whole" })
    }

    /// The model says this, once.
    pub(crate) async fn hears(&self, said: &Said) -> Got {
        self.ask(vec![said.on(self.wire, self.streamed)], &question("hi")).await
    }

    /// The provider is asked this, and answers something.
    pub(crate) async fn is_asked(&self, body: &Value) -> Value {
        let got = self.ask(vec![Said::text("Fine.").on(self.wire, self.streamed)], body).await;
        assert!(got.outcome.is_ok(), "{}: {got:?}", self.name());
        assert_eq!(got.asked.len(), 1, "{}", self.name());
        got.asked[0].body.clone()
    }

    /// What comes of a step, once the API would have taken all that it was asked.
    pub(crate) async fn ask(&self, script: Vec<Answer>, body: &Value) -> Got {
        let got = self.talk(script, body).await;
        for asked in &got.asked {
            if let Err(why) = strict::check(self.wire, asked) {
                panic!("{}: the API refuses: {why}\n{:#}", self.name(), asked.body);
            }
        }
        assert!(!got.text.contains(KEY), "{}", got.text);
        got
    }

    async fn talk(&self, script: Vec<Answer>, body: &Value) -> Got {
        self.fake.play(script);
        let mut request = self.app.request(Method::POST).header("origin", PAGE).json(body);
        if self.streamed {
            request = request.header("accept", "text/event-stream");
        }
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        let retry_after = response.headers().get("retry-after");
        let retry_after = retry_after.map(|value| value.to_str().expect("text").to_owned());
        let text = response.text().await.expect("a body");
        let outcome = match status {
            200 if self.streamed => last_event(&text),
            200 => Ok(serde_json::from_str(&text).expect("JSON")),
            _ => Err((status, code(&serde_json::from_str(&text).expect("JSON")))),
        };
        Got { outcome, retry_after, text, asked: self.fake.asked() }
    }
}

impl Got {
    pub(crate) fn reply(&self) -> &Value {
        self.outcome.as_ref().unwrap_or_else(|error| panic!("{error:?}: {}", self.text))
    }

    /// The code of its error.
    pub(crate) fn code(&self) -> &str {
        match &self.outcome {
            Ok(reply) => panic!("a reply: {reply}"),
            Err((_, code)) => code,
        }
    }
}

fn code(body: &Value) -> String {
    body["error"]["code"].as_str().expect("a code").to_owned()
}

/// The reply of a stream, or its error; deltas may only come before it, and say no more than it.
fn last_event(text: &str) -> Result<Value, (u16, String)> {
    let mut said = String::new();
    let mut events = Decoder::default().push(text.as_bytes());
    let last = events.pop().expect("an event");
    for event in events {
        assert_eq!(event.name, b"delta", "{text}");
        let delta: Value = serde_json::from_slice(&event.data).expect("JSON");
        said.push_str(delta["text"].as_str().expect("text"));
    }
    let document: Value = serde_json::from_slice(&last.data).expect("JSON");
    if last.name == b"error" {
        return Err((200, code(&document)));
    }
    assert_eq!(last.name, b"reply", "{text}");
    assert!(said.is_empty() || document["text"] == said, "{text}");
    Ok(document)
}

//! What an observer is told of each step.

use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use site_agent_gateway::{
    Code, GatewayConfig, Model, Observer, Outcome, Provider, RateLimit, StepSeen,
};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber, span};

use crate::app::{App, KEY, PAGE, at, question, settings};
use crate::fake::{Answer, Fake, Tail};

#[derive(Debug, Default)]
struct Notes {
    steps: Mutex<Vec<StepSeen>>,
    refused: Mutex<Vec<Code>>,
}

impl Observer for Notes {
    fn step(&self, step: &StepSeen) {
        self.steps.lock().expect("no panic").push(step.clone());
    }

    fn refused(&self, code: Code) {
        self.refused.lock().expect("no panic").push(code);
    }
}

impl Notes {
    /// The one step there was; a step that was left is told a moment later.
    async fn step(&self) -> StepSeen {
        for _ in 0..100 {
            if let [step] = &self.steps.lock().expect("no panic")[..] {
                return step.clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("not one step: {:?}", self.steps);
    }
}

async fn watched(config: GatewayConfig) -> (Arc<Notes>, App) {
    let notes = Arc::new(Notes::default());
    let observer: Arc<dyn Observer> = Arc::<Notes>::clone(&notes);
    (notes, App::start(GatewayConfig { observer: Some(observer), ..config }).await)
}

fn says(text: &str) -> Answer {
    Answer::Json(
        200,
        json!({ "model": "m-2026", "choices": [{ "finish_reason": "stop", "message": { "content": text } }],
        "usage": { "prompt_tokens": 9, "completion_tokens": 2 } }),
    )
}

#[tokio::test]
async fn a_step_is_told_with_its_tokens_and_times() {
    let fake = Fake::start(vec![says("Hi.")]).await;
    let (notes, app) = watched(at(Provider::OpenAi, &fake.url("/v1"))).await;
    let response = app.post(&question("hi")).await;
    let id = response.headers()["x-request-id"].to_str().expect("text").to_owned();
    let step = notes.step().await;
    assert_eq!(step.request_id, id);
    assert_eq!((step.widget.as_str(), step.provider), ("default", "openai"));
    assert_eq!((step.asked.as_str(), step.model.as_deref()), ("test-model", Some("m-2026")));
    assert_eq!((step.outcome, step.tries, step.fallback), (Outcome::Answer, 1, false));
    assert_eq!(step.usage.map(|usage| (usage.input, usage.output)), Some((9, 2)));
    assert!(step.upstream > Duration::ZERO && step.upstream + step.overhead <= step.total);
}

#[tokio::test]
async fn a_stream_is_told_when_it_is_over() {
    let pieces: Vec<String> = [
        json!({ "model": "m-2026", "choices": [{ "delta": { "content": "So" } }] }),
        json!({ "choices": [{ "delta": { "content": " it is." }, "finish_reason": "stop" }] }),
        json!({ "choices": [], "usage": { "prompt_tokens": 9, "completion_tokens": 2 } }),
    ]
    .iter()
    .map(|piece| format!("data: {piece}\n\n"))
    .chain(["data: [DONE]\n\n".to_owned()])
    .collect();
    let fake = Fake::start(vec![Answer::Pieces(pieces, Tail::End)]).await;
    let (notes, app) = watched(at(Provider::OpenAi, &fake.url("/v1"))).await;
    let sent =
        app.request(Method::POST).header("origin", PAGE).header("accept", "text/event-stream");
    let body = sent.json(&question("hi")).send().await.expect("an answer").text().await;
    assert!(body.expect("a body").contains("event: reply"));
    let step = notes.step().await;
    assert!(step.streamed && step.outcome == Outcome::Answer);
    assert_eq!(step.usage.map(|usage| usage.output), Some(2));
    assert!(step.upstream >= Duration::from_millis(10), "three pieces, 5 ms each: {step:?}");
}

#[tokio::test]
async fn a_failure_has_its_code_and_a_client_that_leaves_has_left() {
    let fake = Fake::start(vec![Answer::Json(500, json!({}))]).await;
    let (notes, app) = watched(at(Provider::Gemini, &fake.url(""))).await;
    app.post(&question("hi")).await;
    let step = notes.step().await;
    assert_eq!((step.outcome, step.provider), (Outcome::Failed(Code::Upstream), "gcp.gemini"));

    let fake = Fake::start(vec![Answer::Hang]).await;
    let config =
        GatewayConfig { timeout: Duration::from_mins(1), ..at(Provider::Anthropic, &fake.url("")) };
    let (notes, app) = watched(config).await;
    let sent = app.request(Method::POST).header("origin", PAGE).json(&question("hi")).send();
    let waits = tokio::spawn(sent);
    fake.is_asked().await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    waits.abort();
    let step = notes.step().await;
    assert_eq!(step.outcome, Outcome::Left);
    assert!(step.upstream >= Duration::from_millis(50), "the wait that was cut counts: {step:?}");
    assert!(step.upstream + step.overhead <= step.total, "and not twice: {step:?}");
}

#[tokio::test]
async fn the_second_model_and_the_rules_are_told_as_such() {
    let down = Fake::start(vec![Answer::Json(500, json!({}))]).await;
    let config =
        GatewayConfig { fallback: Some(Model::Rules), ..at(Provider::OpenAi, &down.url("/v1")) };
    let (notes, app) = watched(config).await;
    app.ok(&question("show me the cart")).await;
    let step = notes.step().await;
    assert_eq!((step.provider, step.asked.as_str(), step.fallback), ("rules", "rules", true));
    assert_eq!(step.outcome, Outcome::Tool);
}

#[tokio::test]
async fn what_never_became_a_step_is_told_by_its_code() {
    let limit = Some(RateLimit { max: 2, window: Duration::from_mins(1) });
    let (notes, app) = watched(GatewayConfig { rate_limit: limit, ..settings() }).await;
    let send = |origin| app.request(Method::POST).header("origin", origin);
    send("https://evil.example").json(&question("hi")).send().await.expect("an answer");
    send(PAGE).body("x").send().await.expect("an answer");
    app.ok(&question("show me the cart")).await;
    app.post(&question("show me the cart")).await;
    assert_eq!(
        *notes.refused.lock().expect("no panic"),
        [Code::OriginNotAllowed, Code::UnsupportedMediaType, Code::RateLimited]
    );
    assert_eq!(notes.step().await.outcome, Outcome::Tool);
}

/// Every line of the log, as level and fields, of all tests that run at once: a subscriber of one
/// thread alone is not told of everything.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<(Level, String)>>>);

impl Lines {
    fn all() -> &'static Self {
        static ALL: OnceLock<Lines> = OnceLock::new();
        ALL.get_or_init(|| {
            let lines = Self::default();
            tracing::subscriber::set_global_default(lines.clone()).expect("there is no other");
            lines
        })
    }

    fn add(&self, about: &Metadata<'_>, fields: String) {
        // Of other crates what must not be in any line.
        if about.target().starts_with("site_agent") || fields.contains(KEY) {
            self.0.lock().expect("no panic").push((*about.level(), fields));
        }
    }

    /// Those with this text.
    fn with(&self, text: &str) -> Vec<(Level, String)> {
        let lines = self.0.lock().expect("no panic");
        lines.iter().filter(|(_, line)| line.contains(text)).cloned().collect()
    }
}

impl Subscriber for Lines {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        *about.level() <= Level::DEBUG || about.target().starts_with("site_agent")
    }

    fn new_span(&self, span: &span::Attributes<'_>) -> span::Id {
        let mut fields = String::new();
        span.record(&mut Fields(&mut fields));
        self.add(span.metadata(), fields);
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = String::new();
        event.record(&mut Fields(&mut fields));
        self.add(event.metadata(), fields);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }
}

#[tokio::test]
async fn a_line_of_the_log_meets_the_clients_error_and_tells_no_secret() {
    let lines = Lines::all();
    let told = json!({ "error": { "message": format!("upstream-secret-words {KEY}") } });
    let script = vec![says("an answer of its own"), Answer::Json(401, told)];
    let fake = Fake::start(script).await;
    let app = App::start(at(Provider::OpenAi, &fake.url("/v1"))).await;
    let answered = app.post(&question("a question of my own")).await;
    let first = answered.headers()["x-request-id"].to_str().expect("text").to_owned();
    let failed = app.post(&question("a question of my own")).await;
    let id = failed.headers()["x-request-id"].to_str().expect("text").to_owned();
    assert!(failed.text().await.expect("a body").contains(&id));

    let step = |id: &str| {
        let steps = lines.with(id).into_iter().filter(|(_, line)| line.contains("message=step"));
        let steps: Vec<_> = steps.collect();
        assert_eq!(steps.len(), 1, "{steps:?}");
        steps[0].1.clone()
    };
    let steps = [step(&first), step(&id)];
    for (nth, field) in [
        (0, "outcome=\"answer\""),
        (0, "gen_ai.operation.name=\"chat\""),
        (0, "gen_ai.provider.name=\"openai\""),
        (0, "gen_ai.request.model=\"test-model\""),
        (0, "gen_ai.response.model=\"m-2026\""),
        (0, "gen_ai.usage.input_tokens=9"),
        (0, "gen_ai.usage.output_tokens=2"),
        (0, "gen_ai.client.operation.duration="),
        (1, "error.type=\"upstream\""),
        (1, &format!("request_id={id:?}")),
    ] {
        assert!(steps[nth].contains(field), "{field}: {}", steps[nth]);
    }
    let told = lines.with(&id);
    let why = told.iter().find(|(level, _)| *level == Level::WARN);
    assert!(why.is_some_and(|(_, line)| line.contains("answered 401")), "{told:?}");
    // Whatever test it was in.
    assert!(lines.with(KEY).is_empty(), "{:?}", lines.with(KEY));
    for secret in ["upstream-secret-words", "of my own", "of its own"] {
        let told = lines.with(secret);
        assert!(told.iter().all(|(level, _)| *level > Level::INFO), "{told:?}");
    }
}

//! What became of each step, for whoever counts: told once, when the step is over, however it ends.
//!
//! Counting is left to an [`Observer`]; the line in the log is written here. Neither ever sees a
//! prompt, a reply or a key.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::budget::Budget;
use crate::config::{GatewayConfig, Model};
use crate::edge::request_id;
use crate::error::Code;
use crate::genai;
use crate::protocol::{Reply, Usage};

/// Somebody who counts. Called on the task that answers: keep it to a few counters.
pub trait Observer: fmt::Debug + Send + Sync {
    /// A step is over.
    fn step(&self, step: &StepSeen);

    /// A request was refused before it became a step: its origin, its limit, its envelope.
    fn refused(&self, code: Code) {
        let _ = code;
    }
}

/// What became of a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StepSeen {
    /// As the client's error and the log name it.
    pub request_id: String,
    /// The widget's public key.
    pub widget: String,
    /// Whether the reply was to come in pieces.
    pub streamed: bool,
    /// Who answered or was asked last; the value of [`genai::PROVIDER_NAME`].
    pub provider: &'static str,
    /// The model that was asked; `rules` for the rule matcher.
    pub asked: String,
    /// The model as the reply names it.
    pub model: Option<String>,
    /// Whether the second model was asked.
    pub fallback: bool,
    /// Requests to providers.
    pub tries: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// Tokens, where the provider told them.
    pub usage: Option<Usage>,
    /// From the request's body being there to the last byte of the reply.
    pub total: Duration,
    /// Of it, the time spent waiting for providers.
    pub upstream: Duration,
    /// Our own time up to the first byte of the reply: what a visitor waits longer because of us.
    pub overhead: Duration,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// With a call of a tool.
    Tool,
    /// With an answer.
    Answer,
    /// With an error.
    Failed(Code),
    /// The client went away first.
    Left,
}

impl Outcome {
    /// As a label: `tool`, `answer`, `left`, or the code of the error.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Answer => "answer",
            Self::Failed(code) => code.as_str(),
            Self::Left => "left",
        }
    }
}

/// Watches one step and tells of it when dropped, so that a client's leaving is told, too.
#[derive(Debug)]
pub(crate) struct Watch {
    observer: Option<Arc<dyn Observer>>,
    /// What pays for the step, and the bytes that were asked.
    charged: Option<(Arc<Budget>, usize)>,
    seen: StepSeen,
    began: Instant,
    /// Since when a provider is waited for; left standing where the wait was cut short.
    waiting: Option<Instant>,
    /// Whether the first byte of the reply is on its way.
    spoke: bool,
}

impl Watch {
    pub(crate) fn new(config: &GatewayConfig, streamed: bool) -> Self {
        let mut watch = Self {
            observer: config.observer.clone(),
            charged: None,
            seen: StepSeen {
                request_id: request_id::current(),
                widget: config.widget.clone(),
                streamed,
                provider: "",
                asked: String::new(),
                model: None,
                fallback: false,
                tries: 0,
                outcome: Outcome::Left,
                usage: None,
                total: Duration::ZERO,
                upstream: Duration::ZERO,
                overhead: Duration::ZERO,
            },
            began: Instant::now(),
            waiting: None,
            spoke: false,
        };
        watch.turns_to(&config.model);
        watch
    }

    /// The step is paid from `budget`; its request has `size` bytes.
    pub(crate) fn charges(&mut self, budget: &Arc<Budget>, size: usize) {
        self.charged = Some((Arc::clone(budget), size));
    }

    /// Tells the budget what the step cost. Where no provider said so, since the client left or the
    /// reply came to nothing, four bytes of the request are taken as a token: leaving early must
    /// not be free.
    fn charge(&self) {
        let Some((budget, size)) = &self.charged else { return };
        if let Some(usage) = self.seen.usage {
            budget.spend(usage.input.saturating_add(usage.output));
        } else if self.seen.tries > 0 {
            budget.spend(*size as u64 / 4);
        }
    }

    /// From now on `model` is asked.
    pub(crate) fn turns_to(&mut self, model: &Model) {
        self.seen.provider = genai::provider_name(model);
        self.seen.asked = match model {
            Model::Rules => "rules".to_owned(),
            Model::Remote(remote) => remote.model.clone(),
        };
    }

    /// The second model is asked from now on.
    pub(crate) fn falls_back_to(&mut self, model: &Model) {
        self.seen.fallback = true;
        self.turns_to(model);
    }

    /// A request goes to the provider.
    pub(crate) fn tries(&mut self) {
        self.seen.tries += 1;
    }

    /// Waits for a provider.
    pub(crate) async fn wait<T>(&mut self, wait: impl Future<Output = T>) -> T {
        self.stop_waiting();
        self.waiting = Some(Instant::now());
        let done = wait.await;
        self.stop_waiting();
        done
    }

    fn stop_waiting(&mut self) {
        if let Some(since) = self.waiting.take() {
            self.seen.upstream += since.elapsed();
        }
    }

    /// The first byte of the reply goes out; what comes later is the provider's pace, or the
    /// client's.
    pub(crate) fn speaks(&mut self) {
        self.stop_waiting();
        if !std::mem::replace(&mut self.spoke, true) {
            self.seen.overhead = self.began.elapsed().saturating_sub(self.seen.upstream);
        }
    }

    /// The step ends with this reply.
    pub(crate) fn replied(&mut self, reply: &Reply) {
        let (outcome, model, usage) = match reply {
            Reply::Tool { model, usage, .. } => (Outcome::Tool, model, usage),
            Reply::Answer { model, usage, .. } => (Outcome::Answer, model, usage),
        };
        self.seen.model.clone_from(model);
        self.seen.usage = *usage;
        self.ends(outcome);
    }

    /// The step ends.
    pub(crate) fn ends(&mut self, outcome: Outcome) {
        self.speaks();
        self.seen.outcome = outcome;
    }

    fn log(&self) {
        let seen = &self.seen;
        let failed = match seen.outcome {
            Outcome::Failed(code) => Some(code.as_str()),
            _ => None,
        };
        tracing::info!(
            request_id = seen.request_id,
            widget = seen.widget,
            outcome = seen.outcome.as_str(),
            { genai::OPERATION_NAME } = genai::CHAT,
            { genai::PROVIDER_NAME } = seen.provider,
            { genai::REQUEST_MODEL } = seen.asked,
            { genai::RESPONSE_MODEL } = seen.model,
            { genai::INPUT_TOKENS } = seen.usage.map(|usage| usage.input),
            { genai::OUTPUT_TOKENS } = seen.usage.map(|usage| usage.output),
            { genai::ERROR_TYPE } = failed,
            { genai::OPERATION_DURATION } = seen.total.as_secs_f64(),
            fallback = seen.fallback,
            tries = seen.tries,
            overhead = seen.overhead.as_secs_f64(),
            "step"
        );
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.speaks();
        self.seen.total = self.began.elapsed();
        self.charge();
        self.log();
        if let Some(observer) = &self.observer {
            observer.step(&self.seen);
        }
    }
}

//! One step: a request of protocol 1 in, a reply or a typed error out.

use std::borrow::Cow;
use std::sync::Arc;

use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::budget::Budget;
use crate::config::{ConfigError, GatewayConfig};
use crate::edge::{Clients, same_limit};
use crate::error::{ApiError, Code};
use crate::events::{self, Events, Live};
use crate::history;
use crate::instructions::Instructions;
use crate::observe::{Outcome, Watch};
use crate::protocol::{Message, Request};
use crate::provider::{Step, rules};
use crate::source::Source;
use crate::toolbox::{Toolbox, Toolboxes};
use crate::tries::{self, Begun, Terms};

/// One widget's proxy: its settings, and the models that answer.
#[derive(Debug)]
pub struct Gateway {
    pub(crate) config: GatewayConfig,
    /// What each client has used of its limit.
    pub(crate) clients: Clients,
    first: Source,
    second: Option<Source>,
    budget: Arc<Budget>,
    in_flight: Arc<Semaphore>,
    toolboxes: Toolboxes,
    instructions: Instructions,
}

/// What a step came to.
pub enum Answered {
    /// The reply's JSON document.
    Whole(Bytes),
    /// Server-sent events.
    Events(Events),
}

impl Gateway {
    /// A proxy with these settings.
    ///
    /// # Errors
    /// When a key cannot be sent or the HTTP client cannot start.
    pub fn new(config: GatewayConfig) -> Result<Self, ConfigError> {
        Ok(Self {
            first: Source::new(&config.model)?,
            second: config.fallback.as_ref().map(Source::new).transpose()?,
            budget: Arc::new(Budget::new(config.daily_requests, config.daily_tokens)),
            in_flight: Arc::new(Semaphore::new(config.max_in_flight)),
            clients: Clients::default(),
            config,
            toolboxes: Toolboxes::default(),
            instructions: Instructions::default(),
        })
    }

    /// The proxy of another widget in the same program: `max_in_flight` bounds the steps of both
    /// together, all else is counted apart.
    ///
    /// # Errors
    /// As [`Gateway::new`].
    pub fn beside(&self, config: GatewayConfig) -> Result<Self, ConfigError> {
        let config = GatewayConfig { max_in_flight: self.config.max_in_flight, ..config };
        Ok(Self { in_flight: Arc::clone(&self.in_flight), ..Self::new(config)? })
    }

    /// This proxy with other settings, for the steps to come; those at work end with the old ones.
    /// Where a limit or a budget stayed the same, what was used of it stays used.
    ///
    /// # Errors
    /// As [`Gateway::new`].
    pub fn changed(&self, config: GatewayConfig) -> Result<Self, ConfigError> {
        let mut changed = self.beside(config)?;
        let budget = |config: &GatewayConfig| (config.daily_requests, config.daily_tokens);
        if budget(&changed.config) == budget(&self.config) {
            changed.budget = Arc::clone(&self.budget);
        }
        if same_limit(&changed.config, &self.config) {
            changed.clients = self.clients.clone();
        }
        Ok(changed)
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &GatewayConfig {
        &self.config
    }

    /// Steps at work.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.config.max_in_flight.saturating_sub(self.in_flight.available_permits())
    }

    /// Answers one step: with the reply's JSON document, or with `events` as it comes. An error
    /// comes from here as long as no word of the reply has gone out, later as an event.
    ///
    /// Dropping the future, or the events, cancels the call to the provider.
    ///
    /// # Errors
    /// Every way in which a step can fail, as protocol 1 names them.
    pub async fn turn(&self, body: Bytes, events: bool) -> Result<Answered, ApiError> {
        let mut watch = Watch::new(&self.config, events);
        let until = Instant::now() + self.config.timeout;
        let answered = self.answer(body, events, until, &mut watch).await;
        match answered {
            Ok(Begun::Ruled(reply)) => Ok(if events {
                Answered::Events(events::of_rules(&reply))
            } else {
                Answered::Whole(reply.to_text().into())
            }),
            Ok(Begun::Whole(reply)) => {
                watch.replied(&reply);
                let reply = reply.to_bytes()?;
                Ok(if events {
                    Answered::Events(events::whole(&reply))
                } else {
                    Answered::Whole(reply)
                })
            }
            Ok(Begun::Pieces { said, reading, permit }) => {
                watch.speaks();
                Ok(Answered::Events(Live::new(reading, until, permit, watch).events(&said)))
            }
            Err(error) => {
                watch.ends(Outcome::Failed(error.code()));
                Err(error)
            }
        }
    }

    /// A request that does not become a step.
    pub(crate) fn refuse(&self, error: ApiError) -> Response {
        if let Some(observer) = &self.config.observer {
            observer.refused(error.code());
        }
        error.into_response()
    }

    /// The first model's answer, or the second's where the first gave not a word of one.
    async fn answer(
        &self,
        body: Bytes,
        events: bool,
        until: Instant,
        watch: &mut Watch,
    ) -> Result<Begun, ApiError> {
        let permit = Arc::clone(&self.in_flight).try_acquire_owned().map_err(|_| {
            ApiError::new(Code::Overloaded, "too many requests are at work, try again shortly")
        })?;
        let caps = self.config.caps;
        let size = body.len();
        let mut asked = Asked { whole: None, size, events, until, permit };
        if let Some(cut) = self.toolboxes.cut(&body)
            && let Some(request) = cut.request(caps)
        {
            if self.is_ruled() {
                asked.whole = Some(body);
            } else {
                // Nobody looks at it again, and a model is waited for for long.
                drop(body);
            }
            return self.ask(&request, &cut.toolbox, asked, watch).await;
        }
        let request = Request::parse(&body, caps)?;
        let toolbox = self.toolboxes.of(request.tools, caps)?;
        asked.whole = Some(body.clone());
        self.ask(&request, &toolbox, asked, watch).await
    }

    /// Asks for a request that was read.
    async fn ask(
        &self,
        request: &Request<'_>,
        toolbox: &Toolbox,
        asked: Asked,
        watch: &mut Watch,
    ) -> Result<Begun, ApiError> {
        let Asked { whole, size, events, until, permit } = asked;
        self.budget.admit().map_err(|wait| {
            ApiError::new(Code::BudgetSpent, "this agent's budget for the day is spent")
                .retry_after(Some(wait))
        })?;
        watch.charges(&self.budget, size);
        let Some(first) = self.first.remote() else { return ruled(whole, watch) };
        let mut step = self.step(request, toolbox, size)?;
        // A model that hangs leaves the other one time to answer.
        let alone = self.second.is_none();
        let end = if alone { until } else { until - self.config.timeout / 3 };
        let terms = Terms { streamed: events, until: end, patient: alone };
        let error = match tries::ask(&self.first, first, &mut step, terms, watch).await {
            Err(error) if is_down(error.code()) => error,
            answer => return answer.map(|answer| answer.holding(permit)),
        };
        let Some(source) = &self.second else { return Err(error) };
        error.log();
        watch.falls_back_to(source.model());
        let Some(second) = source.remote() else { return ruled(whole, watch) };
        let terms = Terms { streamed: events, until, patient: true };
        match tries::ask(source, second, &mut step, terms, watch).await {
            Err(late) if late.code() == Code::UpstreamTimeout => Err(error),
            answer => answer.map(|answer| answer.holding(permit)),
        }
    }

    /// Whether the rule matcher may be asked, which reads the body itself.
    fn is_ruled(&self) -> bool {
        let is_rules = |source: &Source| source.remote().is_none();
        is_rules(&self.first) || self.second.as_ref().is_some_and(is_rules)
    }

    fn step<'a>(
        &self,
        request: &'a Request<'a>,
        toolbox: &Toolbox,
        size: usize,
    ) -> Result<Step<'a>, ApiError> {
        let called = request.messages.iter().filter_map(|message| match message {
            Message::Call { name, .. } => Some(name.as_str()),
            _ => None,
        });
        let names = toolbox.names.with(called);
        let browser = if self.config.allow_client_instructions {
            request.instructions.read()
        } else {
            Cow::default()
        };
        let instructions = self.instructions.of(&self.config.instructions, browser.trim())?;
        Ok(Step {
            instructions,
            entries: history::normalise(&request.messages, &names),
            tools: toolbox.tools.clone(),
            names,
            max_tokens: self.config.max_tokens,
            size,
        })
    }

    /// What every API must take of a request, whole: for tests that play the APIs.
    #[cfg(any(test, feature = "fuzz"))]
    pub(crate) fn prepared<T>(
        &self,
        body: &[u8],
        look: impl FnOnce(&Step<'_>) -> T,
    ) -> Result<T, ApiError> {
        let request = Request::parse(body, self.config.caps)?;
        let toolbox = self.toolboxes.of(request.tools, self.config.caps)?;
        Ok(look(&self.step(&request, &toolbox, body.len())?))
    }

    /// The same where its list of tools is known.
    #[cfg(any(test, feature = "fuzz"))]
    pub(crate) fn prepared_again<T>(
        &self,
        body: &[u8],
        look: impl FnOnce(&Step<'_>) -> T,
    ) -> Option<T> {
        let cut = self.toolboxes.cut(body)?;
        let request = cut.request(self.config.caps)?;
        self.step(&request, &cut.toolbox, body.len()).ok().map(|step| look(&step))
    }
}

/// What is known of a step beside what its request says.
struct Asked {
    /// The body as it came, where the rule matcher may be asked.
    whole: Option<Bytes>,
    /// Its bytes.
    size: usize,
    events: bool,
    until: Instant,
    permit: OwnedSemaphorePermit,
}

/// By the rule matcher, which reads the body with the core's own JSON.
fn ruled(whole: Option<Bytes>, watch: &mut Watch) -> Result<Begun, ApiError> {
    use site_agent_core::protocol::Reply;
    let reply = rules::respond(&whole.unwrap_or_default())?;
    watch.ends(match reply {
        Reply::Call { .. } => Outcome::Tool,
        Reply::Answer { .. } => Outcome::Answer,
    });
    Ok(Begun::Ruled(reply))
}

/// Whether the provider could not answer at all; what it refused or garbled, another would not
/// mend.
fn is_down(code: Code) -> bool {
    matches!(code, Code::Upstream | Code::Overloaded | Code::UpstreamTimeout)
}

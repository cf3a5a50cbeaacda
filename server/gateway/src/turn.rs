//! One step: a request of protocol 1 in, a reply or a typed error out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use http::HeaderValue;
use secrecy::ExposeSecret as _;
use site_agent_core::instructions;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

use crate::client;
use crate::config::{ConfigError, GatewayConfig, Model, Remote};
use crate::error::{ApiError, Code};
use crate::events::{self, Events, Live};
use crate::history;
use crate::names::NameMap;
use crate::protocol::{Message, Reply, Request};
use crate::provider::{Fault, Quirks, Step, ToolOut, Try, rules};
use crate::schema;
use crate::upstream::{Answer, Next, Reading, attempt};

/// Tries of one step: the first, what an error taught, and one malformed reply.
const TRIES: usize = 4;

/// One widget's proxy: its settings, its HTTP client, what it learnt of its model.
#[derive(Debug)]
pub struct Gateway {
    pub(crate) config: GatewayConfig,
    client: Option<reqwest::Client>,
    in_flight: Arc<Semaphore>,
    learnt: Mutex<HashMap<String, Quirks>>,
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
    /// When the key cannot be sent or the HTTP client cannot start.
    pub fn new(config: GatewayConfig) -> Result<Self, ConfigError> {
        let client = match &config.model {
            Model::Rules => None,
            Model::Remote(remote) => {
                if let Some(key) = &remote.api_key {
                    HeaderValue::from_str(key.expose_secret()).map_err(|_| ConfigError::Key)?;
                }
                Some(client::client(remote)?)
            }
        };
        let in_flight = Arc::new(Semaphore::new(config.max_in_flight));
        Ok(Self { config, client, in_flight, learnt: Mutex::default() })
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &GatewayConfig {
        &self.config
    }

    /// When a step that begins now has to be over.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        Instant::now() + self.config.timeout
    }

    /// Answers one step: with the reply's JSON document, or with `events` as it comes. An error
    /// comes from here as long as no word of the reply has gone out, later as an event.
    ///
    /// Dropping the future, or the events, cancels the call to the provider.
    ///
    /// # Errors
    /// Every way in which a step can fail, as protocol 1 names them.
    pub async fn turn(
        &self,
        body: Bytes,
        events: bool,
        until: Instant,
    ) -> Result<Answered, ApiError> {
        let permit = Arc::clone(&self.in_flight).try_acquire_owned().map_err(|_| {
            ApiError::new(Code::Overloaded, "too many requests are at work, try again shortly")
        })?;
        let request = Request::parse(body, self.config.caps)?;
        let (Model::Remote(remote), Some(client)) = (&self.config.model, &self.client) else {
            let reply = rules::respond(&request.body)?;
            return Ok(if events {
                Answered::Events(events::of_rules(&reply))
            } else {
                Answered::Whole(reply.to_text().into())
            });
        };
        let step = self.step(&request);
        let answer = timeout_at(until, self.answer(&step, remote, client, events)).await;
        let answer = answer.map_err(|_| {
            ApiError::new(Code::UpstreamTimeout, "the model did not answer in time")
        })??;
        Ok(match answer {
            Begun::Whole(reply) if events => Answered::Events(events::whole(&reply.to_bytes()?)),
            Begun::Whole(reply) => Answered::Whole(reply.to_bytes()?),
            Begun::Pieces { said, reading } => {
                Answered::Events(Live::new(reading, until, permit).events(&said))
            }
        })
    }

    fn step<'a>(&self, request: &'a Request) -> Step<'a> {
        let called = request.messages.iter().filter_map(|message| match message {
            Message::Call { name, .. } => Some(name.as_str()),
            _ => None,
        });
        let names = NameMap::new(request.tools.iter().map(|tool| tool.name.as_str()).chain(called));
        let tools = request
            .tools
            .iter()
            .map(|tool| ToolOut {
                name: names.outer(&tool.name),
                description: &tool.description,
                schema: schema::adapt(&tool.input_schema),
            })
            .collect();
        let browser =
            if self.config.allow_client_instructions { request.instructions.trim() } else { "" };
        let extra = [self.config.instructions.trim(), browser];
        let extra: Vec<&str> = extra.into_iter().filter(|text| !text.is_empty()).collect();
        Step {
            instructions: instructions::compose(&extra.join("\n\n")),
            entries: history::normalise(&request.messages),
            tools,
            names,
            max_tokens: self.config.max_tokens,
        }
    }

    /// Asks the provider; what an error teaches is tried once, a malformed reply once more.
    async fn answer(
        &self,
        step: &Step<'_>,
        remote: &Remote,
        client: &reqwest::Client,
        streamed: bool,
    ) -> Result<Begun, ApiError> {
        let (mut with_meta, mut malformed) = (true, false);
        for _ in 0..TRIES {
            let how = Try { quirks: self.quirks(&remote.model), with_meta, streamed };
            match begin(step, remote, client, how).await {
                Ok(begun) => return Ok(begun),
                Err(Fault::Learnt(learnt)) => self.learn(&remote.model, learnt),
                Err(Fault::StaleMeta) if with_meta => with_meta = false,
                Err(Fault::Malformed(_)) if !malformed => malformed = true,
                Err(fault) => return Err(fault.told()),
            }
        }
        Err(Fault::BadReply("every try failed in another way").told())
    }

    fn quirks(&self, model: &str) -> Quirks {
        self.learnt
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(model)
            .copied()
            .unwrap_or_default()
    }

    fn learn(&self, model: &str, quirks: Quirks) {
        self.learnt.lock().unwrap_or_else(PoisonError::into_inner).insert(model.to_owned(), quirks);
    }
}

/// A reply that can no longer be taken back, since its first word is about to go out.
enum Begun {
    Whole(Reply),
    Pieces {
        /// The first words.
        said: String,
        reading: Reading,
    },
}

/// One try, up to its first word: until then another may take its place.
async fn begin(
    step: &Step<'_>,
    remote: &Remote,
    client: &reqwest::Client,
    how: Try,
) -> Result<Begun, Fault> {
    let mut reading = match attempt(step, remote, client, how).await? {
        Answer::Whole(reply) => return Ok(Begun::Whole(reply)),
        Answer::Pieces(reading) => reading,
    };
    let mut said = String::new();
    loop {
        match reading.next().await? {
            Next::Reply(reply) => return Ok(Begun::Whole(*reply)),
            Next::Text(text) => said.push_str(&text),
        }
        // Blank text alone is no answer yet.
        if !said.trim().is_empty() {
            return Ok(Begun::Pieces { said, reading });
        }
    }
}

//! One step: a request of protocol 1 in, a reply or a typed error out.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use bytes::{Bytes, BytesMut};
use futures::StreamExt as _;
use http::{HeaderValue, StatusCode, header};
use secrecy::ExposeSecret as _;
use site_agent_core::instructions;
use tokio::sync::Semaphore;

use crate::client;
use crate::config::{ConfigError, GatewayConfig, Model, Provider, Remote};
use crate::error::{ApiError, Code};
use crate::history;
use crate::names::NameMap;
use crate::protocol::{Message, Reply, Request};
use crate::provider::{Fault, Outgoing, Quirks, Step, ToolOut, anthropic, gemini, openai, rules};
use crate::schema;

/// The most of a provider's reply that is read.
const REPLY_BYTES: usize = 1024 * 1024;
/// Tries of one step: the first, what an error taught, and one malformed reply.
const TRIES: usize = 4;

/// One widget's proxy: its settings, its HTTP client, what it learnt of its model.
#[derive(Debug)]
pub struct Gateway {
    pub(crate) config: GatewayConfig,
    client: Option<reqwest::Client>,
    in_flight: Semaphore,
    learnt: Mutex<HashMap<String, Quirks>>,
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
        let in_flight = Semaphore::new(config.max_in_flight);
        Ok(Self { config, client, in_flight, learnt: Mutex::default() })
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &GatewayConfig {
        &self.config
    }

    /// Answers one step with the reply's JSON document.
    ///
    /// Dropping the future cancels the call to the provider.
    ///
    /// # Errors
    /// Every way in which a step can fail, as protocol 1 names them.
    pub async fn turn(&self, body: Bytes) -> Result<Bytes, ApiError> {
        let _permit = self.in_flight.try_acquire().map_err(|_| {
            ApiError::new(Code::Overloaded, "too many requests are at work, try again shortly")
        })?;
        let request = Request::parse(body, self.config.caps)?;
        match (&self.config.model, &self.client) {
            (Model::Remote(remote), Some(client)) => {
                let step = self.step(&request);
                let reply =
                    tokio::time::timeout(self.config.timeout, self.answer(&step, remote, client))
                        .await
                        .map_err(|_| {
                            ApiError::new(Code::UpstreamTimeout, "the model did not answer in time")
                        })??;
                to_bytes(&reply)
            }
            _ => rules::respond(&request.body),
        }
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
    ) -> Result<Reply, ApiError> {
        let (mut with_meta, mut malformed) = (true, false);
        for _ in 0..TRIES {
            let quirks = self.quirks(&remote.model);
            match attempt(step, remote, client, quirks, with_meta).await {
                Ok(reply) => return Ok(reply),
                Err(Fault::Learnt(learnt)) => self.learn(&remote.model, learnt),
                Err(Fault::StaleMeta) if with_meta => with_meta = false,
                Err(Fault::Malformed(_)) if !malformed => malformed = true,
                Err(fault) => return Err(told(&fault)),
            }
        }
        Err(told(&Fault::BadReply("every try failed in another way")))
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

async fn attempt(
    step: &Step<'_>,
    remote: &Remote,
    client: &reqwest::Client,
    quirks: Quirks,
    with_meta: bool,
) -> Result<Reply, Fault> {
    let outgoing = match remote.provider {
        Provider::Anthropic => anthropic::request(step, remote, with_meta),
        Provider::OpenAi | Provider::OpenAiCompatible => openai::request(step, remote, quirks),
        Provider::Gemini => gemini::request(step, remote, with_meta),
    };
    let (status, headers, body) = send(client, outgoing).await?;
    if status != StatusCode::OK {
        return Err(match remote.provider {
            Provider::Anthropic => anthropic::fault(status, &headers, &body),
            Provider::OpenAi | Provider::OpenAiCompatible => {
                openai::fault(status, &headers, &body, quirks)
            }
            Provider::Gemini => gemini::fault(status, &headers, &body),
        });
    }
    match remote.provider {
        Provider::Anthropic => anthropic::reply(step, &body),
        Provider::OpenAi | Provider::OpenAiCompatible => openai::reply(step, &body),
        Provider::Gemini => gemini::reply(step, &body),
    }
}

async fn send(
    client: &reqwest::Client,
    outgoing: Outgoing,
) -> Result<(StatusCode, http::HeaderMap, Bytes), Fault> {
    let mut request = client
        .post(&outgoing.url)
        .header(header::CONTENT_TYPE, "application/json")
        .body(outgoing.body.to_string());
    for (name, value) in outgoing.headers {
        request = request.header(name, value);
    }
    if let Some((name, key)) = outgoing.key {
        let mut value = HeaderValue::from_str(key.expose_secret())
            .map_err(|_| Fault::BadReply("the key fits no header"))?;
        value.set_sensitive(true);
        request = request.header(name, value);
    }
    let response = request.send().await.map_err(|error| unreachable_provider(&error))?;
    let (status, headers) = (response.status(), response.headers().clone());
    let mut body = BytesMut::new();
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        body.extend_from_slice(&chunk.map_err(|error| unreachable_provider(&error))?);
        if body.len() > REPLY_BYTES {
            return Err(Fault::BadReply("the reply is too long"));
        }
    }
    Ok((status, headers, body.freeze()))
}

/// A connection that failed; the error's own text names hosts, so only its kind is kept.
fn unreachable_provider(error: &reqwest::Error) -> Fault {
    Fault::BadReply(if error.is_connect() {
        "the provider could not be reached"
    } else if error.is_timeout() {
        "the provider was too slow"
    } else {
        "the connection to the provider broke"
    })
}

/// The fault as a client may read it; upstream text never passes.
fn told(fault: &Fault) -> ApiError {
    match *fault {
        Fault::Overloaded(wait) => {
            ApiError::new(Code::Overloaded, "the model is overloaded, try again shortly")
                .retry_after(wait)
        }
        Fault::Upstream(status) => ApiError::new(
            Code::Upstream,
            format!("the model's provider answered {}", status.as_u16()),
        ),
        Fault::Truncated => {
            ApiError::new(Code::Truncated, "the model's reply was cut off by its length limit")
        }
        Fault::Refused => ApiError::new(Code::Refused, "the model refused to answer"),
        Fault::BadReply(
            why @ ("the provider could not be reached" | "the connection to the provider broke"),
        ) => {
            ApiError::new(Code::Upstream, "the model's provider could not be reached").because(why)
        }
        Fault::BadReply(why) | Fault::Malformed(why) => {
            ApiError::new(Code::BadReply, "the model's reply was not usable").because(why)
        }
        Fault::Learnt(_) | Fault::StaleMeta => {
            ApiError::new(Code::Upstream, "the model's provider refused the request")
                .because("a retry did not help")
        }
    }
}

fn to_bytes(reply: &Reply) -> Result<Bytes, ApiError> {
    serde_json::to_vec(reply).map(Bytes::from).map_err(|error| {
        ApiError::new(Code::Internal, "something went wrong").because(error.to_string())
    })
}

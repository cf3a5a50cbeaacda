//! The model behind `/api/agent`, as the site's port sees it: the widget's own, and a second one
//! for when that is down.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use site_agent_app::ports::{Agent, AgentFailure, AgentReply, AgentTurnRequest};
use site_agent_gateway::{
    Answered, ApiError, Code, ConfigError, Gateway, GatewayConfig, Model, Origin,
};

use crate::config::Widget;

/// Steps at work at once with the second model: fewer than with the first, whose limit must not be
/// doubled by it.
const FALLBACK_IN_FLIGHT: usize = 256;

/// The default widget's model proxy.
#[derive(Debug)]
pub struct ModelProxy {
    first: Arc<Gateway>,
    fallback: Option<Gateway>,
}

impl ModelProxy {
    /// A proxy for `widget`, which pages of `own` may use besides those on its list.
    pub fn new(widget: &Widget, own: &[Origin]) -> Result<Self, ConfigError> {
        let first = Arc::new(Gateway::new(settings(widget, own, widget.upstream.model()))?);
        let fallback = widget.fallback.as_ref().map(|upstream| {
            let settings = settings(widget, own, upstream.model());
            Gateway::new(GatewayConfig { max_in_flight: FALLBACK_IN_FLIGHT, ..settings })
        });
        Ok(Self { first, fallback: fallback.transpose()? })
    }

    /// What stands in front: the settings of the first hold for both.
    pub fn gateway(&self) -> &Arc<Gateway> {
        &self.first
    }

    /// The first model's answer, or the second's where the first gave not a word of one.
    async fn answer(&self, body: Bytes, events: bool) -> Result<Answered, ApiError> {
        // For the whole step, whoever answers it.
        let until = self.first.deadline();
        let error = match self.first.turn(body.clone(), events, until).await {
            Err(error) if is_down(error.code()) => error,
            answer => return answer,
        };
        let Some(fallback) = &self.fallback else { return Err(error) };
        error.log();
        match fallback.turn(body, events, until).await {
            Err(late) if late.code() == Code::UpstreamTimeout => Err(error),
            answer => answer,
        }
    }
}

#[async_trait]
impl Agent for ModelProxy {
    async fn turn(&self, turn: AgentTurnRequest) -> Result<AgentReply, AgentFailure> {
        match self.answer(turn.body, turn.events).await {
            Ok(Answered::Whole(reply)) => Ok(AgentReply::Whole(reply)),
            Ok(Answered::Events(events)) => Ok(AgentReply::Events(events)),
            Err(error) => {
                error.log();
                Err(AgentFailure {
                    status: error.code().status().as_u16(),
                    retry_after: error.retry_after_seconds(),
                    body: error.body().into(),
                })
            }
        }
    }
}

/// Whether the provider could not answer at all; what it refused or garbled, another would not
/// mend.
fn is_down(code: Code) -> bool {
    matches!(code, Code::Upstream | Code::Overloaded)
}

fn settings(widget: &Widget, own: &[Origin], model: Model) -> GatewayConfig {
    let clients = &widget.clients;
    GatewayConfig {
        allowed_origins: own.iter().chain(&clients.allowed_origins).cloned().collect(),
        allow_missing_origin: clients.allow_missing_origin,
        allow_headers: clients.allow_headers.clone(),
        model,
        max_tokens: widget.max_tokens,
        caps: widget.caps,
        rate_limit: widget.rate_limit,
        instructions: widget.instructions.clone().unwrap_or_default(),
        allow_client_instructions: widget.allow_client_instructions,
        timeout: widget.timeout,
        client_ip_header: clients.ip_header.clone(),
        trusted_proxies: clients.trusted_proxies.clone(),
        ..GatewayConfig::default()
    }
}

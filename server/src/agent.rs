//! The model behind `/api/agent`, as the site's port sees it: the widget's own, and a second one
//! for when that is down.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use bytes::Bytes;
use site_agent_app::ports::{Agent, AgentFailure, AgentReply, AgentTurnRequest};
use site_agent_gateway::{ApiError, Code, ConfigError, Gateway, GatewayConfig, Model, Origin};

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

    async fn answer(&self, body: Bytes) -> Result<Bytes, ApiError> {
        let start = Instant::now();
        let failed = match (self.first.turn(body.clone()).await, &self.fallback) {
            (Err(error), Some(fallback)) if is_down(error.code()) => (error, fallback),
            (answer, _) => return answer,
        };
        let (error, fallback) = failed;
        error.log();
        // The deadline is for the whole step.
        let left = self.first.config().timeout.saturating_sub(start.elapsed());
        tokio::time::timeout(left, fallback.turn(body)).await.unwrap_or(Err(error))
    }
}

#[async_trait]
impl Agent for ModelProxy {
    async fn turn(&self, turn: AgentTurnRequest) -> Result<AgentReply, AgentFailure> {
        self.answer(turn.body).await.map(AgentReply::Whole).map_err(|error| {
            error.log();
            AgentFailure {
                status: error.code().status().as_u16(),
                retry_after: error.retry_after_seconds(),
                body: error.body().into(),
            }
        })
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

//! The model behind `/api/agent`, as the site's port sees it.

use std::sync::Arc;

use async_trait::async_trait;
use site_agent_app::ports::{Agent, AgentFailure, AgentReply, AgentTurnRequest};
use site_agent_gateway::{Answered, ConfigError, Gateway, GatewayConfig, Observer, Origin};

use crate::config::{Upstream, Widget};

/// The default widget's model proxy.
#[derive(Debug)]
pub struct ModelProxy {
    gateway: Arc<Gateway>,
}

impl ModelProxy {
    /// A proxy for `widget`, which pages of `own` may use besides those on its list; `observer`
    /// counts its steps.
    pub fn new(
        widget: &Widget,
        own: &[Origin],
        observer: Option<Arc<dyn Observer>>,
    ) -> Result<Self, ConfigError> {
        let settings = GatewayConfig { observer, ..settings(widget, own) };
        Ok(Self { gateway: Arc::new(Gateway::new(settings)?) })
    }

    /// What stands in front.
    pub fn gateway(&self) -> &Arc<Gateway> {
        &self.gateway
    }
}

#[async_trait]
impl Agent for ModelProxy {
    async fn turn(&self, turn: AgentTurnRequest) -> Result<AgentReply, AgentFailure> {
        match self.gateway.turn(turn.body, turn.events).await {
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

fn settings(widget: &Widget, own: &[Origin]) -> GatewayConfig {
    let clients = &widget.clients;
    GatewayConfig {
        allowed_origins: own.iter().chain(&clients.allowed_origins).cloned().collect(),
        allow_missing_origin: clients.allow_missing_origin,
        allow_headers: clients.allow_headers.clone(),
        model: widget.upstream.model(),
        fallback: widget.fallback.as_ref().map(Upstream::model),
        max_tokens: widget.max_tokens,
        caps: widget.caps,
        rate_limit: widget.rate_limit,
        daily_requests: widget.daily.requests,
        daily_tokens: widget.daily.tokens,
        instructions: widget.instructions.clone().unwrap_or_default(),
        allow_client_instructions: widget.allow_client_instructions,
        timeout: widget.timeout,
        client_ip_header: clients.ip_header.clone(),
        trusted_proxies: clients.trusted_proxies.clone(),
        ..GatewayConfig::default()
    }
}

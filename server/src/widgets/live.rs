//! One widget, ready to answer.

use std::sync::{Arc, OnceLock};

use axum::Router;
use secrecy::SecretString;
use site_agent_gateway::{
    Answered, ApiError, Code, ConfigError, Gateway, GatewayConfig, Observer, Origin, protect,
};
use url::Url;

use super::DEFAULT_KEY;
use crate::config::{Chosen, RowSettings, Upstream, Widget};
use crate::seal::{Seal, SealError};
use crate::store::widgets::WidgetRow;

/// Clients that a row's limit remembers; there may be many rows.
const REMEMBERED_OF_A_ROW: usize = 10_000;

/// One widget's settings with the proxy made of them.
#[derive(Debug)]
pub struct Live {
    key: String,
    name: String,
    is_on: bool,
    settings: Widget,
    gateway: Arc<Gateway>,
    /// The route of the model proxy behind this widget's layers.
    proxy: OnceLock<Router>,
    /// Why no step can be answered, in words for the owner.
    fault: Option<String>,
}

impl Live {
    /// The configuration's.
    pub(super) fn of_file(
        settings: &Widget,
        own: &[Origin],
        observer: Option<Arc<dyn Observer>>,
    ) -> Result<Self, ConfigError> {
        let config = GatewayConfig { observer, ..gateway_config(DEFAULT_KEY, settings, own) };
        Ok(Self {
            key: DEFAULT_KEY.to_owned(),
            name: "Default".to_owned(),
            is_on: true,
            settings: settings.clone(),
            gateway: Arc::new(Gateway::new(config)?),
            proxy: OnceLock::new(),
            fault: None,
        })
    }

    /// A row's, in the place of `before`.
    pub(super) fn of_row(
        row: &WidgetRow,
        seal: &Seal,
        default: &Self,
        own: &[Origin],
        before: Option<&Self>,
    ) -> Result<Self, ConfigError> {
        let (settings, fault) = read(row, seal, &default.settings);
        let config = GatewayConfig {
            observer: default.gateway.config().observer.clone(),
            remembered_clients: REMEMBERED_OF_A_ROW,
            ..gateway_config(&row.key, &settings, own)
        };
        let gateway = match before {
            Some(before) => before.gateway.changed(config)?,
            None => default.gateway.beside(config)?,
        };
        Ok(Self {
            key: row.key.clone(),
            name: row.name.clone(),
            is_on: row.is_on,
            settings,
            gateway: Arc::new(gateway),
            proxy: OnceLock::new(),
            fault,
        })
    }

    /// The public key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What the owner calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it answers at all.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// What the owner decided.
    pub fn settings(&self) -> &Widget {
        &self.settings
    }

    /// What stands in front of its model.
    pub fn gateway(&self) -> &Arc<Gateway> {
        &self.gateway
    }

    /// The origins whose pages may use it, the program's own first.
    pub fn origins(&self) -> &[Origin] {
        &self.gateway.config().allowed_origins
    }

    /// Why it cannot answer, if it cannot.
    pub(super) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The model proxy's route, `agent`, behind this widget's layers.
    pub fn proxy(&self, agent: &Router) -> Router {
        self.proxy.get_or_init(|| protect(agent.clone(), &self.gateway)).clone()
    }

    /// Answers one step.
    pub(super) async fn turn(
        &self,
        body: axum::body::Bytes,
        events: bool,
    ) -> Result<Answered, ApiError> {
        if let Some(fault) = &self.fault {
            let error = ApiError::new(Code::NotConfigured, "this agent is not set up yet");
            return Err(error.because(format!("widget {}: {fault}", self.key)));
        }
        self.gateway.turn(body, events).await
    }
}

/// A row's settings as far as they can be used, and why they cannot.
fn read(row: &WidgetRow, seal: &Seal, of_file: &Widget) -> (Widget, Option<String>) {
    let kept: Result<RowSettings, _> = serde_json::from_str(&row.settings);
    let is_unread = kept.is_err();
    let kept = kept.unwrap_or_default();
    let opened = provider_key(row, &kept, seal);
    let key_fault = opened.as_ref().err().map(|error| format!("its provider key: {error}"));
    let (settings, problems) = Widget::of_row(&kept, opened.ok().flatten().as_ref(), of_file);
    let fault = if is_unread {
        Some("its settings cannot be read".to_owned())
    } else if let Some(problem) = problems.iter().next() {
        Some(problem.to_string())
    } else {
        key_fault.or_else(|| needs_key(&settings.upstream).then(|| "it has no provider key".into()))
    };
    (settings, fault)
}

/// The row's provider key, opened.
fn provider_key(
    row: &WidgetRow,
    kept: &RowSettings,
    seal: &Seal,
) -> Result<Option<SecretString>, SealError> {
    let Some(sealed) = &row.provider_key else { return Ok(None) };
    seal.open(sealed, &key_is_for(&row.key, kept)).map(Some)
}

/// What a provider key is sealed for: this widget, this provider, this host. Whatever the database
/// says later, it opens for no other.
pub(super) fn key_is_for(key: &str, kept: &RowSettings) -> String {
    let fields = kept.form();
    let field = |name: &str| fields.get(name).map_or("", String::as_str);
    let host = Url::parse(field("base_url")).map(|url| Origin::of(&url).to_string());
    format!("widget {key} {} {}", field("provider"), host.unwrap_or_default())
}

fn needs_key(upstream: &Upstream) -> bool {
    matches!(upstream, Upstream::Provider(chosen) if {
        let Chosen { has_key, name, .. } = chosen.as_ref();
        !has_key && *name != "openai-compatible"
    })
}

fn gateway_config(key: &str, widget: &Widget, own: &[Origin]) -> GatewayConfig {
    let clients = &widget.clients;
    GatewayConfig {
        widget: key.to_owned(),
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

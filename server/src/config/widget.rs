//! The default widget: who may use the proxy, which model answers, what it may cost, and how it
//! looks.

use std::net::IpAddr;
use std::time::Duration;

use http::HeaderName;
use ipnet::IpNet;
use site_agent_app::admin::trace::Level;
use site_agent_gateway::{Caps, Origin, RateLimit};

use super::limits::{self, Daily};
use super::problem::Problems;
use super::provider::Upstream;
use super::settings::Settings;
use super::storing;
use super::theme::Appearance;

/// One widget's settings.
#[derive(Clone, Debug)]
pub struct Widget {
    /// Who may call.
    pub clients: Clients,
    /// What answers.
    pub upstream: Upstream,
    /// What answers while the first is down.
    pub fallback: Option<Upstream>,
    /// Whether a provider may live on this machine or in a private network.
    pub allow_private_base_url: bool,
    /// Output tokens a step.
    pub max_tokens: u32,
    /// The size of a request.
    pub caps: Caps,
    /// Per client; `None` is off.
    pub rate_limit: Option<RateLimit>,
    /// Of all clients together.
    pub daily: Daily,
    /// The owner's own words to the model, in front of the page's.
    pub instructions: Option<String>,
    /// Whether the page's instructions are used at all.
    pub allow_client_instructions: bool,
    /// The whole time a step may take.
    pub timeout: Duration,
    /// What is stored of its runs; nothing when absent.
    pub traces: Option<Level>,
    /// What the hosted tag may know.
    pub appearance: Appearance,
}

/// Who may call the proxy, and how a client is told from another.
#[derive(Clone, Debug, Default)]
pub struct Clients {
    /// Origins beside the program's own.
    pub allowed_origins: Vec<Origin>,
    /// Whether a request without an `Origin` (no browser sends one) is served.
    pub allow_missing_origin: bool,
    /// Request headers a page may send beside the usual.
    pub allow_headers: Vec<HeaderName>,
    /// The header in which a trusted proxy names the client, such as `cf-connecting-ip`.
    pub ip_header: Option<HeaderName>,
    /// The proxies in front of the program.
    pub trusted_proxies: Vec<IpNet>,
}

impl Widget {
    pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Self {
        let on = |key, default| settings.switch(key).unwrap_or(default);
        Self {
            clients: Clients::read(settings, problems),
            upstream: Upstream::read("widget", settings, problems).unwrap_or(Upstream::Rules),
            fallback: Upstream::read("widget.fallback", settings, problems),
            allow_private_base_url: on("widget.allow_private_base_url", false),
            max_tokens: settings
                .number("widget.max_tokens", 16..=131_072, problems)
                .unwrap_or(1024),
            caps: limits::caps(settings, problems),
            rate_limit: limits::rate(settings, problems),
            daily: limits::daily(settings, problems),
            instructions: settings.text("widget.instructions").map(str::to_owned),
            allow_client_instructions: on("widget.allow_client_instructions", true),
            timeout: Duration::from_millis(
                settings.number("widget.timeout_ms", 1_000..=600_000, problems).unwrap_or(30_000),
            ),
            traces: storing::read(settings, problems),
            appearance: Appearance::read(settings, problems),
        }
    }
}

impl Clients {
    fn read(settings: &Settings, problems: &mut Problems) -> Self {
        let clients = Self {
            allowed_origins: each("widget.allowed_origins", settings, problems, origin),
            allow_missing_origin: settings.switch("widget.allow_missing_origin").unwrap_or(false),
            allow_headers: each("widget.allow_headers", settings, problems, header),
            ip_header: settings.parsed(
                "widget.client_ip_header",
                "a header's name; write one like \"cf-connecting-ip\"",
                problems,
            ),
            trusted_proxies: each("widget.trusted_proxies", settings, problems, network),
        };
        if clients.ip_header.is_some() && clients.trusted_proxies.is_empty() {
            let message =
                "is honoured from a trusted proxy only; set widget.trusted_proxies to its address";
            problems.add(settings.place("widget.client_ip_header"), message);
        }
        clients
    }
}

/// Every entry of a list, parsed; each that cannot be is a problem of its own.
fn each<T>(
    key: &str,
    settings: &Settings,
    problems: &mut Problems,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Vec<T> {
    let mut parsed = Vec::new();
    for entry in settings.list(key) {
        match parse(entry) {
            Ok(value) => parsed.push(value),
            Err(message) => problems.add(settings.place(key), message),
        }
    }
    parsed
}

fn origin(text: &str) -> Result<Origin, String> {
    Origin::parse(text).map_err(|error| error.to_string())
}

fn header(name: &str) -> Result<HeaderName, String> {
    name.parse().map_err(|_| format!("\"{name}\" is not a header's name"))
}

/// A network, or one address.
fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| address()).map_err(|_| {
        format!("\"{text}\" is not a network; write one like \"10.0.0.0/8\" or \"127.0.0.1\"")
    })
}

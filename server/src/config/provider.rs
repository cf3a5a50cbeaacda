//! Which model answers.

use secrecy::SecretString;
use url::{Host, Url};

use super::problem::Problems;
use super::settings::Settings;

/// The providers that speak over the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderKind {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's own.
    OpenAi,
    /// Anything that speaks OpenAI's Chat Completions.
    OpenAiCompatible,
    /// Google's generateContent.
    Gemini,
}

impl ProviderKind {
    const ALL: [Self; 4] = [Self::Anthropic, Self::OpenAi, Self::OpenAiCompatible, Self::Gemini];

    /// As it is written in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::OpenAiCompatible => "openai-compatible",
            Self::Gemini => "gemini",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What answers a step.
#[derive(Clone, Debug)]
pub enum Upstream {
    /// The rule matcher: no model, no key, no network.
    Rules,
    /// A provider over the network.
    Provider {
        /// Which wire format.
        kind: ProviderKind,
        /// The model's id. There is no default: ids change.
        model: String,
        /// The owner's key. Without one the proxy answers `not-configured`, except `openai-compatible`.
        api_key: Option<SecretString>,
        /// Where the provider is, if not at its own address.
        base_url: Option<Url>,
    },
}

impl Upstream {
    /// Reads the keys under `table`: `widget` or `widget.fallback`. `None` when no provider is named there.
    pub(super) fn read(table: &str, settings: &Settings, problems: &mut Problems) -> Option<Self> {
        let [provider, model, api_key, base_url] =
            ["provider", "model", "api_key", "base_url"].map(|name| format!("{table}.{name}"));
        let name = settings.text(&provider);
        if matches!(name, None | Some("rules")) {
            for key in [&model, &api_key, &base_url] {
                if settings.has(key) {
                    let message = format!("is of no use without a provider; set {provider}");
                    problems.add(settings.place(key), message);
                }
            }
            return name.map(|_| Self::Rules);
        }
        let kind = name.and_then(ProviderKind::named);
        if kind.is_none() {
            let known = ProviderKind::ALL.map(|kind| format!("\"{}\"", kind.name())).join(", ");
            let message = format!(
                "\"{}\" is not a provider; write \"rules\", {known}",
                name.unwrap_or_default()
            );
            problems.add(settings.place(&provider), message);
        }
        if !settings.has(&model) {
            let message = format!("is missing; name the model that {provider} should use");
            problems.add(&model, message);
        }
        let url = base(&base_url, settings, problems);
        if kind == Some(ProviderKind::OpenAiCompatible) && !settings.has(&base_url) {
            let message =
                "is missing; write the provider's address, like \"http://127.0.0.1:11434/v1\"";
            problems.add(&base_url, message);
        }
        Some(Self::Provider {
            kind: kind?,
            model: settings.text(&model)?.to_owned(),
            api_key: settings.text(&api_key).map(SecretString::from),
            base_url: url,
        })
    }

    /// For visitors: which model answers; `None` for the rules, which are no model.
    pub fn shown(&self) -> Option<String> {
        match self {
            Self::Rules => None,
            Self::Provider { model, .. } => Some(model.clone()),
        }
    }

    /// The name in the configuration.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Provider { kind, .. } => kind.name(),
        }
    }
}

/// A base URL: https, or inside the owner's own network where the owner allowed that.
fn base(key: &str, settings: &Settings, problems: &mut Problems) -> Option<Url> {
    let text = settings.text(key)?;
    let complaint = match Url::parse(text) {
        Ok(url) if !matches!(url.scheme(), "http" | "https") || !url.has_host() => {
            "is not an http address; write one like \"https://gateway.example/v1\"".to_owned()
        }
        Ok(url) if !url.username().is_empty() || url.password().is_some() => {
            "has a password in it; put the key into api_key".to_owned()
        }
        Ok(url) if url.query().is_some() || url.fragment().is_some() => {
            "has a query or fragment; write the address only".to_owned()
        }
        Ok(url) if !settings.switch("widget.allow_private_base_url").unwrap_or(false) => {
            if url.scheme() == "https" && !is_local(&url) {
                return Some(url);
            }
            "is not public https; set widget.allow_private_base_url = true if that is meant".into()
        }
        Ok(url) => return Some(url),
        Err(_) => "is not an address; write one like \"https://gateway.example/v1\"".to_owned(),
    };
    // The text is not shown: somebody may have pasted a key into it.
    problems.add(settings.place(key), complaint);
    None
}

/// Whether the host is plainly this machine. Names that only resolve to private addresses are refused at connect time.
fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        Some(Host::Ipv6(ip)) => ip.is_loopback() || ip.is_unique_local(),
        None => false,
    }
}

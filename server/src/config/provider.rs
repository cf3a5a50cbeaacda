//! Which model answers.

use http::HeaderValue;
use secrecy::SecretString;
use site_agent_gateway::{ConfigError, Model, Provider, Remote};

use super::problem::Problems;
use super::settings::Settings;

/// What answers a step.
#[derive(Clone, Debug)]
pub enum Upstream {
    /// The rule matcher: no model, no key, no network.
    Rules,
    /// A provider over the network.
    Provider(Box<Chosen>),
}

/// A provider as it was chosen, ready to be used.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Its name in the configuration.
    pub name: &'static str,
    /// The model's id. There is no default: ids change.
    pub model: String,
    /// Whether a key was given.
    pub has_key: bool,
    /// Where the provider is, if not at its own address.
    pub base_url: Option<String>,
    remote: Remote,
}

const PROVIDERS: [(&str, Provider); 4] = [
    ("anthropic", Provider::Anthropic),
    ("openai", Provider::OpenAi),
    ("openai-compatible", Provider::OpenAiCompatible),
    ("gemini", Provider::Gemini),
];

impl Upstream {
    /// Reads the keys under `table`: `widget` or `widget.fallback`. `None` when no provider is
    /// named there.
    pub(super) fn read(table: &str, settings: &Settings, problems: &mut Problems) -> Option<Self> {
        let keys = Keys::of(table);
        let name = settings.text(&keys.provider);
        if matches!(name, None | Some("rules")) {
            for key in [&keys.model, &keys.api_key, &keys.base_url] {
                if settings.has(key) {
                    let message = format!("is of no use without a provider; set {}", keys.provider);
                    problems.add(settings.place(key), message);
                }
            }
            return name.map(|_| Self::Rules);
        }
        let known = PROVIDERS.iter().find(|(known, _)| Some(*known) == name);
        let Some(&(name, provider)) = known else {
            let known = PROVIDERS.map(|(known, _)| format!("\"{known}\"")).join(", ");
            let wrong = name.unwrap_or_default();
            let message = format!("\"{wrong}\" is not a provider; write \"rules\", {known}");
            problems.add(settings.place(&keys.provider), message);
            return None;
        };
        keys.provider(name, provider, settings, problems)
            .map(|chosen| Self::Provider(Box::new(chosen)))
    }

    /// For visitors: which model answers; `None` for the rules, which are no model.
    pub fn shown(&self) -> Option<String> {
        match self {
            Self::Rules => None,
            Self::Provider(chosen) => Some(chosen.model.clone()),
        }
    }

    /// The name in the configuration.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Provider(chosen) => chosen.name,
        }
    }

    /// For the proxy.
    pub fn model(&self) -> Model {
        match self {
            Self::Rules => Model::Rules,
            Self::Provider(chosen) => Model::Remote(chosen.remote.clone()),
        }
    }
}

/// The keys of one provider.
struct Keys {
    provider: String,
    model: String,
    api_key: String,
    base_url: String,
}

impl Keys {
    fn of(table: &str) -> Self {
        let key = |name: &str| format!("{table}.{name}");
        Self {
            provider: key("provider"),
            model: key("model"),
            api_key: key("api_key"),
            base_url: key("base_url"),
        }
    }

    /// Everything of a provider over the network.
    fn provider(
        &self,
        name: &'static str,
        provider: Provider,
        settings: &Settings,
        problems: &mut Problems,
    ) -> Option<Chosen> {
        let is_compatible = provider == Provider::OpenAiCompatible;
        for (key, is_needed, what) in [
            (&self.model, true, "name the provider's model"),
            (&self.api_key, !is_compatible, "write the provider's key, or name a file with it"),
            (&self.base_url, is_compatible, "write an address like \"http://127.0.0.1:11434/v1\""),
        ] {
            if is_needed && !settings.has(key) {
                problems.add(key, format!("is missing with provider \"{name}\"; {what}"));
            }
        }
        let key = settings.text(&self.api_key);
        if key.is_some_and(|key| HeaderValue::from_str(key).is_err()) {
            let message = "holds what no header can carry; check for line breaks";
            problems.add(settings.place(&self.api_key), message);
        }
        let base_url = settings.text(&self.base_url);
        if is_compatible && base_url.is_none() {
            return None;
        }
        let remote = Remote::new(
            provider,
            // What is missing was said; it is stood in for, so that a wrong address is said at
            // once, too.
            settings.text(&self.model).unwrap_or("missing"),
            Some(SecretString::from(key.unwrap_or("missing")))
                .filter(|_| !is_compatible || key.is_some()),
            base_url,
            settings.switch("widget.allow_private_base_url").unwrap_or(false),
        );
        match remote {
            Ok(remote) => Some(Chosen {
                name,
                model: settings.text(&self.model)?.to_owned(),
                has_key: key.is_some(),
                base_url: base_url.map(str::to_owned),
                remote,
            }),
            // Without the address: somebody may have pasted a key into it.
            Err(ConfigError::BaseUrl { why, .. }) => {
                let message = format!("cannot be used: {why} (widget.allow_private_base_url)");
                problems.add(settings.place(&self.base_url), message);
                None
            }
            Err(error) => {
                problems.add(settings.place(&self.provider), error.to_string());
                None
            }
        }
    }
}

//! The settings of one widget's proxy.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use http::HeaderName;
use ipnet::IpNet;
use secrecy::SecretString;
use thiserror::Error;
use url::{Host, Url};

use crate::client::is_public;
use crate::observe::Observer;
use crate::origin::Origin;

/// Everything that one widget's proxy needs to know.
#[derive(Clone, Debug)]
pub struct GatewayConfig {
    /// The widget's public key, as in `?widget=`; a request without one means this one.
    pub widget: String,
    /// Pages of these origins may call.
    pub allowed_origins: Vec<Origin>,
    /// Lets callers in that send no Origin (Node clients); then only the limits guard.
    pub allow_missing_origin: bool,
    /// Extra request headers that CORS admits.
    pub allow_headers: Vec<HeaderName>,
    /// Who answers.
    pub model: Model,
    /// Who answers while `model` is down: asked when that gave not a word of a reply, or none
    /// within two thirds of `timeout`. The reply's `model` tells who it was.
    pub fallback: Option<Model>,
    /// Output tokens a step.
    pub max_tokens: u32,
    /// What a request may hold.
    pub caps: Caps,
    /// Per client; `None` turns it off.
    pub rate_limit: Option<RateLimit>,
    /// Clients that the limit remembers at once, in about 60 bytes each. Beyond them neighbours
    /// share a limit, so that whoever owns many addresses slows down his own network and hardly
    /// another.
    pub remembered_clients: usize,
    /// Steps in a day, whoever asks; `None` is no bound. The whole budget can go at once and comes
    /// back evenly within 24 hours.
    pub daily_requests: Option<NonZeroU32>,
    /// Tokens in a day, read and written together, in the same way.
    pub daily_tokens: Option<NonZeroU32>,
    /// The site's own instructions; the browser's come after them.
    pub instructions: String,
    /// Whether the browser's instructions are read at all.
    pub allow_client_instructions: bool,
    /// Total time of a step.
    pub timeout: Duration,
    /// Time for a request's body to arrive.
    pub body_timeout: Duration,
    /// A header that holds the client's address, honoured from a trusted proxy only.
    pub client_ip_header: Option<HeaderName>,
    /// Proxies whose forwarding headers are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Steps at work at once; more are refused at once.
    pub max_in_flight: usize,
    /// Who is told what became of each step.
    pub observer: Option<Arc<dyn Observer>>,
}

impl Default for GatewayConfig {
    fn default() -> Self {
        Self {
            widget: "default".into(),
            allowed_origins: Vec::new(),
            allow_missing_origin: false,
            allow_headers: Vec::new(),
            model: Model::Rules,
            fallback: None,
            max_tokens: 1024,
            caps: Caps::default(),
            rate_limit: Some(RateLimit::default()),
            remembered_clients: 100_000,
            daily_requests: None,
            daily_tokens: None,
            instructions: String::new(),
            allow_client_instructions: true,
            timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(10),
            client_ip_header: None,
            trusted_proxies: Vec::new(),
            max_in_flight: 2048,
            observer: None,
        }
    }
}

/// What a request may hold. The caps are public: the session fits its history to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Messages.
    pub messages: usize,
    /// Tools.
    pub tools: usize,
    /// Bytes of the body.
    pub body_bytes: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self { messages: 40, tools: 32, body_bytes: 65_536 }
    }
}

/// A burst of `max`, then one back every `window / max` (GCRA).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// In which the whole burst comes back.
    pub window: Duration,
    /// Requests in a burst.
    pub max: u32,
}

impl Default for RateLimit {
    fn default() -> Self {
        Self { window: Duration::from_mins(1), max: 20 }
    }
}

/// Who answers.
#[derive(Clone, Debug)]
pub enum Model {
    /// The matcher from core: no key, no network, not AI.
    Rules,
    /// A provider.
    Remote(Remote),
}

/// A provider's wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Chat Completions.
    OpenAi,
    /// The same at any base URL: Ollama, llama.cpp, vLLM, gateways.
    OpenAiCompatible,
    /// Gemini `generateContent`.
    Gemini,
}

/// A model at a provider.
#[derive(Clone, Debug)]
pub struct Remote {
    pub(crate) provider: Provider,
    pub(crate) model: String,
    pub(crate) api_key: Option<SecretString>,
    pub(crate) base_url: Url,
    pub(crate) allow_private: bool,
}

/// Why a configuration cannot work.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// A model has to be named.
    #[error("a model must be named with a provider; model ids change, so there is no default")]
    NoModel,
    /// This provider does not answer without a key.
    #[error("this provider needs an API key")]
    NoKey,
    /// An OpenAI-compatible server has to be named.
    #[error("an OpenAI-compatible provider needs a base URL")]
    NoBaseUrl,
    /// The base URL cannot be used.
    #[error("the base URL `{url}` cannot be used: {why}")]
    BaseUrl {
        /// As it was given, without credentials.
        url: String,
        /// Why, and what to do.
        why: &'static str,
    },
    /// The key cannot be sent in a header.
    #[error("the API key holds characters that no header can carry; check for line breaks")]
    Key,
    /// The HTTP client could not start.
    #[error("the HTTP client could not start: {0}")]
    Client(String),
}

impl Remote {
    /// A model at a provider. `base_url` replaces the provider's own; plain http and private
    /// addresses need a loopback host or `allow_private`.
    ///
    /// # Errors
    /// When a part is missing or the URL cannot be used.
    pub fn new(
        provider: Provider,
        model: &str,
        api_key: Option<SecretString>,
        base_url: Option<&str>,
        allow_private: bool,
    ) -> Result<Self, ConfigError> {
        if model.trim().is_empty() {
            return Err(ConfigError::NoModel);
        }
        if api_key.is_none() && provider != Provider::OpenAiCompatible {
            return Err(ConfigError::NoKey);
        }
        let own = match provider {
            Provider::Anthropic => Some("https://api.anthropic.com"),
            Provider::OpenAi => Some("https://api.openai.com/v1"),
            Provider::Gemini => Some("https://generativelanguage.googleapis.com"),
            Provider::OpenAiCompatible => None,
        };
        let base_url = base(base_url.or(own).ok_or(ConfigError::NoBaseUrl)?, allow_private)?;
        Ok(Self { provider, model: model.trim().to_owned(), api_key, base_url, allow_private })
    }

    /// The same model at another address. A key was given for one host: when the scheme, the host
    /// or the port change, it stays behind and has to be given anew.
    ///
    /// # Errors
    /// As [`Remote::new`], also for a key that stayed behind and is needed.
    pub fn moved(&self, base_url: &str, allow_private: bool) -> Result<Self, ConfigError> {
        let moved = base(base_url, allow_private)?;
        let key = self.api_key.clone().filter(|_| moved.origin() == self.base_url.origin());
        Self::new(self.provider, &self.model, key, Some(base_url), allow_private)
    }

    /// The URL of a path below the base, which may have a path of its own.
    pub(crate) fn url(&self, path: &str) -> Url {
        let (path, query) = path.split_once('?').map_or((path, None), |(a, b)| (a, Some(b)));
        let mut url = self.base_url.clone();
        url.set_path(&format!("{}/{path}", self.base_url.path().trim_end_matches('/')));
        url.set_query(query);
        url
    }
}

fn base(text: &str, allow_private: bool) -> Result<Url, ConfigError> {
    let fail = |why| Err(ConfigError::BaseUrl { url: without_credentials(text), why });
    let Ok(url) = Url::parse(text) else {
        return fail("write https://host/path");
    };
    if !url.username().is_empty() || url.password().is_some() {
        return fail("it holds credentials; set the API key instead");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return fail("it holds a query or fragment");
    }
    // A name is looked at when it is resolved (`client`), a literal address here.
    let (loopback, private) = match url.host() {
        Some(Host::Domain(name)) => (name == "localhost", false),
        Some(Host::Ipv4(address)) => (address.is_loopback(), !is_public(address.into())),
        Some(Host::Ipv6(address)) => (address.is_loopback(), !is_public(address.into())),
        None => return fail("it names no host"),
    };
    if private && !loopback && !allow_private {
        return fail("it is a private address; allow private addresses if it is meant");
    }
    match url.scheme() {
        "https" => {}
        "http" if loopback || allow_private => {}
        _ => {
            return fail(
                "use https, or http on a loopback address or with private addresses allowed",
            );
        }
    }
    Ok(url)
}

fn without_credentials(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((_, rest)) => format!("…@{rest}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{ConfigError, Provider, Remote};

    #[test]
    fn a_base_url_is_https_or_loopback() {
        let remote = |url, private| {
            Remote::new(Provider::OpenAiCompatible, "m", None, Some(url), private)
                .map(|r| r.url("x").to_string())
        };
        assert_eq!(
            remote("http://127.0.0.1:1234/v1/", false).as_deref(),
            Ok("http://127.0.0.1:1234/v1/x")
        );
        assert_eq!(
            remote("https://models.example", false).as_deref(),
            Ok("https://models.example/x")
        );
        assert!(remote("http://10.0.0.7:11434/v1", true).is_ok());
        for bad in [
            "http://models.example",
            "https://user:pw@models.example",
            "file:///etc",
            "https://x/?k=1",
            "x",
            "https://10.0.0.7/v1",
            "https://0x0a000007/v1",
            "https://169.254.169.254/latest",
            "https://[::ffff:10.0.0.7]/v1",
        ] {
            assert!(matches!(remote(bad, false), Err(ConfigError::BaseUrl { .. })), "{bad}");
        }
    }

    #[test]
    fn a_key_stays_with_the_host_it_was_given_for() {
        let key = || Some("sk-1".into());
        let remote = Remote::new(Provider::OpenAi, "m", key(), Some("https://a.example/v1"), false)
            .expect("a model");
        let moved = remote.moved("https://a.example/v2", false).expect("the same host");
        assert!(moved.api_key.is_some());
        for other in ["https://b.example/v1", "https://a.example:444/v1", "http://127.0.0.1/v1"] {
            assert!(matches!(remote.moved(other, false), Err(ConfigError::NoKey)), "{other}");
        }
        let remote = Remote::new(
            Provider::OpenAiCompatible,
            "m",
            key(),
            Some("https://a.example/v1"),
            false,
        );
        let moved = remote.expect("a model").moved("https://b.example", false).expect("no key");
        assert!(moved.api_key.is_none());
    }

    #[test]
    fn credentials_in_a_refused_url_are_not_repeated() {
        let error =
            Remote::new(Provider::OpenAiCompatible, "m", None, Some("https://me:hunter2@x"), false);
        assert!(!error.expect_err("refused").to_string().contains("hunter2"));
    }
}

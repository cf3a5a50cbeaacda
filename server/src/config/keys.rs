//! Every key there is: its shape, and how its effective value is shown by `site-agent config`.
//!
//! A key's variable is its path in capitals behind `SITE_AGENT_`: `widget.api_key` is `SITE_AGENT_WIDGET_API_KEY`, and
//! `SITE_AGENT_WIDGET_API_KEY_FILE` names a file that holds it.

use super::Config;
use super::provider::{Chosen, Upstream};
use super::settings::Value;

/// One key.
pub(super) struct Key {
    /// The path in the file.
    pub(super) path: &'static str,
    pub(super) kind: Kind,
    /// What it is for, in a line.
    pub(super) about: &'static str,
    /// The effective value; `None` when unset.
    pub(super) show: fn(&Config) -> Option<Value>,
}

/// The shape of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Integer,
    Switch,
    List,
}

/// What is printed for a secret that is set.
const MASKED: &str = "(set, not shown)";

/// All keys, in the order they are printed.
pub(super) fn all() -> impl Iterator<Item = &'static Key> {
    KEYS.iter()
}

/// The key at `path`.
pub(super) fn by_path(path: &str) -> Option<&'static Key> {
    all().find(|key| key.path == path)
}

/// Whether keys live under `path`.
pub(super) fn is_table(path: &str) -> bool {
    all().any(|key| key.path.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')))
}

// One key, one line. The keys of a table stand together and inner tables last, as TOML wants them printed.
#[rustfmt::skip]
static KEYS: &[Key] = &[
    Key { path: "listen", kind: Kind::Text, about: "address and port; port 0 lets the system choose", show: |c| text(&c.listen) },
    Key { path: "public_url", kind: Kind::Text, about: "the address visitors use, with a path if behind one", show: |c| c.public_url.as_ref().and_then(text) },
    Key { path: "data_dir", kind: Kind::Text, about: "where the databases are", show: |c| text(&c.folders.data.display()) },
    Key { path: "site_root", kind: Kind::Text, about: "the site's built files", show: |c| text(&c.folders.site.display()) },
    Key { path: "log.filter", kind: Kind::Text, about: "what is logged", show: |c| text(&c.log.filter) },
    Key { path: "log.format", kind: Kind::Text, about: "\"text\" or \"json\"", show: |c| text(&c.log.format.name()) },

    Key { path: "widget.allowed_origins", kind: Kind::List, about: "sites that may use the proxy, beside the program's own", show: |c| list(&c.widget.clients.allowed_origins) },
    Key { path: "widget.allow_missing_origin", kind: Kind::Switch, about: "serve clients that are no browser", show: |c| switch(c.widget.clients.allow_missing_origin) },
    Key { path: "widget.allow_headers", kind: Kind::List, about: "further request headers a page may send", show: |c| list(&c.widget.clients.allow_headers) },
    Key { path: "widget.client_ip_header", kind: Kind::Text, about: "where a trusted proxy names the client", show: |c| c.widget.clients.ip_header.as_ref().and_then(text) },
    Key { path: "widget.trusted_proxies", kind: Kind::List, about: "networks of the proxies in front", show: |c| list(&c.widget.clients.trusted_proxies) },

    Key { path: "widget.provider", kind: Kind::Text, about: "rules, anthropic, openai, openai-compatible or gemini", show: |c| text(&c.widget.upstream.name()) },
    Key { path: "widget.model", kind: Kind::Text, about: "the provider's model", show: |c| model(&c.widget.upstream) },
    Key { path: "widget.api_key", kind: Kind::Text, about: "the provider's key", show: |c| api_key(&c.widget.upstream) },
    Key { path: "widget.base_url", kind: Kind::Text, about: "the provider's address, if not its own", show: |c| base_url(&c.widget.upstream) },
    Key { path: "widget.allow_private_base_url", kind: Kind::Switch, about: "let a provider be on this machine or a private network", show: |c| switch(c.widget.allow_private_base_url) },
    Key { path: "widget.instructions", kind: Kind::Text, about: "your words to the model, before the page's", show: |c| c.widget.instructions.as_ref().and_then(text) },
    Key { path: "widget.allow_client_instructions", kind: Kind::Switch, about: "use the page's instructions too", show: |c| switch(c.widget.allow_client_instructions) },

    Key { path: "widget.max_tokens", kind: Kind::Integer, about: "output tokens a step", show: |c| integer(c.widget.max_tokens) },
    Key { path: "widget.max_messages", kind: Kind::Integer, about: "messages in a request", show: |c| integer(c.widget.caps.messages) },
    Key { path: "widget.max_tools", kind: Kind::Integer, about: "tools in a request", show: |c| integer(c.widget.caps.tools) },
    Key { path: "widget.max_body_bytes", kind: Kind::Integer, about: "bytes of a request", show: |c| integer(c.widget.caps.body_bytes) },
    Key { path: "widget.timeout_ms", kind: Kind::Integer, about: "milliseconds a step may take", show: |c| integer(c.widget.timeout.as_millis()) },
    Key { path: "widget.rate_limit", kind: Kind::Switch, about: "false turns the limit per client off", show: |c| c.widget.rate_limit.is_none().then_some(Value::Switch(false)) },

    Key { path: "widget.label", kind: Kind::Text, about: "on the launcher", show: |c| c.widget.appearance.label.as_ref().and_then(text) },
    Key { path: "widget.heading", kind: Kind::Text, about: "over the panel", show: |c| c.widget.appearance.heading.as_ref().and_then(text) },
    Key { path: "widget.placeholder", kind: Kind::Text, about: "in the empty composer", show: |c| c.widget.appearance.placeholder.as_ref().and_then(text) },
    Key { path: "widget.suggestions", kind: Kind::List, about: "offered to an empty conversation", show: |c| list(&c.widget.appearance.suggestions) },
    Key { path: "widget.theme", kind: Kind::Text, about: "auto, light or dark", show: |c| c.widget.appearance.theme.as_ref().and_then(text) },
    Key { path: "widget.position", kind: Kind::Text, about: "start or end", show: |c| c.widget.appearance.position.as_ref().and_then(text) },
    Key { path: "widget.lang", kind: Kind::Text, about: "a language tag, if not the page's", show: |c| c.widget.appearance.lang.as_ref().and_then(text) },
    Key { path: "widget.models", kind: Kind::List, about: "chrome, proxy, rules, in the order to try", show: |c| list(&c.widget.appearance.models) },
    Key { path: "widget.pre_approved", kind: Kind::List, about: "tools that need no question, within the rules that always ask", show: |c| list(&c.widget.appearance.pre_approved) },
    Key { path: "widget.max_steps", kind: Kind::Integer, about: "model steps in one run", show: |c| c.widget.appearance.max_steps.and_then(integer) },

    Key { path: "widget.fallback.provider", kind: Kind::Text, about: "answers while the first is down", show: |c| c.widget.fallback.as_ref().and_then(|u| text(&u.name())) },
    Key { path: "widget.fallback.model", kind: Kind::Text, about: "its model", show: |c| c.widget.fallback.as_ref().and_then(model) },
    Key { path: "widget.fallback.api_key", kind: Kind::Text, about: "its key", show: |c| c.widget.fallback.as_ref().and_then(api_key) },
    Key { path: "widget.fallback.base_url", kind: Kind::Text, about: "its address", show: |c| c.widget.fallback.as_ref().and_then(base_url) },
    Key { path: "widget.rate_limit.window_ms", kind: Kind::Integer, about: "the window of the limit per client", show: |c| c.widget.rate_limit.and_then(|limit| integer(limit.window.as_millis())) },
    Key { path: "widget.rate_limit.max", kind: Kind::Integer, about: "requests in the window", show: |c| c.widget.rate_limit.and_then(|limit| integer(limit.max)) },
];

// The functions below keep the table's lines short; they return `Option` so that they chain.
#[expect(clippy::unnecessary_wraps, reason = "the table's column is an Option")]
fn text(value: &impl ToString) -> Option<Value> {
    Some(Value::Text(value.to_string()))
}

#[expect(clippy::unnecessary_wraps, reason = "the table's column is an Option")]
fn switch(on: bool) -> Option<Value> {
    Some(Value::Switch(on))
}

fn integer(number: impl TryInto<i64>) -> Option<Value> {
    number.try_into().ok().map(Value::Integer)
}

fn list<T: ToString>(items: &[T]) -> Option<Value> {
    (!items.is_empty()).then(|| Value::List(items.iter().map(ToString::to_string).collect()))
}

fn model(upstream: &Upstream) -> Option<Value> {
    provider(upstream).and_then(|chosen| text(&chosen.model))
}

fn api_key(upstream: &Upstream) -> Option<Value> {
    provider(upstream).filter(|chosen| chosen.has_key).and_then(|_| text(&MASKED))
}

fn base_url(upstream: &Upstream) -> Option<Value> {
    provider(upstream)?.base_url.as_ref().and_then(text)
}

fn provider(upstream: &Upstream) -> Option<&Chosen> {
    match upstream {
        Upstream::Rules => None,
        Upstream::Provider(chosen) => Some(chosen.as_ref()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_keys_share_a_path_or_a_variable() {
        let variables: HashSet<_> = all().map(|k| super::super::source::variable(k.path)).collect();
        assert_eq!(variables.len(), all().count());
    }
}

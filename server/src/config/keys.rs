//! Every key there is: its shape, and how its effective value is shown by `site-agent config`.
//!
//! A key's variable is its path in capitals behind `SITE_AGENT_`: `widget.api_key` is
//! `SITE_AGENT_WIDGET_API_KEY`, and `SITE_AGENT_WIDGET_API_KEY_FILE` names a file that holds it.

use super::Config;
use super::provider::{Chosen, Upstream};
use super::settings::Value;
use super::storing;

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

// One key, one line. The keys of a table stand together and inner tables last, as TOML wants them
// printed.
#[rustfmt::skip]
static KEYS: &[Key] = &[
    key("listen", Text, "address and port; port 0 lets the system choose",
        |c| text(&c.listen)),
    key("public_url", Text, "the address visitors use, with a path if behind one",
        |c| c.public_url.as_ref().and_then(text)),
    key("data_dir", Text, "where the databases are",
        |c| text(&c.folders.data.display())),
    key("secret_key", Text, "seals secrets in the database, 64 hex digits; else data_dir/secret.key",
        |c| c.secret_key.as_ref().and_then(|_| text(&MASKED))),
    key("site_root", Text, "the site's built files",
        |c| text(&c.folders.site.display())),
    key("shutdown_notice_ms", Integer, "time for load balancers to see /readyz say no",
        |c| integer(c.shutdown_notice.as_millis())),
    key("log.filter", Text, "what is logged",
        |c| text(&c.log.filter)),
    key("log.format", Text, "\"text\" or \"json\"",
        |c| text(&c.log.format.name())),

    key("metrics.listen", Text, "address and port of /metrics; off when not set",
        |c| c.metrics.as_ref().and_then(text)),

    key("traces.keep_days", Integer, "days that runs are kept; 0 is for ever",
        |c| integer(c.retention.days.unwrap_or(0))),
    key("traces.keep_runs", Integer, "how many runs are kept, the newest; 0 is all",
        |c| integer(c.retention.runs.unwrap_or(0))),

    key("widget.allowed_origins", List, "sites that may use the proxy, beside the program's own",
        |c| list(&c.widget.clients.allowed_origins)),
    key("widget.allow_missing_origin", Switch, "serve clients that are no browser",
        |c| switch(c.widget.clients.allow_missing_origin)),
    key("widget.allow_headers", List, "further request headers a page may send",
        |c| list(&c.widget.clients.allow_headers)),
    key("widget.client_ip_header", Text, "where a trusted proxy names the client",
        |c| c.widget.clients.ip_header.as_ref().and_then(text)),
    key("widget.trusted_proxies", List, "networks of the proxies in front",
        |c| list(&c.widget.clients.trusted_proxies)),

    key("widget.provider", Text, "rules, anthropic, openai, openai-compatible or gemini",
        |c| text(&c.widget.upstream.name())),
    key("widget.model", Text, "the provider's model",
        |c| model(&c.widget.upstream)),
    key("widget.api_key", Text, "the provider's key",
        |c| api_key(&c.widget.upstream)),
    key("widget.base_url", Text, "the provider's address, if not its own",
        |c| base_url(&c.widget.upstream)),
    key("widget.allow_private_base_url", Switch, "let a provider be in a private network",
        |c| switch(c.widget.allow_private_base_url)),
    key("widget.instructions", Text, "your words to the model, before the page's",
        |c| c.widget.instructions.as_ref().and_then(text)),
    key("widget.allow_client_instructions", Switch, "use the page's instructions too",
        |c| switch(c.widget.allow_client_instructions)),

    key("widget.max_tokens", Integer, "output tokens a step",
        |c| integer(c.widget.max_tokens)),
    key("widget.max_messages", Integer, "messages in a request",
        |c| integer(c.widget.caps.messages)),
    key("widget.max_tools", Integer, "tools in a request",
        |c| integer(c.widget.caps.tools)),
    key("widget.max_body_bytes", Integer, "bytes of a request",
        |c| integer(c.widget.caps.body_bytes)),
    key("widget.timeout_ms", Integer, "milliseconds a step may take",
        |c| integer(c.widget.timeout.as_millis())),
    key("widget.rate_limit", Switch, "false turns the limit per client off",
        |c| c.widget.rate_limit.is_none().then_some(Value::Switch(false))),

    key("widget.daily_requests", Integer, "steps a day of all clients together",
        |c| c.widget.daily.requests.and_then(|budget| integer(budget.get()))),
    key("widget.daily_tokens", Integer, "tokens a day, read and written together",
        |c| c.widget.daily.tokens.and_then(|budget| integer(budget.get()))),

    key("widget.traces", Text, "off, metadata or full: what is stored of runs",
        |c| text(&storing::name(c.widget.traces))),

    key("widget.label", Text, "on the launcher",
        |c| c.widget.appearance.label.as_ref().and_then(text)),
    key("widget.heading", Text, "over the panel",
        |c| c.widget.appearance.heading.as_ref().and_then(text)),
    key("widget.placeholder", Text, "in the empty composer",
        |c| c.widget.appearance.placeholder.as_ref().and_then(text)),
    key("widget.suggestions", List, "offered to an empty conversation",
        |c| list(&c.widget.appearance.suggestions)),
    key("widget.theme", Text, "auto, light or dark",
        |c| c.widget.appearance.theme.as_ref().and_then(text)),
    key("widget.position", Text, "start or end",
        |c| c.widget.appearance.position.as_ref().and_then(text)),
    key("widget.lang", Text, "a language tag, if not the page's",
        |c| c.widget.appearance.lang.as_ref().and_then(text)),
    key("widget.models", List, "chrome, proxy, rules, in the order to try",
        |c| list(&c.widget.appearance.models)),
    key("widget.pre_approved", List, "tools that need no question, where rules allow it",
        |c| list(&c.widget.appearance.pre_approved)),
    key("widget.max_steps", Integer, "model steps in one run",
        |c| c.widget.appearance.max_steps.and_then(integer)),

    key("widget.fallback.provider", Text, "answers while the first is down",
        |c| c.widget.fallback.as_ref().and_then(|u| text(&u.name()))),
    key("widget.fallback.model", Text, "its model",
        |c| c.widget.fallback.as_ref().and_then(model)),
    key("widget.fallback.api_key", Text, "its key",
        |c| c.widget.fallback.as_ref().and_then(api_key)),
    key("widget.fallback.base_url", Text, "its address",
        |c| c.widget.fallback.as_ref().and_then(base_url)),
    key("widget.rate_limit.window_ms", Integer, "the window of the limit per client",
        |c| c.widget.rate_limit.and_then(|limit| integer(limit.window.as_millis()))),
    key("widget.rate_limit.max", Integer, "requests in the window",
        |c| c.widget.rate_limit.and_then(|limit| integer(limit.max))),
];

use Kind::{Integer, List, Switch, Text};

const fn key(
    path: &'static str,
    kind: Kind,
    about: &'static str,
    show: fn(&Config) -> Option<Value>,
) -> Key {
    Key { path, kind, about, show }
}

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

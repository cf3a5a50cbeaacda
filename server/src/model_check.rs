//! One small question to a model, to see whether it answers, and what to do where it does not.

use std::time::{Duration, Instant};

use serde_json::json;
use site_agent_gateway::{Answered, ApiError, Code, Gateway, GatewayConfig};

use crate::config::{Upstream, Widget};

/// How the settings are called where the answer is read.
pub(crate) struct Names {
    pub(crate) api_key: String,
    pub(crate) model: String,
    pub(crate) base_url: String,
    pub(crate) provider: String,
    pub(crate) timeout: &'static str,
    pub(crate) max_tokens: &'static str,
}

/// Asks a model of a widget, with a tool at hand as in every real step; says how long the answer
/// took, or in words why there is none.
pub(crate) async fn check(
    widget: &Widget,
    upstream: &Upstream,
    names: &Names,
) -> Result<Duration, String> {
    let began = Instant::now();
    match ask(widget, upstream).await {
        Ok(()) => Ok(began.elapsed()),
        Err(error) => Err(told(names, widget, &error)),
    }
}

async fn ask(widget: &Widget, upstream: &Upstream) -> Result<(), ApiError> {
    let unusable = |error: &dyn ToString| ApiError::new(Code::NotConfigured, error.to_string());
    let gateway = Gateway::new(GatewayConfig {
        model: upstream.model(),
        max_tokens: widget.max_tokens,
        timeout: widget.timeout,
        ..GatewayConfig::default()
    })
    .map_err(|error| unusable(&error))?;
    let step = json!({ "version": 1,
        "messages": [{ "role": "user", "text": "Reply with the one word: ready." }],
        "tools": [{ "name": "get_cart", "description": "Shows the cart.",
            "inputSchema": { "type": "object", "properties": {} } }] });
    match gateway.turn(step.to_string().into(), false).await? {
        // A call is as good as words.
        Answered::Whole(_) | Answered::Events(_) => Ok(()),
    }
}

/// What is wrong, and what to do about it.
fn told(names: &Names, widget: &Widget, error: &ApiError) -> String {
    let Names { api_key, model, base_url, provider, timeout, max_tokens } = names;
    let status = error.provider_status().map(|status| status.as_u16());
    match (error.code(), status) {
        (_, Some(401 | 403)) => format!("it refuses the key; check {api_key}"),
        (_, Some(402)) => "it wants to be paid first; look at your account there".to_owned(),
        (_, Some(404)) => {
            format!("it does not know this model or address; check {model} and {base_url}")
        }
        (_, Some(status @ (400 | 422))) => {
            format!("it does not take the request ({status}); check that {model} can use tools")
        }
        (_, Some(status)) => {
            format!("it failed ({status}); try again, and look at its status page")
        }
        (Code::Overloaded, None) => {
            "it is overloaded, or your quota there is spent; look at your account there".to_owned()
        }
        (Code::UpstreamTimeout, _) => format!(
            "nothing came within {} ms; check {base_url}, or raise {timeout}",
            widget.timeout.as_millis()
        ),
        (Code::Truncated, _) => format!("its reply was cut off; raise {max_tokens}"),
        (Code::BadReply, _) => format!(
            "what it says is not what {provider} says ({}); check it and {base_url}",
            error.reason()
        ),
        _ => format!("{}; check {base_url} and the network", error.reason()),
    }
}

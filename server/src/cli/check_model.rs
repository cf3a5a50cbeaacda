//! `site-agent check-model`.

use std::time::Instant;

use serde_json::json;
use site_agent_gateway::{Answered, ApiError, Code, Gateway, GatewayConfig};

use super::CliError;
use crate::config::{Config, Upstream, Widget};

/// Asks each model that is set up one small thing, with a tool at hand as in every real step; a
/// line for each.
pub(super) async fn run(config: &Config) -> Result<(), CliError> {
    let widget = &config.widget;
    let models =
        [("widget", Some(&widget.upstream)), ("widget.fallback", widget.fallback.as_ref())];
    let mut faults = Vec::new();
    for (table, upstream) in models.into_iter().filter_map(|(t, u)| Some((t, u?))) {
        match check(table, widget, upstream).await {
            Ok(line) => println!("{line}"),
            Err(line) => faults.push(line),
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(CliError::NoAnswer(faults.join("\n"))) }
}

/// That it answers, or why not and what to do.
async fn check(table: &str, widget: &Widget, upstream: &Upstream) -> Result<String, String> {
    let Some(model) = upstream.shown() else {
        return Ok(format!("{table}: the rule matcher answers; it is no model and needs no key"));
    };
    let name = format!("{table}: {model} at {}", upstream.name());
    let began = Instant::now();
    match ask(widget, upstream).await {
        Ok(()) => Ok(format!("{name} answers, within {} ms", began.elapsed().as_millis())),
        Err(error) => Err(format!("{name} does not answer: {}", told(table, widget, &error))),
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
fn told(table: &str, widget: &Widget, error: &ApiError) -> String {
    let status = error.provider_status().map(|status| status.as_u16());
    match (error.code(), status) {
        (_, Some(401 | 403)) => format!("it refuses the key; check {table}.api_key"),
        (_, Some(402)) => "it wants to be paid first; look at your account there".to_owned(),
        (_, Some(404)) => {
            format!("it does not know this model or address; check {table}.model and base_url")
        }
        (_, Some(status @ (400 | 422))) => format!(
            "it does not take the request ({status}); check that {table}.model can use tools"
        ),
        (_, Some(status)) => {
            format!("it failed ({status}); try again, and look at its status page")
        }
        (Code::Overloaded, None) => {
            "it is overloaded, or your quota there is spent; look at your account there".to_owned()
        }
        (Code::UpstreamTimeout, _) => format!(
            "nothing came within {} ms; check {table}.base_url, or raise widget.timeout_ms",
            widget.timeout.as_millis()
        ),
        (Code::Truncated, _) => "its reply was cut off; raise widget.max_tokens".to_owned(),
        (Code::BadReply, _) => format!(
            "what it says is not what {table}.provider says ({}); check it and base_url",
            error.reason()
        ),
        _ => format!("{}; check {table}.base_url and the network", error.reason()),
    }
}

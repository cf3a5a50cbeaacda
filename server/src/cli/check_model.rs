//! `site-agent check-model`.

use super::CliError;
use crate::config::{Config, Upstream, Widget};
use crate::model_check::{Names, check};

/// Asks each model that is set up; a line for each.
pub(super) async fn run(config: &Config) -> Result<(), CliError> {
    let widget = &config.widget;
    let models =
        [("widget", Some(&widget.upstream)), ("widget.fallback", widget.fallback.as_ref())];
    let mut faults = Vec::new();
    for (table, upstream) in models.into_iter().filter_map(|(t, u)| Some((t, u?))) {
        match line(table, widget, upstream).await {
            Ok(line) => println!("{line}"),
            Err(line) => faults.push(line),
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(CliError::NoAnswer(faults.join("\n"))) }
}

/// That it answers, or why not and what to do.
async fn line(table: &str, widget: &Widget, upstream: &Upstream) -> Result<String, String> {
    let Some(model) = upstream.shown() else {
        return Ok(format!("{table}: the rule matcher answers; it is no model and needs no key"));
    };
    let name = format!("{table}: {model} at {}", upstream.name());
    let names = Names {
        api_key: format!("{table}.api_key"),
        model: format!("{table}.model"),
        base_url: format!("{table}.base_url"),
        provider: format!("{table}.provider"),
        timeout: "widget.timeout_ms",
        max_tokens: "widget.max_tokens",
    };
    match check(widget, upstream, &names).await {
        Ok(took) => Ok(format!("{name} answers, within {} ms", took.as_millis())),
        Err(why) => Err(format!("{name} does not answer: {why}")),
    }
}

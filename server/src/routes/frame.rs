//! `GET /site-agent/frame`: the document in which the panel runs where it does not run in the page
//! itself. It shows itself on the pages of the widget's list and nowhere else: the browser enforces
//! `frame-ancestors`, and no script of the page around it has a say in that.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, StatusCode};
use serde::Deserialize;
use site_agent_app::admin::trace::Level;
use site_agent_gateway::Origin;

use super::widget_settings::unknown;
use crate::program::Program;
use crate::widgets::Live;

/// Everything else is the script's; its address is relative, so that it is right behind any proxy.
const PAGE: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Site Agent</title>
<script type=\"module\" src=\"frame.js\"></script>
</head>
<body></body>
</html>
";

/// What the address may say.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    /// The widget; the configuration's when absent.
    widget: Option<String>,
}

/// Shows the frame of a widget.
pub(crate) async fn show(
    State(program): State<Arc<Program>>,
    Query(asked): Query<Asked>,
) -> Response {
    let Some(live) = program.widgets.named(asked.widget.as_deref()) else { return unknown() };
    let Ok(policy) = HeaderValue::try_from(policy(&live)) else {
        // An origin is ASCII, so this cannot be; and without a policy the frame must not be shown.
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    // Only a widget that was named has settings of the program's.
    let traces = asked.widget.and(live.settings().traces);
    let mut response = page(traces).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    for (name, value) in [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        // The list may change any time.
        (CACHE_CONTROL, "no-cache"),
        // What a page that isolates itself asks of the frames in it.
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The document, with what is stored of the widget's runs: from here the script knows it, and not
/// from the page around.
fn page(traces: Option<Level>) -> String {
    let Some(level) = traces else { return PAGE.to_owned() };
    let level = format!("<meta name=\"traces\" content=\"{}\">\n</head>", level.as_str());
    PAGE.replace("</head>", &level)
}

/// Nothing but the program's own files and its proxy; and who may show it.
fn policy(live: &Live) -> String {
    let mut policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
        style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
        require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'self'"
        .to_owned();
    let origins = live.origins().iter().map(Origin::as_str);
    // The grammar of policies has no IPv6 addresses; where one is the program's own, `'self'` is it.
    for origin in origins.filter(|origin| !origin.contains('[')) {
        policy.push(' ');
        policy.push_str(origin);
    }
    policy
}

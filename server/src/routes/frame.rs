//! `GET /site-agent/frame`: the document in which the panel runs where it does not run in the page
//! itself. It shows itself on the pages of the widget's list and nowhere else: the browser enforces
//! `frame-ancestors`, and no script of the page around it has a say in that.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, StatusCode};
use serde::Deserialize;
use site_agent_gateway::Origin;

use super::widget_settings::{is_known, unknown};
use crate::program::Program;

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
    if asked.widget.is_some_and(|key| !is_known(&key)) {
        return unknown();
    }
    let Ok(policy) = HeaderValue::try_from(policy(&program)) else {
        // An origin is ASCII, so this cannot be; and without a policy the frame must not be shown.
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let mut response = PAGE.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    for (name, value) in [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        // The list may change with the next start.
        (CACHE_CONTROL, "no-cache"),
        // What a page that isolates itself asks of the frames in it.
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Nothing but the program's own files and its proxy; and who may show it.
fn policy(program: &Program) -> String {
    let mut policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
        style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
        require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'self'"
        .to_owned();
    let listed = &program.config.widget.clients.allowed_origins;
    let origins = program.own_origins.iter().chain(listed).map(Origin::as_str);
    // The grammar of policies has no IPv6 addresses; where one is the program's own, `'self'` is it.
    for origin in origins.filter(|origin| !origin.contains('[')) {
        policy.push(' ');
        policy.push_str(origin);
    }
    policy
}

//! `GET /api/widgets/{key}`: what the hosted tag may know of its widget. The tag's own attributes
//! win over it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL};
use http::{HeaderName, HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::json;

use crate::config::Appearance;
use crate::program::Program;

/// The key of the widget that the configuration describes.
pub(super) const DEFAULT_KEY: &str = "default";

/// The settings as the element reads them; what is absent keeps the element's default.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PublicSettings<'a> {
    key: &'static str,
    /// Relative to the tag's own address, so that it is right behind any proxy.
    proxy_url: String,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    models: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placeholder: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    suggestions: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pre_approved: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    max_steps: Option<u32>,
}

/// Shows a widget's public settings to any page.
pub(crate) async fn show(State(program): State<Arc<Program>>, Path(key): Path<String>) -> Response {
    if !is_known(&key) {
        return unknown();
    }
    let mut response = Json(settings(&program)).into_response();
    open_to_all(&mut response, "public, max-age=30");
    response
}

/// Whether a widget has this key.
pub(super) fn is_known(key: &str) -> bool {
    key == DEFAULT_KEY
}

fn open_to_all(response: &mut Response, cache: &'static str) {
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let corp = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(corp, HeaderValue::from_static("cross-origin"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
}

fn settings(program: &Program) -> PublicSettings<'_> {
    let Appearance {
        label,
        heading,
        placeholder,
        suggestions,
        theme,
        position,
        lang,
        models,
        pre_approved,
        max_steps,
    } = &program.config.widget.appearance;
    PublicSettings {
        key: DEFAULT_KEY,
        proxy_url: format!("{}/api/agent", program.config.base()),
        models,
        label: label.as_deref(),
        heading: heading.as_deref(),
        placeholder: placeholder.as_deref(),
        suggestions,
        theme: theme.as_deref(),
        position: position.as_deref(),
        lang: lang.as_deref(),
        pre_approved,
        max_steps: *max_steps,
    }
}

/// Says in JSON that no widget has the key.
pub(super) fn unknown() -> Response {
    let error = json!({ "error": {
        "code": "unknown-widget",
        "message": "There is no widget with this key.",
        "requestId": site_agent_gateway::request_id::current(),
    }});
    let mut response = (StatusCode::NOT_FOUND, Json(error)).into_response();
    open_to_all(&mut response, "no-store");
    response
}

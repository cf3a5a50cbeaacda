//! `GET /api/widgets/{key}`: what the hosted tag may know of its widget. The tag's own attributes
//! win over it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, ORIGIN, REFERER};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::json;
use site_agent_app::admin::trace::Level;
use site_agent_gateway::Origin;
use url::Url;

use crate::config::Appearance;
use crate::program::Program;
use crate::widgets::{DEFAULT_KEY, Live};

/// The settings as the element reads them; what is absent keeps the element's default.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PublicSettings<'a> {
    key: &'a str,
    /// Relative to the tag's own address, so that it is right behind any proxy.
    proxy_url: String,
    /// What is stored of runs; absent where nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    traces: Option<Level>,
    /// Where they are sent to, as `proxy_url` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    traces_url: Option<String>,
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

/// Shows a widget's public settings to any page, and notes which page it was.
pub(crate) async fn show(
    State(program): State<Arc<Program>>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(live) = program.widgets.find(&key) else { return unknown() };
    // The dashboard's own preview is nobody's page.
    let preview = format!("{}/admin/", program.public_url());
    if let Some(page) = page(&headers).filter(|page| !page.starts_with(&preview)) {
        program.widgets.seen(live.key(), &page);
    }
    let mut response = Json(settings(&program, &live)).into_response();
    open_to_all(&mut response, "public, max-age=30");
    response
}

/// The page that asks: its origin, with the path where the browser tells it; never with a query,
/// which may hold anything.
fn page(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let page = text(REFERER).and_then(|text| Url::parse(text).ok()).filter(Url::has_host);
    let of_page = page.as_ref().map(Origin::of);
    let origin = text(ORIGIN).and_then(|text| Origin::parse(text).ok());
    match (origin, of_page, page) {
        // A browser leaves the path out where the page is on another site than we.
        (Some(origin), Some(other), _) if origin != other => Some(origin.to_string()),
        (_, Some(origin), Some(page)) if matches!(page.scheme(), "http" | "https") => {
            let path = page.path();
            Some(format!("{origin}{}", if path == "/" { "" } else { path }))
        }
        (origin, ..) => origin.map(|origin| origin.to_string()),
    }
}

fn open_to_all(response: &mut Response, cache: &'static str) {
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let corp = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(corp, HeaderValue::from_static("cross-origin"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
}

fn settings<'a>(program: &Program, live: &'a Live) -> PublicSettings<'a> {
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
    } = &live.settings().appearance;
    let base = program.config.base();
    let traces = live.settings().traces;
    // With the widget, so that taking a run back is judged by the same list of origins.
    let widget =
        if live.key() == DEFAULT_KEY { String::new() } else { format!("?widget={}", live.key()) };
    PublicSettings {
        key: live.key(),
        proxy_url: format!("{base}/api/agent"),
        traces,
        traces_url: traces.map(|_| format!("{base}/api/traces{widget}")),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_an_origin_and_at_most_a_path() {
        let page = |origin: &str, referer: &str| {
            let mut headers = HeaderMap::new();
            for (name, value) in [(ORIGIN, origin), (REFERER, referer)] {
                if !value.is_empty() {
                    headers.insert(name, value.parse().expect("a header"));
                }
            }
            page(&headers).unwrap_or_default()
        };
        let shop = "https://shop.example";
        assert_eq!(page(shop, "https://shop.example/"), shop);
        assert_eq!(page(shop, "https://shop.example/a/b?token=x#y"), "https://shop.example/a/b");
        assert_eq!(page(shop, "https://other.example/a"), shop);
        assert_eq!(page("", "https://shop.example/a"), "https://shop.example/a");
        assert_eq!(page(shop, ""), shop);
        for nothing in ["null", "", "file://"] {
            assert_eq!(page(nothing, ""), "", "{nothing}");
            assert_eq!(page("", nothing), "", "{nothing}");
        }
        assert_eq!(page("", "https://me:secret@shop.example/a"), "https://shop.example/a");
    }
}

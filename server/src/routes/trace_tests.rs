//! `/admin/files/traces/{id}/test.json` and `test.ts`: a stored run as a test, to be kept beside the
//! site's sources. The layer in front of the dashboard has let its reader in.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::StatusCode;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use site_agent_app::admin::trace::{StoredTrace, TraceId};
use site_agent_app::ports::Traces as _;
use site_agent_core::trace::Trace;
use site_agent_core::wire::Wire as _;
use site_agent_replayer::{TestFile, playwright};

use crate::program::Program;

/// The routes.
pub(crate) fn router(program: &Arc<Program>) -> Router {
    Router::new()
        .route("/admin/files/traces/{id}/test.json", get(file))
        .route("/admin/files/traces/{id}/test.ts", get(snippet))
        .with_state(Arc::clone(program))
}

async fn file(State(program): State<Arc<Program>>, Path(id): Path<String>) -> Response {
    match test(&program, &id).await {
        Ok((code, test)) => download(&code, "json", "application/json", test.to_text()),
        Err(status) => status.into_response(),
    }
}

async fn snippet(State(program): State<Arc<Program>>, Path(id): Path<String>) -> Response {
    match test(&program, &id).await {
        Ok((code, test)) => {
            let spec = playwright(&test, &program.public_url());
            download(&code, "spec.ts", "text/plain; charset=utf-8", spec)
        }
        Err(status) => status.into_response(),
    }
}

/// The test that a run makes, and the run's code.
async fn test(program: &Program, id: &str) -> Result<(String, TestFile), StatusCode> {
    let id = TraceId::parse(id).ok_or(StatusCode::NOT_FOUND)?;
    let stored = program.traces.store().trace(&id).await;
    let stored = stored.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
    let stored = stored.ok_or(StatusCode::NOT_FOUND)?;
    // What was stored was read before; a document that is none any more is no page's fault.
    let trace = Trace::from_text(&stored.document).map_err(|error| {
        tracing::error!(%id, %error, "a stored run cannot be read");
        StatusCode::INTERNAL_SERVER_ERROR
    })?;
    Ok((stored.row.code.clone(), TestFile::of(&name(&stored), &trace)))
}

/// After what is called, which the page wrote, and not after what somebody said.
fn name(stored: &StoredTrace) -> String {
    let tools = stored.row.tools.join(", ");
    if tools.is_empty() {
        stored.row.code.clone()
    } else {
        format!("{tools} ({})", stored.row.code)
    }
}

fn download(code: &str, end: &str, kind: &'static str, text: String) -> Response {
    // A code is letters, digits and a hyphen.
    let name = format!("attachment; filename=\"site-agent-{}.{end}\"", code.to_lowercase());
    let headers =
        [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store"), (CONTENT_DISPOSITION, name.as_str())];
    (headers, text).into_response()
}

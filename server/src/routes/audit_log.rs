//! `GET /admin/files/own/audit.jsonl`: the whole audit log, a line of JSON for each of its lines,
//! the oldest first. For owners, which the layer in front of the dashboard sees to.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures::stream;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use site_agent_app::ports::Audit as _;

use crate::program::Program;

/// Lines that are read at once.
const AT_ONCE: u32 = 500;

/// Shows the log as it is read; a failure on the way breaks the reply off, so that no part of it
/// passes for the whole.
pub(crate) async fn download(State(program): State<Arc<Program>>) -> Response {
    let parts = stream::try_unfold((program, 0), async |(program, last)| {
        let lines = program.gatekeeper.after(last, AT_ONCE).await.map_err(std::io::Error::other)?;
        let Some(last) = lines.last().map(|line| line.id) else { return Ok(None) };
        let mut text = String::new();
        for line in &lines {
            text.push_str(&serde_json::to_string(line)?);
            text.push('\n');
        }
        Ok::<_, std::io::Error>(Some((Bytes::from(text), (program, last))))
    });
    let headers = [
        (CONTENT_TYPE, "application/jsonl; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"audit.jsonl\""),
    ];
    (headers, Body::from_stream(parts)).into_response()
}

//! `/healthz`: the process answers. `/readyz`: it wants requests, and its databases answer.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;

use crate::program::Program;

/// Always well: whoever can ask gets an answer.
pub(crate) async fn alive() -> &'static str {
    "ok\n"
}

/// 503 from the moment the end is announced, and while a database does not answer.
pub(crate) async fn ready(State(program): State<Arc<Program>>) -> (StatusCode, &'static str) {
    if program.readiness.is_ending() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    } else if program.store.is_well().await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
    }
}

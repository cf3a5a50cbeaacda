//! `GET /admin/files/own/backup.tar`: both databases, as `site-agent backup` copies them, in one file.
//! For owners, which the layer in front of the dashboard sees to.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use site_agent_app::admin::account::SignedIn;
use site_agent_app::ports::Audit as _;

use super::run_files::file;
use crate::program::Program;
use crate::store::backup::archive;

const TAR: &str = "application/x-tar";

/// Begins one, unless another is being made: each takes room for a copy.
pub(crate) async fn download(
    State(program): State<Arc<Program>>,
    Extension(who): Extension<SignedIn>,
) -> Response {
    let Ok(turn) = Arc::clone(&program.backups).try_acquire_owned() else {
        let text = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (RETRY_AFTER, "60")];
        let words = "A backup is being made already. Try again when it is done.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text, words).into_response();
    };
    if program.gatekeeper.note(&who, "downloaded a backup", "").await.is_err() {
        return (StatusCode::SERVICE_UNAVAILABLE, "The store failed.\n").into_response();
    }
    let parts = archive::stream(program.config.folders.data.clone(), turn);
    file("site-agent-backup.tar", TAR, Body::from_stream(parts))
}

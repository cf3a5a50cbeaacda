//! Everything the program serves, as a table.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};

use crate::auth::{Guard, guard};
use crate::files::Files;
use crate::middleware::{around_everything, around_functions};
use crate::program::Program;
use crate::routes::{
    agent, audit_log, backup, files, frame, health, open_file, replays, run_feed, run_files,
    trace_tests, traces, widget_settings,
};
use crate::site::Site;

/// The whole program as a service.
pub fn router(program: &Arc<Program>) -> Router {
    let site = Site::new(program);

    // The model proxy: each widget's behind the gateway's own layers, from the pages of its list.
    let proxy = agent::routes(&program.widgets, site.agent());
    // The site's own functions: from its own pages only.
    let functions = around_functions(site.functions(), program.same_origin());
    // Runs that visitors let the owner keep: from the same pages, with a limit of their own.
    let stored = traces::router(program);
    // In front of the dashboard: who asks.
    let dashboard = Arc::new(Guard {
        gatekeeper: Arc::clone(&program.gatekeeper),
        site: site.clone(),
        own: program.same_origin(),
        trust: program.trust(),
    });

    let routes = Router::new()
        // For whoever watches the program.
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        // For the pages of the widget's list: the panel, where their own policy keeps it out.
        .route("/site-agent/frame", get(frame::show))
        // For pages anywhere: the element's files and a widget's public settings.
        .route("/embed.js", get(files::built))
        .route("/site-agent/{*path}", get(files::built))
        .route("/pkg/{*path}", get(files::built))
        .route("/api/widgets/{key}", get(widget_settings::show))
        // For the dashboard: runs as they arrive, as files, and files of them to be looked at.
        .route("/admin/files/traces/live", get(run_feed::follow))
        .route("/admin/files/traces/runs.jsonl", get(run_files::lines))
        .route("/admin/files/traces/otlp.jsonl", get(run_files::otlp_lines))
        .route("/admin/files/traces/{id}/trace.json", get(run_files::trace))
        .route("/admin/files/traces/{id}/otlp.json", get(run_files::otlp))
        .route("/admin/traces/open", opened())
        // For owners.
        .route("/admin/files/own/audit.jsonl", get(audit_log::download))
        .route("/admin/files/own/backup.tar", get(backup::download))
        // What is in `public/`, and for all else the site's own "not found".
        .fallback(get(files::public))
        .with_state(Shared { program: Arc::clone(program), site: site.clone() })
        .merge(stored)
        .merge(replays::router(program))
        .merge(trace_tests::router(program))
        .merge(functions)
        .merge(site.pages())
        // In front of all of them, but concerned with the dashboard alone.
        .layer(from_fn_with_state(dashboard, guard))
        .merge(proxy);

    around_everything(routes, program.config.public_url.as_ref())
}

/// A file that is posted to be looked at; larger than any form of the site.
fn opened() -> MethodRouter<Shared> {
    post(open_file::answer).layer(DefaultBodyLimit::max(open_file::ROOM))
}

/// What handlers can ask for.
#[derive(Clone)]
struct Shared {
    program: Arc<Program>,
    site: Site,
}

impl FromRef<Shared> for Arc<Program> {
    fn from_ref(shared: &Shared) -> Self {
        Self::clone(&shared.program)
    }
}

impl FromRef<Shared> for Files {
    fn from_ref(shared: &Shared) -> Self {
        shared.program.files.clone()
    }
}

impl FromRef<Shared> for Site {
    fn from_ref(shared: &Shared) -> Self {
        shared.site.clone()
    }
}

//! `GET /admin/files/traces/…`: runs as files. Files of many runs are written as they are read, so
//! that their number does not matter, and end with a line that tells whether they are whole.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::{Stream, stream};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};
use site_agent_app::admin::asked::selected;
use site_agent_app::admin::now;
use site_agent_app::admin::run::{Lines, read};
use site_agent_app::admin::trace::{Cursor, Selector, StoredTrace, TraceId};
use site_agent_app::ports::{StoreError, Traces};

use crate::exports::{Exported, export};
use crate::program::Program;

/// Runs that are looked up at a time.
const PAGE: u32 = 100;

pub(crate) const JSON: &str = "application/json";
pub(crate) const LINES: &str = "application/x-ndjson";

/// `{id}/trace.json`: the trace as it was stored.
pub(crate) async fn trace(State(program): State<Arc<Program>>, Path(id): Path<String>) -> Response {
    match find(&program, &id).await {
        Ok(run) => file(&format!("trace-{}.json", run.row.code), JSON, run.document.into()),
        Err(refusal) => refusal,
    }
}

/// `{id}/otlp.json`: the run as spans.
pub(crate) async fn otlp(State(program): State<Arc<Program>>, Path(id): Path<String>) -> Response {
    let run = match find(&program, &id).await {
        Ok(run) => run,
        Err(refusal) => return refusal,
    };
    match spans(&run) {
        Some(spans) => file(&format!("trace-{}.otlp.json", run.row.code), JSON, spans.into()),
        None => (StatusCode::UNPROCESSABLE_ENTITY, "This version cannot read the run.\n")
            .into_response(),
    }
}

/// `runs.jsonl?id=…` or `?q=&until=`: one run a line.
pub(crate) async fn lines(state: State<Arc<Program>>, query: RawQuery) -> Response {
    many(state, query, "runs.jsonl", Form::Lines(Lines::default()))
}

/// `otlp.jsonl?…`: the same runs, each line what a collector takes.
pub(crate) async fn otlp_lines(state: State<Arc<Program>>, query: RawQuery) -> Response {
    many(state, query, "runs.otlp.jsonl", Form::Otlp)
}

fn many(
    State(program): State<Arc<Program>>,
    RawQuery(query): RawQuery,
    name: &str,
    form: Form,
) -> Response {
    let query = query.unwrap_or_default();
    let pairs: Vec<_> = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let left = match selected(&pairs, now()) {
        Some(Ok(Selector::Ids(ids))) => Left::Ids(ids.into()),
        Some(Ok(Selector::Matching { filter, until })) => {
            Left::Matching { filter, until, behind: None, is_last: false }
        }
        Some(Err(problem)) => return (StatusCode::BAD_REQUEST, problem).into_response(),
        None => {
            return (StatusCode::BAD_REQUEST, "Select runs in the list first.\n").into_response();
        }
    };
    let traces: Arc<dyn Traces> = Arc::new(program.traces.store().clone());
    let work = Work { traces, left, form: Some(form), ready: VecDeque::new() };
    file(name, LINES, Body::from_stream(pieces(work)))
}

/// What is written of a run.
enum Form {
    Lines(Lines),
    Otlp,
}

/// Runs that are still to be written.
enum Left {
    Ids(VecDeque<TraceId>),
    Matching {
        filter: Box<site_agent_app::admin::trace::Filter>,
        until: u64,
        behind: Option<Cursor>,
        is_last: bool,
    },
}

struct Work {
    traces: Arc<dyn Traces>,
    left: Left,
    /// Taken when the last line is written.
    form: Option<Form>,
    ready: VecDeque<TraceId>,
}

/// An error ends the reply in the middle, and its last line is missing.
fn pieces(work: Work) -> impl Stream<Item = Result<Bytes, StoreError>> + Send {
    stream::try_unfold(work, async |mut work| {
        while work.form.is_some() {
            let Some(id) = work.next().await? else {
                return Ok(work.end().map(|end| (end, work)));
            };
            // One that was deleted in the meantime is in no export.
            if let Some(run) = work.traces.trace(&id).await?
                && let Some(line) = work.line(&run)
            {
                return Ok(Some((line, work)));
            }
        }
        Ok(None)
    })
}

impl Work {
    async fn next(&mut self) -> Result<Option<TraceId>, StoreError> {
        loop {
            if let Some(id) = self.ready.pop_front() {
                return Ok(Some(id));
            }
            match &mut self.left {
                Left::Ids(ids) => return Ok(ids.pop_front()),
                Left::Matching { is_last: true, .. } => return Ok(None),
                Left::Matching { filter, until, behind, is_last } => {
                    let page = self.traces.list(filter, behind.as_ref(), PAGE).await?;
                    let rows = page.rows.into_iter().filter(|row| row.stored_at <= *until);
                    self.ready.extend(rows.map(|row| row.id));
                    *is_last = page.next.is_none();
                    *behind = page.next;
                }
            }
        }
    }

    fn line(&mut self, run: &StoredTrace) -> Option<Bytes> {
        match self.form.as_mut()? {
            Form::Lines(lines) => Some(lines.run(run).into()),
            Form::Otlp => spans(run).map(|spans| format!("{spans}\n").into()),
        }
    }

    fn end(&mut self) -> Option<Bytes> {
        match self.form.take()? {
            Form::Lines(lines) => Some(lines.end().into()),
            Form::Otlp => None,
        }
    }
}

fn spans(run: &StoredTrace) -> Option<String> {
    let trace = read(&run.document).ok()?;
    let exported = Exported {
        trace: &trace,
        document: &run.document,
        id: Some(run.row.id.as_str()),
        widget: &run.row.widget,
        code: &run.row.code,
    };
    serde_json::to_string(&export(exported)).ok()
}

async fn find(program: &Program, id: &str) -> Result<StoredTrace, Response> {
    let missing = || (StatusCode::NOT_FOUND, "There is no such run.\n").into_response();
    let id = TraceId::parse(id).ok_or_else(missing)?;
    match program.traces.store().trace(&id).await {
        Ok(run) => run.ok_or_else(missing),
        Err(StoreError) => {
            Err((StatusCode::SERVICE_UNAVAILABLE, "The store failed.\n").into_response())
        }
    }
}

/// A reply that a browser saves.
pub(crate) fn file(name: &str, kind: &'static str, body: Body) -> Response {
    let name: String =
        name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.')).collect();
    let mut response = (StatusCode::OK, body).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(saved) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, saved);
    }
    response
}

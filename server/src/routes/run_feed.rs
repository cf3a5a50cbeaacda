//! `GET /admin/files/traces/live?q=&since=`: server-sent events, one for each run that a list of
//! that filter would show, from the run `since` on.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{StreamExt as _, future, stream};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use site_agent_app::admin::trace::{Filter, TraceId, TraceRow};
use site_agent_app::ports::Traces as _;

use crate::program::Program;
use crate::store::traces::TraceStore;

/// A reply ends then, and the browser asks again: a session that is over hears no more.
const LONGEST: Duration = Duration::from_mins(5);

/// Runs that are told of a gap: between a page and its feed, or between two replies.
const MISSED: u32 = 100;

/// Tells arrivals.
pub(crate) async fn follow(
    State(program): State<Arc<Program>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.unwrap_or_default();
    let asked = |name: &str| {
        let mut pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
    };
    let Ok(filter) = Filter::parse(&asked("q").unwrap_or_default()) else {
        return (StatusCode::BAD_REQUEST, "The filter cannot be read.\n").into_response();
    };
    // After a lost connection the browser says which one it had last.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let since = last.or_else(|| asked("since")).and_then(|id| TraceId::parse(&id));
    let traces = program.traces.store().clone();
    // First listen, then look: what arrives in between is in both, and told once.
    let feed = traces.subscribe();
    let Ok(missed) = traces.list(&filter, None, MISSED).await else {
        return (StatusCode::SERVICE_UNAVAILABLE, "The store failed.\n").into_response();
    };
    let missed: Vec<TraceRow> = missed
        .rows
        .into_iter()
        .take_while(|row| since.as_ref().is_none_or(|since| row.id > *since))
        .collect();
    let mut told: HashSet<TraceId> = missed.iter().map(|row| row.id.clone()).collect();
    let filter = Arc::new(filter);
    let arrived = feed.filter(move |row| future::ready(!told.remove(&row.id)));
    let arrived = arrived.filter_map(move |row| found(traces.clone(), filter.clone(), row));
    let rows = stream::iter(missed.into_iter().rev()).chain(arrived);
    let events = rows
        // A browser tells its page of no event without data.
        .map(|row| Event::default().event("run").id(row.id.as_str()).data(row.id.as_str()))
        .map(Ok::<_, Infallible>)
        .take_until(over(program));
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    let mut response = events.into_response();
    // Proxies that gather replies are asked not to.
    let unbuffered = HeaderName::from_static("x-accel-buffering");
    response.headers_mut().insert(unbuffered, HeaderValue::from_static("no"));
    response
}

/// The run, if the filter finds it. Its line tells that but for a text, which may be anywhere in it:
/// for that the store is asked, as the list asks it.
async fn found(traces: TraceStore, filter: Arc<Filter>, row: TraceRow) -> Option<TraceRow> {
    if !filter.may_find(&row) {
        return None;
    }
    if filter.text.is_some() {
        match traces.finds(&filter, &row.id).await {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "a run that arrived cannot be looked at"
                );
                return None;
            }
        }
    }
    Some(row)
}

/// When the reply was long enough, or the program ends.
async fn over(program: Arc<Program>) {
    let end = tokio::time::Instant::now() + LONGEST;
    while tokio::time::Instant::now() < end && !program.readiness.is_ending() {
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}

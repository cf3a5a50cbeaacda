//! Replays: begun and opened by people of the dashboard, carried out by the page that a run came from.
//!
//! `POST /api/replays` and `POST /api/replays/{id}/report` are for pages: the ticket is good for a page
//! of the run's own origin that may still ask the model, and what it is told is read by nobody
//! without it. The other two routes are the dashboard's, and the layer in front of it has let their
//! sender in.

use std::sync::Arc;

use axum::extract::{Form, Path, Request, State};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use http::header::{LOCATION, ORIGIN};
use http::{Method, StatusCode};
use serde::Deserialize;
use site_agent_app::admin::replay::ReplayId;
use site_agent_app::admin::trace::TraceId;
use site_agent_app::ports::StoreError;
use site_agent_core::replay::Report;
use site_agent_core::wire::Wire as _;
use site_agent_gateway::limited;

use super::traces::{LIMIT, bearer, body, is_json, may_call, readable};
use crate::program::Program;
use crate::traces::{Code, Refusal};

/// The routes of pages, behind CORS → per-client limit, and those of the dashboard.
pub(crate) fn router(program: &Arc<Program>) -> Router {
    let pages = Router::new()
        .route("/api/replays", any(redeem))
        .route("/api/replays/{id}/report", any(report))
        .with_state(Arc::clone(program));
    let gateway = program.widgets.default().gateway();
    let pages = match gateway.config().rate_limit {
        Some(_) => limited(pages, gateway, LIMIT),
        None => pages,
    };
    Router::new()
        .route("/api/fn/admin/view/begin_replay", post(begin))
        .route("/admin/files/replays/{id}/open", get(open))
        .with_state(Arc::clone(program))
        .merge(pages.layer(from_fn(cors)))
}

/// The widget is named in the body, so whether its list has the origin is looked up there.
async fn cors(request: Request, next: Next) -> Response {
    let origin = request.headers().get(ORIGIN).cloned();
    let is_preflight = request.method() == Method::OPTIONS;
    let mut response =
        if is_preflight { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    readable(&mut response, origin, is_preflight);
    response
}

#[derive(Debug, Deserialize)]
struct Begun {
    run: String,
}

async fn begin(State(program): State<Arc<Program>>, Form(form): Form<Begun>) -> Response {
    let Some(run) = TraceId::parse(&form.run) else { return StatusCode::NOT_FOUND.into_response() };
    match program.replays.begin(&run).await {
        Ok(Some(id)) => {
            let to = format!("{}/admin/replays/{id}", program.config.base());
            (StatusCode::SEE_OTHER, [(LOCATION, to)]).into_response()
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(StoreError) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

/// Leads to the run's page. The replay's id is known to nobody but who began it, so that no link
/// from elsewhere leads here.
async fn open(State(program): State<Arc<Program>>, Path(id): Path<String>) -> Response {
    let opened = match ReplayId::parse(&id) {
        Some(id) => program.replays.open(&id).await,
        None => Ok(None),
    };
    match opened {
        Ok(Some(page)) => (StatusCode::SEE_OTHER, [(LOCATION, page)]).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(StoreError) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

#[derive(Debug, Deserialize)]
struct Ticket {
    ticket: String,
    #[serde(default)]
    widget: String,
}

async fn redeem(State(program): State<Arc<Program>>, request: Request) -> Response {
    match try_redeem(&program, request).await {
        Ok(given) => given,
        Err(refusal) => refusal.into_response(),
    }
}

async fn try_redeem(program: &Program, request: Request) -> Result<Response, Refusal> {
    let origin = request.headers().get(ORIGIN).cloned();
    let body = json_of(request).await?;
    let asked: Ticket = serde_json::from_slice(&body)
        .map_err(|_| Refusal::saying(Code::BadRequest, "send a ticket and a widget's key"))?;
    let named = Some(asked.widget.as_str()).filter(|key| !key.is_empty());
    let live = program.widgets.named(named).ok_or_else(|| Refusal::new(Code::UnknownWidget))?;
    if !may_call(&live, origin.as_ref()) {
        return Err(Refusal::new(Code::OriginNotAllowed));
    }
    let origin = origin.as_ref().and_then(|origin| origin.to_str().ok());
    let origin = origin.ok_or_else(|| Refusal::new(Code::UnknownReplay))?;
    let given = program.replays.redeem(&asked.ticket, live.key(), origin).await;
    match given.map_err(|StoreError| Refusal::new(Code::Internal))? {
        Some(given) => Ok(Json(given).into_response()),
        None => Err(Refusal::new(Code::UnknownReplay)),
    }
}

async fn report(
    State(program): State<Arc<Program>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    match try_report(&program, &id, request).await {
        Ok(status) => status.into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

async fn try_report(program: &Program, id: &str, request: Request) -> Result<StatusCode, Refusal> {
    let token = bearer(request.headers()).map(str::to_owned);
    let body = json_of(request).await?;
    let read = std::str::from_utf8(&body).ok().and_then(|text| Report::from_text(text).ok());
    let told =
        read.ok_or_else(|| Refusal::saying(Code::BadRequest, "this is not what a replay came to"))?;
    match (ReplayId::parse(id), token) {
        (Some(id), Some(token)) if program.replays.tell(&id, &token, told) => {
            Ok(StatusCode::NO_CONTENT)
        }
        _ => Err(Refusal::new(Code::UnknownReplay)),
    }
}

/// The body of a POST of JSON.
async fn json_of(request: Request) -> Result<axum::body::Bytes, Refusal> {
    if request.method() != Method::POST {
        return Err(Refusal::new(Code::MethodNotAllowed));
    }
    if !is_json(request.headers()) {
        return Err(Refusal::new(Code::UnsupportedMediaType));
    }
    body(request).await
}

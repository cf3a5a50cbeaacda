//! `/api/agent`: the model proxy of the widget that the address names, behind that widget's layers.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use http::StatusCode;
use http::header::ORIGIN;
use site_agent_app::ports::AgentWidget;
use tower::ServiceExt as _;

use crate::widgets::Widgets;

#[derive(Clone)]
struct Doors {
    widgets: Arc<Widgets>,
    /// The route that answers a step, with nothing in front of it.
    agent: Router,
}

/// The route of all widgets; `agent` is what stands behind each one's layers.
pub(crate) fn routes(widgets: &Arc<Widgets>, agent: Router) -> Router {
    let doors = Doors { widgets: Arc::clone(widgets), agent };
    Router::new().route("/api/agent", any(serve)).with_state(doors)
}

async fn serve(State(doors): State<Doors>, mut request: Request) -> Response {
    let named = widget(request.uri().query());
    // A key that no widget has is told so by the default one's layers, in a way that the page can
    // read.
    let live = doors.widgets.named(named.as_deref());
    let live = live.unwrap_or_else(|| Arc::clone(doors.widgets.default()));
    request.extensions_mut().insert(AgentWidget(live.key().to_owned()));
    let origin = request.headers().get(ORIGIN).cloned();
    let response = match live.proxy(&doors.agent).oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    if response.status() == StatusCode::FORBIDDEN
        && let Some(origin) = origin.as_ref().and_then(|origin| origin.to_str().ok())
    {
        doors.widgets.refused(live.key(), origin);
    }
    response
}

/// The value of `widget` in a query.
pub(super) fn widget(query: Option<&str>) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(query?.as_bytes());
    pairs.find(|(name, _)| name == "widget").map(|(_, key)| key.into_owned())
}

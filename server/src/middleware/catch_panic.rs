//! A panic in a handler costs that request a 500 and nobody else anything.

use std::any::Any;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use tower_http::catch_panic::{CatchPanicLayer, ResponseForPanic};

/// Says that something broke, and under which id it is in the log. What broke is not said.
#[derive(Clone, Copy)]
pub(super) struct Apology;

pub(super) fn layer() -> CatchPanicLayer<Apology> {
    CatchPanicLayer::custom(Apology)
}

impl ResponseForPanic for Apology {
    type ResponseBody = axum::body::Body;

    fn response_for_panic(&mut self, _: Box<dyn Any + Send>) -> Response {
        // The panic hook has printed message and place already.
        tracing::error!("a handler panicked");
        let id = site_agent_gateway::request_id::current();
        let text = format!("Something went wrong on our side. Request id: {id}\n");
        (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
    }
}

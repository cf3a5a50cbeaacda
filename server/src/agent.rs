//! The model behind `/api/agent`, as the site's port sees it.

use async_trait::async_trait;
use http::StatusCode;
use serde_json::json;
use site_agent_app::ports::{Agent, AgentFailure, AgentReply, AgentTurnRequest};

use crate::middleware::{RequestId, current_request_id};

/// No model is set up: every step is refused with a reason.
#[derive(Debug)]
pub struct NoModel;

#[async_trait]
impl Agent for NoModel {
    async fn turn(&self, _: AgentTurnRequest) -> Result<AgentReply, AgentFailure> {
        Err(failure(StatusCode::SERVICE_UNAVAILABLE, "not-configured", "No model is set up here."))
    }
}

fn failure(status: StatusCode, code: &str, message: &str) -> AgentFailure {
    let id = current_request_id();
    let error = json!({ "error": {
        "code": code, "message": message, "requestId": id.as_ref().map(RequestId::as_str),
    }});
    AgentFailure { status: status.as_u16(), retry_after: None, body: error.to_string().into() }
}

//! The matcher from core: no key, no network, not AI. It reads the body with the core's own JSON.

use site_agent_core::json;
use site_agent_core::protocol::{Reply, Request};
use site_agent_core::rules;

use crate::error::{ApiError, Code};

/// The reply.
pub(crate) fn respond(body: &[u8]) -> Result<Reply, ApiError> {
    let value = json::parse_bytes(body)
        .map_err(|error| ApiError::new(Code::BadRequest, format!("this is not JSON: {error}")))?;
    let request = Request::from_value(&value).map_err(|error| {
        ApiError::new(Code::BadRequest, format!("this is not a request of protocol 1: {error}"))
    })?;
    Ok(rules::respond(&request))
}

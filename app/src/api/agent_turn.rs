//! `POST /api/agent`: protocol version 1, as a server function.
//!
//! Its codecs leave both directions alone: the body goes to the port [`Agent`](crate::ports::Agent)
//! as it came, and what the port says goes out as it is, JSON or an event stream. Framing, origin,
//! limits and size belong to the layers that the server puts in front; the path is a contract, so
//! the endpoint is spelt out and never hashed.

use http::Method;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use server_fn::codec::{Encoding, FromReq, FromRes, IntoReq, IntoRes, JsonEncoding};
use server_fn::error::{FromServerFnError, ServerFnErrorErr};
use server_fn::request::{ClientReq, Req};
use server_fn::response::{ClientRes, TryRes};
use server_fn::{Bytes, ContentType};

const JSON: &str = "application/json";

/// Protocol version 1 as it stands on the wire, in both directions.
#[derive(Debug)]
pub struct ProtocolOne;

impl ContentType for ProtocolOne {
    const CONTENT_TYPE: &'static str = JSON;
}

impl Encoding for ProtocolOne {
    const METHOD: Method = Method::POST;
}

/// What goes back.
pub enum Turn {
    /// A whole JSON document.
    Whole(Bytes),
    /// Server-sent events as they come.
    #[cfg(feature = "ssr")]
    Events(std::pin::Pin<Box<dyn futures::Stream<Item = Bytes> + Send>>),
}

/// Why there is no reply: a status and the `{"error":{…}}` document, fit for a browser's eyes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fault {
    status: u16,
    retry_after: Option<u64>,
    body: Vec<u8>,
}

impl FromServerFnError for Fault {
    type Encoder = JsonEncoding;

    /// What the framework itself found wrong: only a body that it could not read.
    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        let is_request =
            matches!(error, ServerFnErrorErr::Deserialization(_) | ServerFnErrorErr::Request(_));
        let (status, code, message) = if is_request {
            (400, "bad-request", "The request's body could not be read.")
        } else {
            (500, "internal", "Something went wrong on our side.")
        };
        let error = serde_json::json!({
            "code": code, "message": message, "requestId": request_id(),
        });
        let body = serde_json::json!({ "error": error }).to_string().into_bytes();
        Self { status, retry_after: None, body }
    }

    fn ser(&self) -> Bytes {
        #[cfg(feature = "ssr")]
        {
            let status = http::StatusCode::from_u16(self.status);
            let status = status.unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR);
            crate::fault::set_status(status, self.retry_after);
        }
        self.body.clone().into()
    }

    fn de(body: Bytes) -> Self {
        Self { status: 0, retry_after: None, body: body.to_vec() }
    }
}

/// The id under which the request is in the log.
fn request_id() -> Option<String> {
    #[cfg(feature = "ssr")]
    {
        let parts = use_context::<http::request::Parts>()?;
        Some(parts.headers.get("x-request-id")?.to_str().ok()?.to_owned())
    }
    #[cfg(not(feature = "ssr"))]
    None
}

impl<R> FromReq<ProtocolOne, R, Fault> for AgentTurn
where
    R: Req<Fault> + Send + 'static,
{
    async fn from_req(request: R) -> Result<Self, Fault> {
        Ok(Self { body: request.try_into_bytes().await? })
    }
}

impl<R: ClientReq<Fault>> IntoReq<ProtocolOne, R, Fault> for AgentTurn {
    fn into_req(self, path: &str, accepts: &str) -> Result<R, Fault> {
        R::try_new_post_bytes(path, JSON, accepts, self.body)
    }
}

impl<R: TryRes<Fault>> IntoRes<ProtocolOne, R, Fault> for Turn {
    async fn into_res(self) -> Result<R, Fault> {
        match self {
            Self::Whole(body) => R::try_from_bytes(JSON, body),
            #[cfg(feature = "ssr")]
            Self::Events(events) => {
                use futures::StreamExt as _;
                R::try_from_stream("text/event-stream", events.map(Ok))
            }
        }
    }
}

impl<R: ClientRes<Fault> + Send> FromRes<ProtocolOne, R, Fault> for Turn {
    async fn from_res(response: R) -> Result<Self, Fault> {
        Ok(Self::Whole(response.try_into_bytes().await?))
    }
}

/// One step of a conversation with the model behind the proxy.
#[server(
    name = AgentTurn,
    prefix = "/api",
    endpoint = "agent",
    input = ProtocolOne,
    input_derive = (Clone,),
    output = ProtocolOne
)]
pub async fn agent_turn(
    /// The request as it came.
    body: Bytes,
) -> Result<Turn, Fault> {
    use std::sync::Arc;

    use crate::ports::{AgentReply, AgentTurnRequest, AgentWidget, Ports};

    let broken = || Fault::from_server_fn_error(ServerFnErrorErr::ServerError(String::new()));
    let agent = with_context(|ports: &Ports| Arc::clone(&ports.agent)).ok_or_else(broken)?;
    let turn = with_context(|request: &http::request::Parts| {
        let accept = request.headers.get(http::header::ACCEPT);
        let accept = accept.and_then(|accept| accept.to_str().ok());
        AgentTurnRequest {
            body,
            events: accept.is_some_and(|accept| accept.contains("text/event-stream")),
            widget: request.extensions.get::<AgentWidget>().map(|AgentWidget(key)| key.clone()),
            origin: request
                .headers
                .get(http::header::ORIGIN)
                .and_then(|origin| origin.to_str().ok())
                .map(str::to_owned),
        }
    });
    match agent.turn(turn.ok_or_else(broken)?).await {
        Ok(AgentReply::Whole(body)) => Ok(Turn::Whole(body)),
        Ok(AgentReply::Events(events)) => Ok(Turn::Events(events)),
        Err(failure) => Err(Fault {
            status: failure.status,
            retry_after: failure.retry_after,
            body: failure.body.to_vec(),
        }),
    }
}

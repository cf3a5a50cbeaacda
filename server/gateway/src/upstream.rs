//! A request on its way to a provider, and its response: whole, or piece by piece.

use std::collections::VecDeque;
use std::error::Error as _;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures::StreamExt as _;
use futures::stream::BoxStream;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use secrecy::ExposeSecret as _;
use site_agent_core::sse;

use crate::client::OutOfReach;
use crate::config::Remote;
use crate::names::Names;
use crate::observe::Watch;
use crate::protocol::Reply;
use crate::provider::refused;
use crate::provider::{Fault, Heard, Outgoing, Pieces, Step, Try, Wire};

/// The most of a provider's reply that is read.
const REPLY_BYTES: usize = 1024 * 1024;

/// What a try came to.
pub(crate) enum Answer {
    /// The whole reply.
    Whole(Reply),
    /// A reply that comes in pieces.
    Pieces(Reading),
}

/// One try of a step.
pub(crate) async fn attempt(
    step: &Step<'_>,
    remote: &Remote,
    client: &reqwest::Client,
    how: Try,
    watch: &mut Watch,
) -> Result<Answer, Fault> {
    let wire = Wire::of(remote.provider, how.quirks);
    let request = prepare(client, wire.request(step, remote, how)?)?;
    let response = watch.wait(request.send()).await.map_err(|error| unreachable(&error))?;
    let (status, headers) = (response.status(), response.headers().clone());
    if how.streamed && status == StatusCode::OK && is_stream(&headers) {
        return Ok(Answer::Pieces(Reading::new(wire, Arc::clone(&step.names), response)));
    }
    let body = watch.wait(whole(response)).await?;
    if status != StatusCode::OK {
        let fault = wire.fault(status, &headers, &body, how);
        let at_fault = refused::tool(&body, &step.tools);
        return Err(match (fault, at_fault) {
            (Fault::Upstream(StatusCode::BAD_REQUEST), Some(at)) => Fault::BadSchema(at),
            (fault, _) => fault,
        });
    }
    wire.read(&step.names, &body).map(Answer::Whole)
}

fn prepare(client: &reqwest::Client, outgoing: Outgoing) -> Result<reqwest::RequestBuilder, Fault> {
    let mut request = client
        .post(outgoing.url)
        .header(header::CONTENT_TYPE, "application/json")
        .body(outgoing.body);
    for (name, value) in outgoing.headers {
        request = request.header(name, value);
    }
    if let Some((name, key)) = outgoing.key {
        let mut value = HeaderValue::from_str(key.expose_secret())
            .map_err(|_| Fault::BadReply("the key fits no header"))?;
        value.set_sensitive(true);
        request = request.header(name, value);
    }
    Ok(request)
}

async fn whole(response: reqwest::Response) -> Result<Bytes, Fault> {
    let mut body = BytesMut::new();
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        body.extend_from_slice(&chunk.map_err(|error| unreachable(&error))?);
        if body.len() > REPLY_BYTES {
            return Err(TOO_LONG);
        }
    }
    Ok(body.freeze())
}

const TOO_LONG: Fault = Fault::BadReply("the reply is too long");

/// Some servers answer whole what they were asked for in pieces.
fn is_stream(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.trim_start().starts_with("text/event-stream"))
}

/// A connection that failed; the error's own text names hosts, so only its kind is kept.
pub(crate) fn unreachable(error: &reqwest::Error) -> Fault {
    Fault::Unreachable(if is_out_of_reach(error) {
        "the provider's name leads to a private address; allow private addresses if it is meant"
    } else if error.is_connect() {
        "the provider could not be reached"
    } else if error.is_timeout() {
        "the provider was too slow"
    } else {
        "the connection to the provider broke"
    })
}

fn is_out_of_reach(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<OutOfReach>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// A streamed reply as it is read. Dropping it ends the call to the provider.
pub(crate) struct Reading {
    wire: Wire,
    names: Arc<Names>,
    chunks: BoxStream<'static, reqwest::Result<Bytes>>,
    decoder: sse::Decoder,
    /// Events that have come and are not read yet.
    events: VecDeque<sse::Event>,
    pieces: Box<dyn Pieces>,
    size: usize,
    /// What comes after the text in hand.
    end: Option<Result<(), Fault>>,
}

/// What comes next of a streamed reply.
#[derive(Debug)]
pub(crate) enum Next {
    /// A piece of the text.
    Text(String),
    /// The whole reply, which is the last.
    Reply(Box<Reply>),
}

impl Reading {
    fn new(wire: Wire, names: Arc<Names>, response: reqwest::Response) -> Self {
        Self::of(wire, names, response.bytes_stream().boxed())
    }

    pub(crate) fn of(
        wire: Wire,
        names: Arc<Names>,
        chunks: BoxStream<'static, reqwest::Result<Bytes>>,
    ) -> Self {
        Self {
            wire,
            names,
            chunks,
            decoder: sse::Decoder::default(),
            events: VecDeque::new(),
            pieces: wire.pieces(),
            size: 0,
            end: None,
        }
    }

    /// One that never comes.
    #[cfg(test)]
    pub(crate) fn silent() -> Self {
        Self::of(Wire::Chat, Arc::default(), futures::stream::pending().boxed())
    }

    /// What comes next. A call that is dropped loses nothing.
    pub(crate) async fn next(&mut self) -> Result<Next, Fault> {
        loop {
            let said = self.heard();
            if !said.is_empty() {
                return Ok(Next::Text(said));
            }
            if let Some(end) = self.end.take() {
                end?;
                let reply = self.wire.reply(&self.names, self.pieces.whole()?)?;
                return Ok(Next::Reply(Box::new(reply)));
            }
            match self.chunks.next().await {
                Some(Ok(chunk)) => {
                    self.size += chunk.len();
                    if self.size > REPLY_BYTES {
                        return Err(TOO_LONG);
                    }
                    self.events.extend(self.decoder.push(&chunk));
                }
                // Before the first event it is a provider that is not there.
                Some(Err(error)) if self.size == 0 => return Err(unreachable(&error)),
                Some(Err(_)) => return Err(Fault::CutOff),
                None => {
                    self.events.extend(std::mem::take(&mut self.decoder).finish());
                    if self.events.is_empty() {
                        self.end = Some(Ok(()));
                    }
                }
            }
        }
    }

    /// Reads the events that are there, up to the last that counts; pieces of text that came
    /// together are one.
    fn heard(&mut self) -> String {
        let mut said = String::new();
        while let Some(event) = self.events.pop_front() {
            if event.data.is_empty() {
                // Some servers keep the connection alive that way.
                continue;
            }
            self.end = match self.pieces.take(&event.data) {
                Ok(Heard::Nothing) => continue,
                Ok(Heard::Text(text)) => {
                    said.push_str(&text);
                    continue;
                }
                Ok(Heard::End) => Some(Ok(())),
                Err(fault) => Some(Err(fault)),
            };
            self.events.clear();
        }
        said
    }
}

#[cfg(test)]
#[path = "upstream_tests.rs"]
mod tests;

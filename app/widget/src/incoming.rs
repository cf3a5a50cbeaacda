//! A response whose body is still arriving: one document, read at its end, or a stream of events,
//! each read as soon as it is whole.

use site_agent_core::Event;
use site_agent_core::effect::Ticket;
use site_agent_core::protocol::{self, Code, ModelFailure, Piece};
use site_agent_core::sse::Decoder;
use site_agent_core::wire;
use site_agent_core::wire::{Read as _, Wire as _};

/// More than any proxy answers; what goes beyond is no reply.
const MAX_BODY: usize = 1024 * 1024;

/// What a response of that media type is.
const EVENTS: &str = "text/event-stream";

wire! {
    /// The text of `response`.
    struct Head {
        status: u16,
        retry_after: Option<String>,
        request_id: Option<String>,
        content_type: Option<String>,
    }
}

/// A response on its way in.
pub(crate) struct Incoming {
    /// Of the model call.
    pub(crate) ticket: Ticket,
    head: Head,
    body: Body,
    size: usize,
}

enum Body {
    Whole(Vec<u8>),
    Events(Decoder),
    /// The reply is there, or will not come: what follows is of no interest.
    Over,
}

impl Incoming {
    /// A response whose head says `text`.
    pub(crate) fn new(ticket: Ticket, text: &str) -> Self {
        let head = Head::from_text(text).unwrap_or(Head::blank());
        let kind = head.content_type.as_deref().unwrap_or_default();
        let streams = kind.starts_with(EVENTS) && (200..300).contains(&head.status);
        let body = if streams { Body::Events(Decoder::default()) } else { Body::Whole(Vec::new()) };
        Self { ticket, head, body, size: 0 }
    }

    /// Takes a piece of the body; what the session hears of it.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Vec<Event> {
        self.size = self.size.saturating_add(bytes.len());
        if self.size > MAX_BODY && !self.is_over() {
            self.body = Body::Over;
            return vec![self.failed(too_large())];
        }
        match &mut self.body {
            Body::Whole(body) => {
                body.extend_from_slice(bytes);
                Vec::new()
            }
            Body::Events(decoder) => {
                let events = decoder.push(bytes);
                self.hear(events.iter().filter_map(Piece::from_event))
            }
            Body::Over => Vec::new(),
        }
    }

    /// Whether the session has heard the end.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.body, Body::Over)
    }

    /// The body is over; `None` when the session has heard its end before.
    pub(crate) fn end(mut self) -> Option<Event> {
        match std::mem::replace(&mut self.body, Body::Over) {
            Body::Whole(body) => {
                let retry_after = self.head.retry_after.as_deref();
                Some(match protocol::from_response(self.head.status, retry_after, &body) {
                    Ok(reply) => Event::Replied { ticket: self.ticket, reply },
                    Err(failure) => self.failed(failure),
                })
            }
            Body::Events(_) => Some(self.failed(protocol::cut_off())),
            Body::Over => None,
        }
    }

    /// Pieces of text that came together are one.
    fn hear(&mut self, pieces: impl Iterator<Item = Piece>) -> Vec<Event> {
        let ticket = self.ticket;
        let (mut events, mut said) = (Vec::new(), String::new());
        for piece in pieces {
            let end = match piece {
                Piece::Delta(text) => {
                    said.push_str(&text);
                    continue;
                }
                Piece::Reply(reply) => Event::Replied { ticket, reply },
                Piece::Failed(failure) => self.failed(failure),
            };
            self.body = Body::Over;
            events.push(end);
            break;
        }
        if !said.is_empty() {
            events.insert(0, Event::Delta { ticket, text: said });
        }
        events
    }

    /// The failure under the id that the server logged it by.
    fn failed(&self, mut failure: ModelFailure) -> Event {
        if let Some(id) = &self.head.request_id {
            let detail = failure.fault.detail.get_or_insert_default();
            detail.request_id.get_or_insert_with(|| id.clone());
        }
        Event::ModelFailed { ticket: self.ticket, failure }
    }
}

fn too_large() -> ModelFailure {
    ModelFailure::bare(Code::BadReply, protocol::unusable("the reply is too large"))
}

#[cfg(test)]
#[path = "incoming_tests.rs"]
mod tests;

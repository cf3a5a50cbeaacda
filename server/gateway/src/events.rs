//! The streamed form of protocol 1: `delta`s, then one `reply`, or an `error` after the head.

use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use serde_json::{Value, json};
use site_agent_core::protocol as core;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout_at};

use crate::edge::request_id;
use crate::error::{ApiError, Code};
use crate::observe::{Outcome, Watch};
use crate::upstream::{Next, Reading};

/// Server-sent events as they come, each chunk one whole event.
pub type Events = BoxStream<'static, Bytes>;

/// The longest silence: gateways on the way close a connection that says nothing.
const BEAT: Duration = Duration::from_secs(10);

/// The events of a reply that was never in pieces.
pub(crate) fn whole(reply: &[u8]) -> Events {
    stream::iter([event("reply", reply)]).boxed()
}

/// The events of a reply of the rule matcher.
pub(crate) fn of_rules(reply: &core::Reply) -> Events {
    let said = match reply {
        core::Reply::Answer { text, .. } => Some(delta(text)),
        core::Reply::Call { .. } => None,
    };
    let whole = event("reply", reply.to_text().as_bytes());
    stream::iter(said.into_iter().chain([whole])).boxed()
}

/// A reply whose first words are there.
pub(crate) struct Live {
    reading: Reading,
    until: Instant,
    /// Held until the last event is out.
    _permit: OwnedSemaphorePermit,
    watch: Watch,
}

impl Live {
    pub(crate) fn new(
        reading: Reading,
        until: Instant,
        permit: OwnedSemaphorePermit,
        watch: Watch,
    ) -> Self {
        Self { reading, until, _permit: permit, watch }
    }

    /// The events, beginning with those words. Dropping them ends the call to the provider.
    pub(crate) fn events(self, first: &str) -> Events {
        let id = request_id::current();
        let rest = stream::unfold(Some(self), move |live| {
            let id = id.clone();
            async move { live?.next(id).await }
        });
        stream::iter([delta(first)]).chain(rest).boxed()
    }

    /// The next event, and what is left when it was not the last.
    async fn next(mut self, id: String) -> Option<(Bytes, Option<Self>)> {
        let beat = Instant::now() + BEAT;
        let next = self.watch.wait(timeout_at(beat.min(self.until), self.reading.next())).await;
        let error = match next {
            Ok(Ok(Next::Text(text))) => return Some((delta(&text), Some(self))),
            Ok(Ok(Next::Reply(reply))) => {
                self.watch.replied(&reply);
                match reply.to_bytes() {
                    Ok(reply) => return Some((event("reply", &reply), None)),
                    Err(error) => error,
                }
            }
            Ok(Err(fault)) => fault.told(),
            Err(_) if beat < self.until => {
                return Some((Bytes::from_static(b": beat\n\n"), Some(self)));
            }
            Err(_) => ApiError::new(Code::UpstreamTimeout, "the model did not answer in time"),
        };
        self.watch.ends(Outcome::Failed(error.code()));
        let told = request_id::within(id, || {
            error.log();
            error.body()
        });
        Some((event("error", &told), None))
    }
}

fn delta(text: &str) -> Bytes {
    event("delta", json!({ "text": Value::from(text) }).to_string().as_bytes())
}

/// An event; `data` is JSON, which has no line ends outside of its texts.
fn event(name: &str, data: &[u8]) -> Bytes {
    let mut out = Vec::with_capacity(name.len() + data.len() + 16);
    for part in [b"event: ", name.as_bytes(), b"\ndata: ", data, b"\n\n"] {
        out.extend_from_slice(part);
    }
    out.into()
}

#[cfg(test)]
#[path = "events_tests.rs"]
mod tests;

//! What a client still sends when its answer is there already.
//!
//! A request that is refused early (too large, not signed in, no such page) leaves bytes on their
//! way. Closing on them makes the system send a reset, and a client that gets a reset while it
//! writes loses the answer with it: the visitor reads "connection reset" instead of "too large".
//! So what is left is read and dropped for a while, as nginx does with `lingering_close`, whose
//! times these are, but for a client that says nothing: two seconds are enough for that.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::timeout;

/// How long a client is listened to after its answer.
const WHOLE: Duration = Duration::from_secs(30);
/// How long one that says nothing is waited for.
const SILENT: Duration = Duration::from_secs(2);

/// A request's body; what nobody read of it is taken from the wire when it is dropped.
pub(super) struct Unread {
    body: Option<Incoming>,
}

impl Unread {
    pub(super) fn new(body: Incoming) -> Self {
        Self { body: Some(body) }
    }
}

impl Body for Unread {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = Pin::new(body).poll_frame(context);
        if let Poll::Ready(None | Some(Err(_))) = frame {
            self.body = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Incoming::size_hint)
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let Some(mut body) = self.body.take().filter(|body| !body.is_end_stream()) else { return };
        tokio::spawn(timeout(WHOLE, async move {
            while let Ok(Some(Ok(_))) = timeout(SILENT, body.frame()).await {}
        }));
    }
}

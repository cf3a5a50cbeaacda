//! The history as a model gets it: all of it while it fits, else the part that matters most
//! (rule 11).
//!
//! The session keeps the whole conversation; what is cut here is cut for one request. The order is
//! fixed: the oldest whole exchanges go; inside the current run older results are shortened, then
//! the oldest calls with their results folded into a line; at last the latest result and the
//! visitor's own message are shortened. A call is never split from its result.

mod fit;

pub use fit::fit;

use crate::call::Call;
use crate::config::Config;
use crate::listing::Offer;
use crate::message::Message;
use crate::protocol::{Request, Told};

/// What a session keeps of a conversation, for the panel and for the next page.
const KEPT_MESSAGES: usize = 400;
const KEPT_BYTES: usize = 512 * 1024;

/// The request that goes to the model: the site's words, the history as far as it fits, the tools.
#[must_use]
pub fn request(messages: &[Message], offer: &Offer, config: &Config) -> Request {
    let mut request = Request {
        instructions: config.instructions.clone(),
        messages: Vec::new(),
        tools: Vec::new(),
    };
    let taken = request.to_text().len() + offer.bytes;
    request.messages = fit(messages, config.caps.messages, config.caps.bytes.saturating_sub(taken));
    request.tools.clone_from(&offer.specs);
    request
}

/// Whether each call is followed by its result and each result by nothing but its call came
/// before; `open` is the one call that may stand at the end without.
#[must_use]
pub fn is_whole(messages: &[Message], open: Option<&Call>) -> bool {
    let mut waiting: Option<&Call> = None;
    for message in messages {
        waiting = match (waiting, message) {
            (None, Message::Call { call, .. }) => Some(call),
            (None, Message::User { .. } | Message::Answer { .. }) => None,
            (Some(call), Message::Result { id, .. }) if *id == call.id => None,
            _ => return false,
        };
    }
    waiting == open
}

/// Forgets the oldest exchanges of a conversation that grew beyond all use.
pub fn prune(messages: &mut Vec<Message>) {
    let mut from = messages.len();
    let mut bytes = 0;
    for (at, message) in messages.iter().enumerate().rev() {
        bytes += size(message);
        if bytes > KEPT_BYTES || messages.len() - at > KEPT_MESSAGES {
            break;
        }
        if matches!(message, Message::User { .. }) {
            from = at;
        }
    }
    messages.drain(..from);
}

/// Bytes of a message within a request, its comma included.
fn size(message: &Message) -> usize {
    Told(message).to_text().len() + 1
}

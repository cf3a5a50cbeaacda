//! Events on their way in: `host.js` says a kind, a ticket and a text, and this reads them.
//!
//! A text that cannot be read becomes the failure that fits its kind, never silence: a listing
//! that is not JSON has failed, a reply that is none is a bad reply.

use site_agent_core::effect::Ticket;
use site_agent_core::json;
use site_agent_core::protocol::{self, Code, Detail, ModelFailure, Reply, RunFault};
use site_agent_core::wire;
use site_agent_core::wire::Wire;
use site_agent_core::{Event, Listing};

use crate::incoming::Incoming;
use crate::shell;

/// Said instead of a result that cannot be fenced for want of random bits.
const NO_NONCE: &str = "the browser has no source of random numbers";

wire! {
    /// The text of `model-failed`.
    struct Failure {
        code: Code = Code::ModelError,
        message: String = String::new(),
        detail: Option<Detail>,
        retry_ms: Option<u32>,
    }
}

/// Takes one message of the host in. `false` only when the session is busy.
pub(crate) fn receive(id: u32, kind: &str, ticket: u32, text: Option<String>) -> bool {
    let ticket = Ticket(ticket);
    let came = text.is_some();
    let text = text.unwrap_or_default();
    let event = match kind {
        "asked" => Event::Asked(text),
        "retried" => Event::Retried,
        "decided" => Event::Decided { ticket, allow: text == "allow" },
        "call-cancelled" => Event::CallCancelled,
        "aborted" => Event::Aborted,
        "reset" => Event::Reset,
        "listed" => match Listing::from_text(&text) {
            Ok(listing) => Event::Listed { ticket, listing },
            Err(error) => Event::ListFailed { ticket, message: error.words() },
        },
        "list-failed" => Event::ListFailed { ticket, message: text },
        "tools-changed" => Event::ToolsChanged,
        "model-chosen" => Event::ModelChosen { ticket, name: text },
        "delta" => Event::Delta { ticket, text },
        "reply" => match reply(&text) {
            Ok(reply) => Event::Replied { ticket, reply },
            Err(problem) => Event::ModelFailed { ticket, failure: bad_reply(&problem) },
        },
        "response" => {
            respond(id, ticket, &text);
            return true;
        }
        "response-end" => match respond_end(id, ticket) {
            Some(event) => event,
            None => return true,
        },
        "model-failed" => Event::ModelFailed { ticket, failure: failure(&text) },
        // Drawn here, with the text in hand: the page cannot have known it (rule 6).
        "returned" | "threw" => match shell::page().and_then(|page| page.nonce()) {
            Some(nonce) if kind == "returned" => {
                Event::Returned { ticket, text: came.then_some(text), nonce }
            }
            Some(nonce) => Event::Threw { ticket, message: text, nonce },
            // Unfenced it must not reach the model.
            None => Event::Threw { ticket, message: NO_NONCE.to_owned(), nonce: 0 },
        },
        "timed-out" => Event::TimedOut(ticket),
        "suspended" => Event::Suspended,
        "resumed" => Event::Resumed,
        // The panel's own: the session has no part in it.
        #[cfg(feature = "panel")]
        "download-progress" | "downloaded" | "download-failed" => {
            crate::panel::hear_download(id, kind, &text);
            return true;
        }
        // A newer host may say more than this version knows.
        _ => return true,
    };
    shell::send_event(id, event)
}

/// Takes a piece of a response's body in. `true` when nothing more of it is of interest.
pub(crate) fn feed(id: u32, ticket: u32, bytes: &[u8]) -> bool {
    let heard = shell::with_shell(id, |shell| {
        let incoming = shell.incoming.as_mut().filter(|incoming| incoming.ticket.0 == ticket);
        incoming.map(|incoming| (incoming.take(bytes), incoming.is_over()))
    });
    let (events, is_over) = heard.flatten().unwrap_or_default();
    for event in events {
        shell::send_event(id, event);
    }
    is_over
}

fn respond(id: u32, ticket: Ticket, text: &str) {
    shell::with_shell(id, |shell| shell.incoming = Some(Incoming::new(ticket, text)));
}

fn respond_end(id: u32, ticket: Ticket) -> Option<Event> {
    let of_ticket = |incoming: &mut Incoming| incoming.ticket == ticket;
    shell::with_shell(id, |shell| shell.incoming.take_if(of_ticket))??.end()
}

fn reply(text: &str) -> Result<Reply, String> {
    let value = json::parse(text).map_err(|error| error.words())?;
    Reply::from_value(&value).map_err(|error| error.words())
}

fn bad_reply(problem: &str) -> ModelFailure {
    ModelFailure::bare(Code::BadReply, protocol::unusable(problem))
}

fn failure(text: &str) -> ModelFailure {
    match Failure::from_text(text) {
        Ok(Failure { code, message, detail, retry_ms }) => {
            ModelFailure { fault: RunFault { code, message, detail }, retry_ms, caps: None }
        }
        Err(error) => ModelFailure::bare(Code::ModelError, error.words()),
    }
}

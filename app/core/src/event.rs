//! What comes in: the visitor's and the site's wishes, the outcomes of effects, the page's life.

use crate::config::{Caps, Config};
use crate::effect::Ticket;
use crate::listing::Listing;
use crate::protocol::{Reply, RunFault};

/// An event for [`crate::Session::handle`]. `at` is given beside it, in ms on the shell's clock.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The visitor said something. Starts a run; busy while one runs.
    Asked(String),
    /// The visitor wants the last message tried again.
    Retried,
    /// The visitor (or the owner's confirm function) answered the question of that ticket.
    Decided { ticket: Ticket, allow: bool },
    /// The visitor cancelled the running call (a form that waits).
    CallCancelled,
    /// The visitor pressed Stop, or `abort()` was called.
    Aborted,
    /// Start over: history, taint and all.
    Reset,
    /// New settings; during a run they wait for its end.
    Configured(Config),

    /// The page's tools, fresh.
    Listed { ticket: Ticket, listing: Listing },
    /// The tools could not be listed; `message` is the browser's.
    ListFailed { ticket: Ticket, message: String },
    /// `toolchange` fired.
    ToolsChanged,
    /// The adapter that will answer this step.
    ModelChosen { ticket: Ticket, name: String },
    /// A piece of a streamed answer.
    Delta { ticket: Ticket, text: String },
    /// The model's whole reply.
    Replied { ticket: Ticket, reply: Reply },
    /// The model could not answer. `caps` come with a proxy's 400 or 413 (rule 11).
    ModelFailed { ticket: Ticket, fault: RunFault, caps: Option<Caps> },
    /// The tool returned; `None` when the page navigated or the form was submitted. `nonce` is 128
    /// random bits drawn after the text was in hand (rule 6).
    Returned { ticket: Ticket, text: Option<String>, nonce: u128 },
    /// The tool threw, or could not be run.
    Threw { ticket: Ticket, message: String },
    /// A timer that [`crate::Effect::StartTimer`] asked for ran out.
    TimedOut(Ticket),

    /// The page goes away (`pagehide`).
    Suspended,
    /// The page is back, or its successor carries on.
    Resumed,
}

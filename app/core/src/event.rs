//! What comes in: the visitor's and the site's wishes, the outcomes of effects, the page's life.

use crate::config::Config;
use crate::effect::Ticket;
use crate::listing::Listing;
use crate::protocol::{ModelFailure, Reply};

/// An event for [`crate::Session::handle`]. When it happened is given beside it, in milliseconds
/// of the wall clock.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The visitor said something. Starts a run; busy while one runs. A run that was cut is given
    /// up for it.
    Asked(String),
    /// The visitor wants the last message tried again, or a run that was cut carried on.
    Retried,
    /// The visitor (or the owner's confirm function) answered a question.
    Decided {
        /// The question's.
        ticket: Ticket,
        /// Only a strict yes is `true`.
        allow: bool,
    },
    /// The visitor cancelled the running call (a form that waits).
    CallCancelled,
    /// The visitor pressed Stop, or `abort()` was called.
    Aborted,
    /// Start over: history, taint and all.
    Reset,
    /// New settings; during a run they wait for its end.
    Configured(Config),

    /// The page's tools, fresh.
    Listed {
        /// Of [`crate::Effect::ListTools`].
        ticket: Ticket,
        /// The tools.
        listing: Listing,
    },
    /// The tools could not be listed.
    ListFailed {
        /// Of [`crate::Effect::ListTools`].
        ticket: Ticket,
        /// The browser's words.
        message: String,
    },
    /// `toolchange` fired.
    ToolsChanged,
    /// The adapter that will answer this step.
    ModelChosen {
        /// Of [`crate::Effect::AskModel`].
        ticket: Ticket,
        /// The adapter's name.
        name: String,
    },
    /// A piece of a streamed answer.
    Delta {
        /// Of [`crate::Effect::AskModel`].
        ticket: Ticket,
        /// The piece.
        text: String,
    },
    /// The model's whole reply.
    Replied {
        /// Of [`crate::Effect::AskModel`].
        ticket: Ticket,
        /// The reply.
        reply: Reply,
    },
    /// The model could not answer.
    ModelFailed {
        /// Of [`crate::Effect::AskModel`].
        ticket: Ticket,
        /// Why, and whether it is worth another try.
        failure: ModelFailure,
    },
    /// The tool returned.
    Returned {
        /// Of [`crate::Effect::CallTool`].
        ticket: Ticket,
        /// `None` when the page navigated or the form was submitted.
        text: Option<String>,
        /// 128 random bits drawn after the text was in hand (rule 6).
        nonce: u128,
    },
    /// The tool threw, or could not be run.
    Threw {
        /// Of [`crate::Effect::CallTool`].
        ticket: Ticket,
        /// The browser's words, or the page's.
        message: String,
        /// As in `Returned`: an error's words go to the model too.
        nonce: u128,
    },
    /// A timer that [`crate::Effect::StartTimer`] asked for ran out.
    TimedOut(Ticket),

    /// The page goes away (`pagehide`).
    Suspended,
    /// The page is back, or its successor carries on.
    Resumed,
}

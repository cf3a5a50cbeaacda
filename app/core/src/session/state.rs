//! What a session waits for.

use crate::call::Call;
use crate::effect::Ticket;
use crate::policy::{Approval, Question};
use crate::tool::Tool;
use crate::wire;

/// Exactly one thing is waited for, or nothing. Each outcome of an effect carries the ticket of
/// that effect; what comes with another ticket is late and dropped.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// No run. `Asked` and `Retried` start one.
    Idle,
    /// The page's tools are being listed, or about to be. → `Thinking`, `Asking`, `Calling`,
    /// `Idle`.
    Listing {
        /// Of the listing asked for last; `None` while none is.
        wait: Option<Ticket>,
        /// What the fresh list is for.
        then: Then,
        /// Why it is not asked for yet.
        hold: Option<Hold>,
    },
    /// The model is at work, or a pause runs before it is asked again. → `Listing`, `Idle`.
    Thinking {
        /// Of the model's turn; `None` during a pause.
        wait: Option<Ticket>,
        /// What is known of it so far.
        turn: Turn,
    },
    /// The card is open. → `Listing` on a yes, else the next turn.
    Asking {
        /// Of the question.
        wait: Ticket,
        /// What is asked.
        question: Question,
        /// Which look at the tool's definition this is; there are two.
        nth: u8,
        /// When the card was opened.
        since: u64,
    },
    /// The tool runs. → the next turn.
    Calling {
        /// Of the call.
        wait: Ticket,
        /// What lets it run.
        approval: Approval,
        /// The tool as it was when the call began.
        tool: Tool,
        /// The call's clock; a form that waits for its visitor has none.
        limit: Option<Ticket>,
    },
    /// The page went away under a run. `Resumed` goes on if it comes soon, `Retried` whenever it
    /// comes, `Asked` gives the run up.
    Cut {
        /// Wall clock, in milliseconds.
        at: u64,
        /// Where to go on.
        next: Next,
    },
}

/// What a fresh list of tools is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// Offer them to the model.
    Think,
    /// Judge a call by them.
    Decide {
        /// The call.
        call: Call,
        /// Which look at the tool's definition this is.
        nth: u8,
    },
    /// See whether an approval still holds, and run it.
    Run {
        /// The visitor's yes.
        approval: Approval,
        /// Which look at the tool's definition it came from.
        nth: u8,
    },
}

/// Why a listing is not asked for at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// The first list was empty and the page may be late; until its tools change or this timer
    /// runs out.
    Late(Ticket),
    /// A tool said that the page navigates; until it does or this timer runs out.
    Leaving(Ticket),
}

/// A turn of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// What was streamed so far.
    pub text: String,
    /// The adapter that answers, once that was told.
    pub told: Option<String>,
    /// The timer of a pause that the model's endpoint asked for.
    pub pause: Option<Ticket>,
    /// Whether there was such a pause: one a step.
    pub paused: bool,
    /// Whether the request was fitted to caps that came with a refusal: once a step.
    pub refitted: bool,
    /// When the model was asked.
    pub since: u64,
}

impl State {
    /// The outcome and the timer that are waited for.
    #[must_use]
    pub fn tickets(&self) -> [Option<Ticket>; 2] {
        match self {
            Self::Idle | Self::Cut { .. } => [None, None],
            Self::Listing { wait, hold, .. } => [*wait, hold.map(Hold::timer)],
            Self::Thinking { wait, turn } => [*wait, turn.pause],
            Self::Asking { wait, .. } => [Some(*wait), None],
            Self::Calling { wait, limit, .. } => [Some(*wait), *limit],
        }
    }
}

wire! {
    /// Where a run that was cut goes on. An approval has no place in it.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Next by "type" {
        /// At the model's next turn.
        Think,
        /// At a call that is to be judged, and asked for, anew.
        Decide {
            /// The call.
            call: Call,
            /// Which look at the tool's definition this is.
            nth: u8,
        },
    }
}

impl Then {
    /// What is left of it when the page goes away.
    #[must_use]
    pub fn cut(&self) -> Next {
        let (call, nth) = match self {
            Self::Think => return Next::Think,
            Self::Decide { call, nth } => (call, nth),
            Self::Run { approval, nth } => (approval.call(), nth),
        };
        Next::Decide { call: call.clone(), nth: *nth }
    }
}

impl From<Next> for Then {
    fn from(next: Next) -> Self {
        match next {
            Next::Think => Self::Think,
            Next::Decide { call, nth } => Self::Decide { call, nth },
        }
    }
}

//! What goes out: work for the shell. The shell is one `match` over [`Effect`].

use crate::call::Call;
use crate::card::ConfirmRequest;
use crate::outcome::Outcome;
use crate::policy::{Approval, Decision};
use crate::protocol::{Request, RunFault};
use crate::tool::Handle;
use crate::trace::Status;

/// Names one request of ours to the shell. An outcome with another ticket is late and dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub u32);

/// Work for the shell.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// List the page's tools; answer with `Listed` or `ListFailed`.
    ListTools(Ticket),
    /// Ask the model; answer with `ModelChosen`, `Delta`s, then `Replied` or `ModelFailed`.
    AskModel {
        /// Goes into each answer.
        ticket: Ticket,
        /// What the model reads, fitted to its caps.
        request: Request,
    },
    /// Ask the visitor; answer with `Decided`.
    AskVisitor {
        /// Goes into the answer.
        ticket: Ticket,
        /// The card.
        request: ConfirmRequest,
    },
    /// Run the tool; answer with `Returned` or `Threw`.
    CallTool {
        /// Goes into the answer.
        ticket: Ticket,
        /// Which tool, of the listing that came last.
        handle: Handle,
        /// The proof that it may run, and with which arguments.
        approval: Approval,
    },
    /// Answer with `TimedOut` after a while.
    StartTimer {
        /// Goes into the answer.
        ticket: Ticket,
        /// Milliseconds.
        ms: u32,
    },
    /// Drop the work of that ticket: abort the model call or tool, close the card, clear the timer.
    Cancel(Ticket),
    /// Write the snapshot now.
    Persist,
    /// Tell whoever listens.
    Emit(Out),
}

/// The public events of a run, in the order and form of the JavaScript API.
#[derive(Clone, Debug, PartialEq)]
pub enum Out {
    /// A model turn begins.
    Thinking {
        /// From 1.
        step: u8,
        /// The adapter that the shell chose; empty when it never said.
        model: String,
    },
    /// A piece of a streamed answer.
    AnswerDelta {
        /// The piece.
        text: String,
    },
    /// The model asked for a call.
    ToolCall {
        /// The call.
        call: Call,
    },
    /// The visitor is asked.
    ConfirmRequest {
        /// For the panel's `Decided`.
        ticket: Ticket,
        /// The card.
        request: ConfirmRequest,
    },
    /// A valid call was decided.
    ConfirmResult {
        /// The call.
        call: Call,
        /// By whom, and how.
        decision: Decision,
    },
    /// A call runs.
    Running {
        /// The call.
        call: Call,
        /// Until the visitor submits the form.
        waits_for_submit: bool,
    },
    /// A call ended.
    ToolResult {
        /// The call.
        call: Call,
        /// The result after the cut and before the fence, or a sentence of ours.
        text: String,
        /// Whether the text is a tool's that is not known to be trustworthy.
        untrusted: bool,
        /// How it ended.
        outcome: Outcome,
    },
    /// The run waits for a busy model.
    Waiting {
        /// That many milliseconds.
        ms: u32,
    },
    /// The model's answer.
    Answer {
        /// Plain text, or the safe subset of Markdown that the panel shows.
        text: String,
    },
    /// The run failed.
    Error {
        /// Why.
        fault: RunFault,
    },
    /// The run ended.
    Done {
        /// How.
        status: Status,
    },
    /// The conversation was started over.
    Reset,
}

impl Out {
    /// Whether the panel must redraw the whole conversation from [`crate::Session::messages`].
    #[must_use]
    pub fn clears(&self) -> bool {
        matches!(self, Self::Reset)
    }
}

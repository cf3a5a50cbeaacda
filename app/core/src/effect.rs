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
    AskModel { ticket: Ticket, request: Request },
    /// Ask the visitor; answer with `Decided`.
    AskVisitor { ticket: Ticket, request: ConfirmRequest },
    /// Run the tool; answer with `Returned` or `Threw`. The approval is the proof that it may.
    CallTool { ticket: Ticket, handle: Handle, approval: Approval },
    /// Answer with `TimedOut` after that many milliseconds.
    StartTimer { ticket: Ticket, ms: u32 },
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
    /// A model turn begins; `model` is known once the shell chose one.
    Thinking { step: u8, model: String },
    /// A piece of a streamed answer.
    AnswerDelta { text: String },
    /// The model asked for a call.
    ToolCall { call: Call },
    /// The visitor is asked. `ticket` is for the panel's `Decided`.
    ConfirmRequest { ticket: Ticket, request: ConfirmRequest },
    /// A valid call was decided.
    ConfirmResult { call: Call, decision: Decision },
    /// A call runs; `waits_for_submit`: until the visitor submits the form.
    Running { call: Call, waits_for_submit: bool },
    /// A call ended. `text` is the result after the cut and before the fence.
    ToolResult { call: Call, text: String, untrusted: bool, outcome: Outcome },
    /// The run waits for a busy model, that many ms.
    Waiting { ms: u32 },
    /// The model's answer.
    Answer { text: String },
    /// The run failed.
    Error { fault: RunFault },
    /// The run ended.
    Done { status: Status },
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

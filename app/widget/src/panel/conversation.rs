//! What the panel shows: the conversation as entries, made from the session's public events and
//! nothing else. There is no second view of a run; a reload builds the same entries from the
//! session's messages (`restore.rs`).

use site_agent_core::Call;
use site_agent_core::card::{self, ConfirmRequest};
use site_agent_core::effect::{Out, Ticket};
use site_agent_core::json::Value;
use site_agent_core::outcome::Outcome;
use site_agent_core::policy::By;
use site_agent_core::protocol::{Code, RunFault};
use site_agent_core::trace::Status;

use super::face::Face;

/// One entry of the log. The key stays with it, so that its nodes do.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) key: u32,
    pub(crate) kind: Kind,
}

/// What an entry is.
#[derive(Debug)]
pub(crate) enum Kind {
    /// The visitor's words.
    Asked(String),
    /// An answer, which may still grow.
    Answer(String),
    /// A tool call.
    Step(Step),
    /// A run that failed, and the seconds until another try makes sense.
    Fault(RunFault, u32),
    /// A run that ended early without a fault, with a way on or without.
    Note(Note),
}

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// The visitor stopped it.
    Stopped,
    /// It took all its steps.
    MaxSteps,
    /// The page went away under it.
    Cut,
}

/// A tool call in the log.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) id: String,
    /// The tool's name in the call.
    pub(crate) name: String,
    /// The tool as it was listed for the call; `None` when it was not.
    pub(crate) face: Option<Face>,
    /// The exact arguments.
    pub(crate) arguments: String,
    pub(crate) progress: Progress,
}

/// How far a call got.
#[derive(Debug)]
pub(crate) enum Progress {
    /// Not decided: the card speaks for it.
    Open,
    /// At work.
    Running,
    /// The page's form waits for its visitor.
    Submitting,
    /// Over. `stopped`: it was given up before it ran.
    Over { outcome: Outcome, text: String, stopped: bool },
}

/// What the session is doing, as far as the panel shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing.
    Idle,
    /// A model turn, nothing to show yet.
    Thinking,
    /// A model turn whose answer comes in.
    Answering,
    /// The model asked for that many seconds.
    Pausing(u32),
    /// The card or a tool: they speak for themselves.
    Acting,
    /// A form of the page waits.
    Submitting,
}

/// What was said and done, and what goes on.
#[derive(Debug)]
pub(crate) struct Conversation {
    /// Oldest first.
    pub(crate) entries: Vec<Entry>,
    /// The next entry's key; never used again, or an old entry's nodes would be.
    next: u32,
    pub(crate) phase: Phase,
    /// The open question; one at a time.
    pub(crate) question: Option<(Ticket, ConfirmRequest)>,
    /// The adapter that answers, by name; empty before the first answer.
    pub(crate) model: String,
    /// Whether something came in out of sight.
    pub(crate) unread: bool,
}

impl Conversation {
    pub(crate) fn new() -> Self {
        Self {
            entries: Vec::new(),
            next: 0,
            phase: Phase::Idle,
            question: None,
            model: String::new(),
            unread: false,
        }
    }

    /// Whether a run goes on.
    pub(crate) fn runs(&self) -> bool {
        self.phase != Phase::Idle
    }

    /// The entry of that key, while it is there.
    pub(crate) fn entry(&self, key: u32) -> Option<&Kind> {
        let at = self.entries.binary_search_by_key(&key, |entry| entry.key).ok()?;
        self.entries.get(at).map(|entry| &entry.kind)
    }

    /// Takes in one public event. A call brings its tool along, as it was listed for it.
    pub(crate) fn take(&mut self, out: &Out, face: Option<Face>) {
        if !matches!(out, Out::Error { .. } | Out::Done { .. } | Out::Reset) {
            self.clear_cut();
        }
        match out {
            Out::Thinking { model, .. } => {
                if !model.is_empty() {
                    self.model.clone_from(model);
                }
                self.phase = Phase::Thinking;
            }
            Out::AnswerDelta { text } => self.grow(text),
            Out::ToolCall { call } => {
                self.phase = Phase::Acting;
                self.push(Kind::Step(step(call, face, Progress::Open)));
            }
            Out::ConfirmRequest { ticket, request } => {
                self.phase = Phase::Acting;
                self.question = Some((*ticket, request.clone()));
            }
            Out::ConfirmResult { call, decision } => {
                self.question = None;
                if !decision.allowed {
                    let stopped = decision.by == By::Aborted;
                    self.progress(&call.id, over(Outcome::Denied, "", stopped));
                }
            }
            Out::Running { call, waits_for_submit } => {
                let (phase, progress) = running(*waits_for_submit);
                self.phase = phase;
                self.progress(&call.id, progress);
            }
            Out::ToolResult { call, text, outcome, .. } => {
                self.phase = Phase::Thinking;
                self.progress(&call.id, over(*outcome, text, false));
            }
            Out::Waiting { ms } => self.phase = Phase::Pausing(ms.div_ceil(1_000)),
            Out::Answer { text } => self.answer(text),
            Out::Error { fault } => self.fault(fault),
            Out::Done { status } => {
                self.rest();
                match status {
                    Status::Aborted => self.push(Kind::Note(Note::Stopped)),
                    Status::MaxSteps => self.push(Kind::Note(Note::MaxSteps)),
                    Status::Answered | Status::Error => {}
                }
            }
            Out::Reset => {
                self.rest();
                self.entries.clear();
            }
        }
    }

    pub(crate) fn push(&mut self, kind: Kind) {
        self.entries.push(Entry { key: self.next, kind });
        self.next += 1;
    }

    /// Nothing goes on any more.
    fn rest(&mut self) {
        self.question = None;
        self.phase = Phase::Idle;
    }

    /// Drops what the last run ended with, the piece of an answer too: the session does the same
    /// before it tries again.
    pub(crate) fn clear_attempt(&mut self) {
        self.drop_last(|kind| matches!(kind, Kind::Fault(..) | Kind::Note(_)));
        self.drop_last(|kind| matches!(kind, Kind::Answer(_)));
    }

    /// A run that was cut goes on after all.
    fn clear_cut(&mut self) {
        self.drop_last(|kind| matches!(kind, Kind::Note(Note::Cut)));
    }

    fn drop_last(&mut self, fits: fn(&Kind) -> bool) {
        self.entries.pop_if(|entry| fits(&entry.kind));
    }

    /// The page went away under the run, too long ago for it to go on by itself.
    pub(crate) fn cut(&mut self) {
        self.rest();
        self.push(Kind::Note(Note::Cut));
    }

    /// What the visitor said, that many times ago; 1 is the last.
    pub(crate) fn said(&self, back: usize) -> Option<&str> {
        let said = self.entries.iter().rev().filter_map(|entry| match &entry.kind {
            Kind::Asked(text) => Some(text.as_str()),
            _ => None,
        });
        said.take(back).enumerate().find_map(|(at, text)| (at + 1 == back).then_some(text))
    }

    /// Adds a piece to the answer that is coming in.
    fn grow(&mut self, piece: &str) {
        if let Some(answer) = self.growing() {
            answer.push_str(piece);
        } else {
            self.phase = Phase::Answering;
            self.push(Kind::Answer(piece.to_owned()));
        }
    }

    fn answer(&mut self, text: &str) {
        if let Some(answer) = self.growing() {
            text.clone_into(answer);
        } else {
            self.push(Kind::Answer(text.to_owned()));
        }
    }

    /// The answer that is coming in, if one is.
    fn growing(&mut self) -> Option<&mut String> {
        match self.entries.last_mut() {
            Some(Entry { kind: Kind::Answer(text), .. }) if self.phase == Phase::Answering => {
                Some(text)
            }
            _ => None,
        }
    }

    /// A stop and the last step are told by [`Out::Done`], in words of their own.
    fn fault(&mut self, fault: &RunFault) {
        if !matches!(fault.code, Code::Aborted | Code::MaxSteps) {
            self.push(Kind::Fault(fault.clone(), wait(fault)));
        }
    }

    /// The last entry's key, while it is a run that failed for want of a model to be downloaded.
    pub(crate) fn wants_download(&self) -> Option<u32> {
        match self.entries.last() {
            Some(Entry { key, kind: Kind::Fault(fault, _) })
                if fault.code == Code::ModelDownloadRequired =>
            {
                Some(*key)
            }
            _ => None,
        }
    }

    /// The last entry's key, while it is a fault that must be waited for.
    pub(crate) fn waits(&self) -> Option<u32> {
        match self.entries.last() {
            Some(Entry { key, kind: Kind::Fault(_, left) }) if *left > 0 => Some(*key),
            _ => None,
        }
    }

    /// A second of a fault's wait has passed; whether there are more.
    pub(crate) fn pass_second(&mut self, key: u32) -> bool {
        let fault = self.entries.iter_mut().find(|entry| entry.key == key);
        match fault {
            Some(Entry { kind: Kind::Fault(_, left), .. }) => {
                *left = left.saturating_sub(1);
                *left > 0
            }
            _ => false,
        }
    }

    pub(crate) fn progress(&mut self, id: &str, progress: Progress) {
        let step = self.entries.iter_mut().rev().find_map(|entry| match &mut entry.kind {
            Kind::Step(step) if step.id == id => Some(step),
            _ => None,
        });
        // What was stopped at the card stays so, whatever its closing result is called.
        if let Some(step) = step
            && !matches!(step.progress, Progress::Over { stopped: true, .. })
        {
            step.progress = progress;
        }
    }
}

/// The entry of a call.
pub(crate) fn step(call: &Call, face: Option<Face>, progress: Progress) -> Step {
    Step {
        id: call.id.clone(),
        name: call.name.clone(),
        face,
        arguments: card::exact(&Value::Object(call.arguments.clone())),
        progress,
    }
}

/// A call at work.
pub(crate) fn running(waits_for_submit: bool) -> (Phase, Progress) {
    if waits_for_submit {
        (Phase::Submitting, Progress::Submitting)
    } else {
        (Phase::Acting, Progress::Running)
    }
}

/// A call that is over.
pub(crate) fn over(outcome: Outcome, text: &str, stopped: bool) -> Progress {
    Progress::Over { outcome, text: text.to_owned(), stopped }
}

/// The seconds that must pass before another try makes sense.
pub(crate) fn wait(fault: &RunFault) -> u32 {
    fault.detail.as_ref().and_then(|detail| detail.retry_after).unwrap_or(0)
}

#[cfg(test)]
#[path = "conversation_tests.rs"]
mod tests;

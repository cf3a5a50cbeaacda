//! What the panel shows: the conversation as entries, made from the session's public events and
//! nothing else. There is no second view of a run; a reload builds the same entries from the
//! session's messages (`restore.rs`).

use std::sync::Arc;

use leptos::prelude::*;
use site_agent_core::card::ConfirmRequest;
use site_agent_core::effect::{Out, Ticket};
use site_agent_core::outcome::Outcome;
use site_agent_core::policy::By;
use site_agent_core::protocol::RunFault;
use site_agent_core::trace::Status;
use site_agent_core::{Call, Tool};

use super::face::Face;

/// One entry of the log. The key stays with it, so that its nodes do.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: u32,
    pub(crate) kind: Arc<Kind>,
}

/// What an entry is.
#[derive(Debug)]
pub(crate) enum Kind {
    /// The visitor's words.
    Asked(String),
    /// An answer, which may still grow.
    Answer(ArcRwSignal<String>),
    /// A tool call.
    Step(Step),
    /// A run that failed.
    Fault(RunFault),
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
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) id: String,
    /// The tool's name in the call.
    pub(crate) name: String,
    /// The tool as it was listed for the call; `None` when it was not.
    pub(crate) face: Option<Face>,
    /// The exact arguments.
    pub(crate) arguments: String,
    pub(crate) progress: ArcRwSignal<Progress>,
}

/// How far a call got.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The two signals of a conversation: what was said, and what goes on. They are few on purpose,
/// since each type that a signal holds is compiled by itself.
#[derive(Clone, Copy)]
pub(crate) struct Conversation {
    pub(crate) log: RwSignal<Log>,
    pub(crate) now: RwSignal<Now>,
}

/// What was said and done, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) entries: Vec<Entry>,
    /// The next entry's key; never used again, or an old entry's nodes would be.
    next: u32,
}

/// What goes on.
#[derive(Debug)]
pub(crate) struct Now {
    pub(crate) phase: Phase,
    /// The open question; one at a time.
    pub(crate) question: Option<(Ticket, Arc<ConfirmRequest>)>,
    /// The adapter that answers, by name; empty before the first answer.
    pub(crate) model: String,
    /// Whether something came in out of sight.
    pub(crate) unread: bool,
}

impl Conversation {
    pub(crate) fn new() -> Self {
        let now = Now { phase: Phase::Idle, question: None, model: String::new(), unread: false };
        Self { log: RwSignal::new(Log::default()), now: RwSignal::new(now) }
    }

    /// Whether nothing was said yet.
    pub(crate) fn is_empty(self) -> bool {
        self.log.with(|log| log.entries.is_empty())
    }

    /// Whether a run goes on.
    pub(crate) fn runs(self) -> bool {
        self.now.with(|now| now.phase != Phase::Idle)
    }

    pub(crate) fn set_phase(self, phase: Phase) {
        self.now.update(|now| now.phase = phase);
    }

    pub(crate) fn set_question(self, question: Option<(Ticket, Arc<ConfirmRequest>)>) {
        self.now.update(|now| now.question = question);
    }

    pub(crate) fn set_unread(self, unread: bool) {
        if self.now.with_untracked(|now| now.unread != unread) {
            self.now.update(|now| now.unread = unread);
        }
    }

    /// Takes in one public event. `tool` finds a tool of the last listing by name.
    pub(crate) fn take(self, out: &Out, tool: impl FnOnce(&str) -> Option<Tool>) {
        if !matches!(out, Out::Error { .. } | Out::Done { .. } | Out::Reset) {
            self.clear_cut();
        }
        match out {
            Out::Thinking { model, .. } => {
                if !model.is_empty() {
                    self.now.update(|now| now.model.clone_from(model));
                }
                self.set_phase(Phase::Thinking);
            }
            Out::AnswerDelta { text } => self.grow(text),
            Out::ToolCall { call } => {
                self.set_phase(Phase::Acting);
                self.push(Kind::Step(step(call, tool(&call.name).as_ref(), Progress::Open)));
            }
            Out::ConfirmRequest { ticket, request } => {
                self.set_phase(Phase::Acting);
                self.set_question(Some((*ticket, Arc::new(request.clone()))));
            }
            Out::ConfirmResult { call, decision } => {
                self.set_question(None);
                if !decision.allowed {
                    let stopped = decision.by == By::Aborted;
                    let text = String::new();
                    self.progress(&call.id, over(Outcome::Denied, text, stopped));
                }
            }
            Out::Running { call, waits_for_submit } => {
                let submitting = *waits_for_submit;
                self.set_phase(if submitting { Phase::Submitting } else { Phase::Acting });
                let progress = if submitting { Progress::Submitting } else { Progress::Running };
                self.progress(&call.id, progress);
            }
            Out::ToolResult { call, text, outcome, .. } => {
                self.set_phase(Phase::Thinking);
                self.progress(&call.id, over(*outcome, text.clone(), false));
            }
            Out::Waiting { ms } => self.set_phase(Phase::Pausing(ms.div_ceil(1_000))),
            Out::Answer { text } => self.answer(text),
            Out::Error { fault } => self.fault(fault),
            Out::Done { status } => {
                self.set_question(None);
                self.set_phase(Phase::Idle);
                match status {
                    Status::Aborted => self.push(Kind::Note(Note::Stopped)),
                    Status::MaxSteps => self.push(Kind::Note(Note::MaxSteps)),
                    Status::Answered | Status::Error => {}
                }
            }
            Out::Reset => {
                self.set_question(None);
                self.set_phase(Phase::Idle);
                self.log.update(|log| log.entries.clear());
            }
        }
    }

    pub(crate) fn push(self, kind: Kind) {
        self.log.update(|log| {
            log.entries.push(Entry { key: log.next, kind: Arc::new(kind) });
            log.next += 1;
        });
    }

    /// Drops what the last run ended with, the piece of an answer too: the session does the same
    /// before it tries again.
    pub(crate) fn clear_attempt(self) {
        self.drop_last(|kind| matches!(kind, Kind::Fault(_) | Kind::Note(_)));
        self.drop_last(|kind| matches!(kind, Kind::Answer(_)));
    }

    /// A run that was cut goes on after all.
    fn clear_cut(self) {
        self.drop_last(|kind| matches!(kind, Kind::Note(Note::Cut)));
    }

    fn drop_last(self, fits: fn(&Kind) -> bool) {
        let last = |log: &Log| log.entries.last().is_some_and(|entry| fits(&entry.kind));
        if self.log.with_untracked(last) {
            self.log.update(|log| drop(log.entries.pop()));
        }
    }

    /// The page went away under the run, too long ago for it to go on by itself.
    pub(crate) fn cut(self) {
        self.set_question(None);
        self.set_phase(Phase::Idle);
        self.push(Kind::Note(Note::Cut));
    }

    /// What the visitor said so far, oldest first.
    pub(crate) fn said(self) -> Vec<String> {
        self.log.with_untracked(|log| {
            log.entries
                .iter()
                .filter_map(|entry| match &*entry.kind {
                    Kind::Asked(text) => Some(text.clone()),
                    _ => None,
                })
                .collect()
        })
    }

    /// Adds a piece to the answer that is coming in.
    fn grow(self, piece: &str) {
        if let Some(answer) = self.growing() {
            answer.update(|text| text.push_str(piece));
        } else {
            self.set_phase(Phase::Answering);
            self.push(Kind::Answer(ArcRwSignal::new(piece.to_owned())));
        }
    }

    fn answer(self, text: &str) {
        match self.growing() {
            Some(answer) => {
                if answer.with_untracked(|shown| shown != text) {
                    answer.set(text.to_owned());
                }
            }
            None => self.push(Kind::Answer(ArcRwSignal::new(text.to_owned()))),
        }
    }

    /// The answer that is coming in, if one is.
    fn growing(self) -> Option<ArcRwSignal<String>> {
        if self.now.with_untracked(|now| now.phase != Phase::Answering) {
            return None;
        }
        self.log.with_untracked(|log| match log.entries.last().map(|entry| &*entry.kind) {
            Some(Kind::Answer(text)) => Some(text.clone()),
            _ => None,
        })
    }

    /// A stop and the last step are told by [`Out::Done`], in words of their own.
    fn fault(self, fault: &RunFault) {
        use site_agent_core::protocol::Code;
        if !matches!(fault.code, Code::Aborted | Code::MaxSteps) {
            self.push(Kind::Fault(fault.clone()));
        }
    }

    pub(crate) fn progress(self, id: &str, progress: Progress) {
        let found = self.log.with_untracked(|log| {
            log.entries.iter().rev().find_map(|entry| match &*entry.kind {
                Kind::Step(step) if step.id == id => Some(step.progress.clone()),
                _ => None,
            })
        });
        let Some(signal) = found else { return };
        // What was stopped at the card stays so, whatever its closing result is called.
        let settled =
            signal.with_untracked(|now| matches!(now, Progress::Over { stopped: true, .. }));
        if !settled {
            signal.set(progress);
        }
    }
}

/// The entry of a call.
pub(crate) fn step(call: &Call, tool: Option<&Tool>, progress: Progress) -> Step {
    Step {
        id: call.id.clone(),
        name: call.name.clone(),
        face: tool.map(Face::from),
        arguments: call.arguments_text(),
        progress: ArcRwSignal::new(progress),
    }
}

/// A call that is over.
pub(crate) fn over(outcome: Outcome, text: String, stopped: bool) -> Progress {
    Progress::Over { outcome, text, stopped }
}

#[cfg(test)]
#[path = "conversation_tests.rs"]
mod tests;

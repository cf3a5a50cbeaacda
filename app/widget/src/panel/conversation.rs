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

/// The signals of one panel. All of them live as long as its mount.
#[derive(Clone, Copy)]
pub(crate) struct Conversation {
    pub(crate) entries: RwSignal<Vec<Entry>>,
    pub(crate) phase: RwSignal<Phase>,
    /// The open question; one at a time.
    pub(crate) question: RwSignal<Option<(Ticket, Arc<ConfirmRequest>)>>,
    /// The adapter that answers, by name.
    pub(crate) model: RwSignal<String>,
    /// The next entry's key; never used again, or an old entry's nodes would be.
    keys: StoredValue<u32>,
}

impl Conversation {
    pub(crate) fn new() -> Self {
        Self {
            entries: RwSignal::new(Vec::new()),
            phase: RwSignal::new(Phase::Idle),
            question: RwSignal::new(None),
            model: RwSignal::new(String::new()),
            keys: StoredValue::new(0),
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
                    self.model.set(model.clone());
                }
                self.phase.set(Phase::Thinking);
            }
            Out::AnswerDelta { text } => self.grow(text),
            Out::ToolCall { call } => {
                self.phase.set(Phase::Acting);
                self.push(Kind::Step(step(call, tool(&call.name).as_ref(), Progress::Open)));
            }
            Out::ConfirmRequest { ticket, request } => {
                self.phase.set(Phase::Acting);
                self.question.set(Some((*ticket, Arc::new(request.clone()))));
            }
            Out::ConfirmResult { call, decision } => {
                self.question.set(None);
                if !decision.allowed {
                    let stopped = decision.by == By::Aborted;
                    let text = String::new();
                    self.progress(&call.id, over(Outcome::Denied, text, stopped));
                }
            }
            Out::Running { call, waits_for_submit } => {
                let submitting = *waits_for_submit;
                self.phase.set(if submitting { Phase::Submitting } else { Phase::Acting });
                let progress = if submitting { Progress::Submitting } else { Progress::Running };
                self.progress(&call.id, progress);
            }
            Out::ToolResult { call, text, outcome, .. } => {
                self.phase.set(Phase::Thinking);
                self.progress(&call.id, over(*outcome, text.clone(), false));
            }
            Out::Waiting { ms } => self.phase.set(Phase::Pausing(ms.div_ceil(1_000))),
            Out::Answer { text } => self.answer(text),
            Out::Error { fault } => self.fault(fault),
            Out::Done { status } => {
                self.question.set(None);
                self.phase.set(Phase::Idle);
                match status {
                    Status::Aborted => self.push(Kind::Note(Note::Stopped)),
                    Status::MaxSteps => self.push(Kind::Note(Note::MaxSteps)),
                    Status::Answered | Status::Error => {}
                }
            }
            Out::Reset => {
                self.question.set(None);
                self.phase.set(Phase::Idle);
                self.entries.update(Vec::clear);
            }
        }
    }

    pub(crate) fn push(self, kind: Kind) {
        let key = self.keys.get_value();
        self.keys.set_value(key + 1);
        self.entries.update(|entries| entries.push(Entry { key, kind: Arc::new(kind) }));
    }

    /// Drops the note or fault at the end: what it offered is being done.
    pub(crate) fn clear_end(self) {
        let ends = |entry: &Entry| matches!(*entry.kind, Kind::Fault(_) | Kind::Note(_));
        if self.entries.with_untracked(|entries| entries.last().is_some_and(ends)) {
            self.entries.update(|entries| drop(entries.pop()));
        }
    }

    /// Drops what the last run ended with, the piece of an answer too: the session does the same
    /// before it tries again.
    pub(crate) fn clear_attempt(self) {
        self.clear_end();
        let answers = |entry: &Entry| matches!(*entry.kind, Kind::Answer(_));
        if self.entries.with_untracked(|entries| entries.last().is_some_and(answers)) {
            self.entries.update(|entries| drop(entries.pop()));
        }
    }

    /// A run that was cut goes on after all.
    fn clear_cut(self) {
        let cut = |entry: &Entry| matches!(*entry.kind, Kind::Note(Note::Cut));
        if self.entries.with_untracked(|entries| entries.last().is_some_and(cut)) {
            self.clear_end();
        }
    }

    /// The page went away under the run, too long ago for it to go on by itself.
    pub(crate) fn cut(self) {
        self.question.set(None);
        self.phase.set(Phase::Idle);
        self.push(Kind::Note(Note::Cut));
    }

    /// What the visitor said so far, oldest first.
    pub(crate) fn said(self) -> Vec<String> {
        self.entries.with_untracked(|entries| {
            entries
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
            self.phase.set(Phase::Answering);
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
        if self.phase.get_untracked() != Phase::Answering {
            return None;
        }
        self.entries.with_untracked(|entries| match entries.last().map(|entry| &*entry.kind) {
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
        let found = self.entries.with_untracked(|entries| {
            entries.iter().rev().find_map(|entry| match &*entry.kind {
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

//! How a run begins and ends, and a conversation with it.

use super::{Session, State, Then, sentences};
use crate::config::Config;
use crate::effect::{Effect, Out};
use crate::history;
use crate::json::Value;
use crate::message::Message;
use crate::policy::By;
use crate::protocol::{Code, RunFault};
use crate::trace::{Record, Status};

impl Session {
    pub(super) fn asked(&mut self, text: String) {
        // A run that was cut is given up for a new message.
        self.stop();
        history::prune(&mut self.messages);
        self.messages.push(Message::User { text });
        self.brought = false;
        self.begin();
    }

    /// Tries the last message again, on the history as it stands: what was done stays known to the
    /// model, only an answer goes. A run that was cut goes on instead.
    pub(super) fn retried(&mut self) {
        if self.is_cut() {
            return self.go_on();
        }
        if !self.messages.iter().any(|message| matches!(message, Message::User { .. })) {
            return;
        }
        while matches!(self.messages.last(), Some(Message::Answer { .. })) {
            self.messages.pop();
        }
        self.begin();
    }

    fn begin(&mut self) {
        self.record = Record::begin(self.now, self.page());
        let asked = self.question().to_owned();
        self.record.words(self.now, "user", &asked);
        self.step = 0;
        self.settled = false;
        self.noted = false;
        self.list(Then::Think);
    }

    /// The next turn of the model, if the run has one left (rule 7).
    pub(super) fn next_turn(&mut self) {
        if self.step >= self.max_steps {
            self.tell_fault(RunFault::new(Code::MaxSteps, sentences::MAX_STEPS));
            return self.finish(Status::MaxSteps);
        }
        self.list(Then::Think);
    }

    pub(super) fn answer(&mut self, text: String, meta: Option<Value>) {
        self.messages.push(Message::Answer { text: text.clone(), meta });
        self.record.words(self.now, "answer", &text);
        self.emit(Out::Answer { text });
        self.finish(Status::Answered);
    }

    pub(super) fn fail(&mut self, fault: RunFault) {
        self.tell_fault(fault);
        self.finish(Status::Error);
    }

    /// Ends the run, if there is one: all work is dropped, and an open call gets its result, so
    /// that the history stays valid.
    pub(super) fn stop(&mut self) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle => return,
            State::Listing { wait, then, hold } => {
                self.clear(hold.map(super::Hold::timer));
                self.clear(wait);
                self.close_open(then);
            }
            State::Thinking { wait, turn } => {
                self.clear(turn.pause);
                self.clear(wait);
                self.keep_partial(turn.text);
            }
            State::Asking { wait, question, since, .. } => {
                self.cancel(wait);
                self.record_decision(question.call(), question.refused(By::Aborted), Some(since));
                self.overtaken(question.call());
            }
            State::Calling { wait, approval, tool, limit } => {
                self.clear(limit);
                self.cancel(wait);
                self.unclear(approval.call(), &tool, sentences::ABORTED);
            }
            State::Cut { next, .. } => self.close_open(next.into()),
        }
        self.tell_fault(RunFault::new(Code::Aborted, sentences::RUN_STOPPED));
        self.finish(Status::Aborted);
    }

    fn close_open(&mut self, then: Then) {
        match then {
            Then::Think => {}
            Then::Decide { call, .. } => self.overtaken(&call),
            Then::Run { approval, .. } => self.overtaken(approval.call()),
        }
    }

    fn tell_fault(&mut self, fault: RunFault) {
        self.record.fault(self.now, &fault);
        self.emit(Out::Error { fault });
    }

    fn finish(&mut self, status: Status) {
        self.state = State::Idle;
        self.record.status = Some(status);
        self.record.ended_at = self.record.ended_at.max(self.now);
        self.emit(Out::Done { status });
        self.push(Effect::Persist);
        if let Some(config) = self.next_config.take() {
            self.adopt(config);
        }
    }

    pub(super) fn configured(&mut self, config: Config) {
        let config = config.bounded();
        if matches!(self.state, State::Idle) {
            self.adopt(config);
        } else {
            self.next_config = (config != self.config).then_some(config);
        }
    }

    /// New rules are for a fresh conversation; a new place or new caps are not. Nor is what a page
    /// sets up before anything was asked on it: that may come after the conversation did.
    fn adopt(&mut self, config: Config) {
        let fresh = !self.brought && !config.same_rules(&self.config);
        self.max_steps = config.max_steps.into();
        self.config = config;
        if fresh && !self.messages.is_empty() {
            self.start_over();
        }
    }

    pub(super) fn reset(&mut self) {
        self.stop();
        self.start_over();
    }

    /// Forgets the conversation and, with the words that caused it, the taint. The trace of the
    /// last run stays until the next begins.
    fn start_over(&mut self) {
        self.messages.clear();
        self.tainted = false;
        self.emit(Out::Reset);
        self.push(Effect::Persist);
    }
}

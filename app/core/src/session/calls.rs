//! A call: judged on a fresh list, asked for, looked at once more, run, and answered.

use super::{Session, State, Then, faults, sentences};
use crate::call::Call;
use crate::card;
use crate::effect::{Effect, Out};
use crate::fence;
use crate::json::Value;
use crate::message::Message;
use crate::outcome::{self, Outcome, ToolText};
use crate::policy::{self, Approval, By, Decision, Question, Verdict};
use crate::protocol::MAX_VALUE_DEPTH;
use crate::schema::{self, Patterns};
use crate::tool::Tool;
use crate::trace::Record;

/// A definition that changed under the card is asked for again once, then it is an error (rule 8).
const MAX_LOOKS: u8 = 2;

/// A result as it goes into the conversation.
pub(super) struct Closing {
    /// As everybody but the model reads it.
    result: ToolText,
    /// What the model reads, where that is something else.
    fenced: Option<String>,
    untrusted: bool,
    outcome: Outcome,
}

impl Closing {
    /// A sentence of ours.
    fn ours(text: impl Into<String>, outcome: Outcome) -> Self {
        let result = ToolText { text: text.into(), ..ToolText::default() };
        Self { result, fenced: None, untrusted: false, outcome }
    }

    /// Of a call that ended without a word of the tool (rule 9).
    pub(super) fn unclear(tool: &Tool, why: &str) -> Self {
        if policy::changes_nothing(tool) {
            return Self::ours(why, Outcome::Error);
        }
        Self::ours([why, " ", sentences::UNKNOWN].concat(), Outcome::Unknown)
    }

    /// Keeps the result in a conversation and its trace.
    pub(super) fn keep(
        self,
        call: &Call,
        at_ms: u64,
        messages: &mut Vec<Message>,
        record: &mut Record,
    ) {
        let Self { result, fenced, untrusted, outcome } = self;
        record.result(at_ms, call, outcome, &result, untrusted);
        messages.push(Message::Result {
            id: call.id.clone(),
            name: call.name.clone(),
            text: fenced.unwrap_or(result.text),
            outcome,
        });
    }
}

impl Session {
    /// Judges a call by the tools as they are now.
    pub(super) fn decide(&mut self, call: Call, nth: u8, patterns: &dyn Patterns) {
        let Some(tool) = self.listed.find(&call.name).cloned() else {
            let text = sentences::missing(&call.name, &self.listed);
            return self.missing(&call, text);
        };
        let arguments = Value::Object(call.arguments.clone());
        let checked =
            tool.input_schema.as_ref().map(|schema| schema::check(schema, &arguments, patterns));
        if let Some(Err(violations)) = checked {
            let text = sentences::invalid(&violations);
            self.close(&call, Closing::ours(text, Outcome::Invalid));
            return self.next_turn();
        }
        self.record_call(&call, &tool);
        match policy::judge(call, &self.judged(&tool), self.tainted, &self.config) {
            Verdict::Run(approval) => {
                self.record_decision(approval.call(), approval.decision(), None);
                self.call(approval, tool);
            }
            Verdict::Ask(question) => self.ask(question, nth),
            Verdict::Deny(call, decision) => {
                self.record_decision(&call, decision, None);
                self.close(&call, Closing::ours(sentences::NO_CONFIRM, Outcome::Denied));
                self.next_turn();
            }
        }
    }

    fn ask(&mut self, question: Question, nth: u8) {
        let ticket = self.ticket();
        let (call, tool) = (question.call(), question.tool());
        let request = card::request(call, tool, question.reason(), &self.config.origin);
        self.emit(Out::ConfirmRequest { ticket, request: request.clone() });
        self.push(Effect::AskVisitor { ticket, request });
        self.push(Effect::Persist);
        self.state = State::Asking { wait: ticket, question, nth, since: self.now };
    }

    pub(super) fn decided(&mut self, allow: bool) {
        let State::Asking { question, nth, since, .. } = self.take_state() else { return };
        if allow {
            let approval = question.allow();
            self.record_decision(approval.call(), approval.decision(), Some(since));
            return self.list(Then::Run { approval, nth });
        }
        self.record_decision(question.call(), question.refused(By::Visitor), Some(since));
        self.close(question.call(), Closing::ours(sentences::DENIED, Outcome::Denied));
        self.next_turn();
    }

    /// Runs what the visitor allowed, if it is still what was shown.
    pub(super) fn run(&mut self, approval: Approval, nth: u8, patterns: &dyn Patterns) {
        match self.listed.find(&approval.call().name).cloned() {
            Some(tool) if approval.covers(&tool) || self.lacks(faults::Rule::Definition) => {
                self.call(approval, tool);
            }
            // The yes was for another definition: it is void.
            Some(_) if nth < MAX_LOOKS => {
                self.decide(approval.call().clone(), nth + 1, patterns);
            }
            Some(_) => self.missing(approval.call(), sentences::KEEPS_CHANGING),
            None => {
                let text = sentences::missing(&approval.call().name, &self.listed);
                self.missing(approval.call(), text);
            }
        }
    }

    fn call(&mut self, approval: Approval, tool: Tool) {
        let ticket = self.ticket();
        let waits_for_submit = tool.waits_for_submit;
        self.emit(Out::Running { call: approval.call().clone(), waits_for_submit });
        // Written before it begins: a call that the page's end cuts off comes back as unknown.
        self.push(Effect::Persist);
        self.push(Effect::CallTool { ticket, handle: tool.handle, approval: approval.clone() });
        let limit = (!waits_for_submit).then(|| self.timer(self.config.tool_timeout_ms));
        self.state = State::Calling { wait: ticket, approval, tool, limit };
    }

    pub(super) fn returned(&mut self, text: Option<&str>, nonce: u128) {
        let State::Calling { approval, tool, limit, .. } = self.take_state() else { return };
        self.clear(limit);
        let call = approval.call();
        let result = outcome::from_returned(text, self.config.max_result_chars);
        if result.navigated {
            self.take_words(call, &tool, result, Outcome::Navigated, None);
            return self.let_the_page_leave();
        }
        let outcome = if result.is_error { Outcome::Error } else { Outcome::Ok };
        self.take_words(call, &tool, result, outcome, Some(nonce));
        self.next_turn();
    }

    pub(super) fn threw(&mut self, message: &str, nonce: u128) {
        let State::Calling { approval, tool, limit, .. } = self.take_state() else { return };
        self.clear(limit);
        let mut result = outcome::from_thrown(message);
        if result.masked && !policy::changes_nothing(&tool) {
            result.text = sentences::masked(&result.text);
            self.take_words(approval.call(), &tool, result, Outcome::Unknown, None);
        } else {
            self.take_words(approval.call(), &tool, result, Outcome::Error, Some(nonce));
        }
        self.next_turn();
    }

    pub(super) fn call_cancelled(&mut self) {
        let State::Calling { wait, approval, tool, limit } = self.take_state() else { return };
        self.clear(limit);
        self.cancel(wait);
        self.give_up(approval.call(), &tool, sentences::CANCELLED);
    }

    /// Closes a call after its tool was heard: with its words in a fence, whoever the tool is, or
    /// with a sentence of ours when there is no nonce. It taints unless somebody vouches for the
    /// tool (rule 6).
    fn take_words(
        &mut self,
        call: &Call,
        tool: &Tool,
        mut result: ToolText,
        outcome: Outcome,
        nonce: Option<u128>,
    ) {
        let untrusted = policy::is_untrusted(tool);
        self.tainted |= untrusted && !self.lacks(faults::Rule::Taint);
        let fenced = nonce.map(|nonce| fence::wrap(&tool.name, nonce, &result.text));
        result.meta.take_if(|meta| meta.depth() > MAX_VALUE_DEPTH);
        self.close(call, Closing { result, fenced, untrusted, outcome });
    }

    /// Closes a call that ended without a word of the tool.
    pub(super) fn unclear(&mut self, call: &Call, tool: &Tool, why: &str) {
        self.close(call, Closing::unclear(tool, why));
    }

    /// The same, and goes on.
    pub(super) fn give_up(&mut self, call: &Call, tool: &Tool, why: &str) {
        self.unclear(call, tool, why);
        self.next_turn();
    }

    /// Closes a call whose tool is not there, or no longer there as it was shown.
    pub(super) fn missing(&mut self, call: &Call, text: impl Into<String>) {
        self.close(call, Closing::ours(text, Outcome::Missing));
        self.next_turn();
    }

    /// Closes a call that the end of the run overtook.
    pub(super) fn overtaken(&mut self, call: &Call) {
        self.close(call, Closing::ours(sentences::STOPPED, Outcome::Denied));
    }

    fn close(&mut self, call: &Call, closing: Closing) {
        self.emit(Out::ToolResult {
            call: call.clone(),
            text: closing.result.text.clone(),
            untrusted: closing.untrusted,
            outcome: closing.outcome,
        });
        closing.keep(call, self.now, &mut self.messages, &mut self.record);
    }

    /// Writes a valid call down; once, also when it is judged again.
    fn record_call(&mut self, call: &Call, tool: &Tool) {
        if !self.record.has_call(&call.id) {
            self.record.call(self.now, call, tool);
        }
    }

    /// Writes a decision down and tells it; `since`: when the question was opened.
    pub(super) fn record_decision(&mut self, call: &Call, decision: Decision, since: Option<u64>) {
        let wait = since.map(|since| self.now.saturating_sub(since));
        self.record.decision(self.now, &call.id, decision, wait);
        self.emit(Out::ConfirmResult { call: call.clone(), decision });
    }
}

//! Steps as a run writes them: from what is at hand, without a copy of it. [`super::Step`] declares
//! them and reads them back; the fuzz of the session holds the two together.

use super::{Page, Record};
use crate::call::Call;
use crate::json::Value;
use crate::listing::Listing;
use crate::outcome::{Outcome, ToolText};
use crate::policy::Decision;
use crate::protocol::RunFault;
use crate::tool::Tool;
use crate::wire::{Write, put};

/// A reply as it is written down.
pub(crate) struct Told<'a> {
    /// The adapter that answered.
    pub(crate) adapter: &'a str,
    /// Milliseconds until the whole reply was there.
    pub(crate) ms: u64,
    /// The tool that it wants called, and what it said before the call.
    pub(crate) call: Option<(&'a str, &'a str)>,
    pub(crate) model: &'a Option<String>,
    pub(crate) usage: &'a Option<Value>,
}

impl Record {
    /// What the visitor said, or the model's answer.
    pub(crate) fn words(&mut self, at_ms: u64, kind: &str, text: &str) {
        let out = self.step(at_ms, kind);
        put(out, "text", &text);
        out.push('}');
    }

    /// The page's tools.
    pub(crate) fn tools(&mut self, at_ms: u64, listing: &Listing) {
        let tools: Vec<_> = listing.tools.iter().map(OnOffer).collect();
        let out = self.step(at_ms, "tools");
        put(out, "tools", &tools);
        if !listing.dropped.is_empty() {
            put(out, "dropped", &listing.dropped);
        }
        out.push('}');
    }

    /// A turn of the model.
    pub(crate) fn model_turn(&mut self, at_ms: u64, reply: &Told<'_>) {
        let out = self.step(at_ms, "model");
        put_words(out, "model", reply.adapter);
        put(out, "answeredBy", reply.model);
        put(out, "reply", reply);
        put(out, "ms", &reply.ms);
        put(out, "usage", reply.usage);
        out.push('}');
    }

    /// The page that the run goes on on.
    pub(crate) fn page(&mut self, at_ms: u64, page: &Page) {
        let out = self.step(at_ms, "page");
        put_words(out, "origin", &page.origin);
        put_words(out, "path", &page.path);
        out.push('}');
    }

    /// A valid call.
    pub(crate) fn call(&mut self, at_ms: u64, call: &Call, tool: &Tool) {
        let out = self.step(at_ms, "tool-call");
        put(out, "call", call);
        put(out, "annotations", &tool.hints);
        put(out, "hash", &tool.hash);
        out.push('}');
        self.know_call(&call.id);
    }

    /// Whether a valid call may run.
    pub(crate) fn decision(&mut self, at_ms: u64, id: &str, decision: Decision, wait: Option<u64>) {
        let out = self.step(at_ms, "decision");
        put(out, "callId", &id);
        put(out, "allowed", &decision.allowed);
        put(out, "by", &decision.by);
        put(out, "reason", &decision.reason);
        put(out, "wait", &wait);
        out.push('}');
    }

    /// What a call came to, valid or not.
    pub(crate) fn result(
        &mut self,
        at_ms: u64,
        call: &Call,
        outcome: Outcome,
        result: &ToolText,
        untrusted: bool,
    ) {
        let out;
        if self.has_call(&call.id) {
            out = self.step(at_ms, "tool-result");
            put(out, "callId", &call.id);
            put(out, "text", &result.text);
            put(out, "untrusted", &untrusted);
            put(out, "isError", &outcome.is_error());
            put(out, "navigated", &(outcome == Outcome::Navigated));
            put(out, "outcome", &outcome);
            put(out, "meta", &result.meta);
            put(out, "errorCode", &result.error_code);
        } else {
            out = self.step(at_ms, "invalid-call");
            put(out, "call", call);
            put(out, "outcome", &outcome);
            put(out, "text", &result.text);
        }
        out.push('}');
    }

    /// Why the run failed.
    pub(crate) fn fault(&mut self, at_ms: u64, fault: &RunFault) {
        let out = self.step(at_ms, "error");
        put(out, "code", &fault.code);
        put_words(out, "message", &fault.message);
        put(out, "detail", &fault.detail);
        out.push('}');
    }
}

/// A member that is left out when it says nothing.
fn put_words(out: &mut String, key: &str, words: &str) {
    if !words.is_empty() {
        put(out, key, &words);
    }
}

impl Write for Told<'_> {
    fn write(&self, out: &mut String) {
        out.push('{');
        if let Some((name, text)) = self.call {
            put(out, "type", &"tool");
            put(out, "name", &name);
            put_words(out, "text", text);
        } else {
            put(out, "type", &"answer");
        }
        out.push('}');
    }
}

/// A tool as a listing's step shows it.
struct OnOffer<'a>(&'a Tool);

impl Write for OnOffer<'_> {
    fn write(&self, out: &mut String) {
        out.push('{');
        put(out, "name", &self.0.name);
        put_words(out, "title", &self.0.title);
        put(out, "annotations", &self.0.hints);
        put(out, "hash", &self.0.hash);
        put_words(out, "origin", &self.0.origin);
        put_words(out, "source", &self.0.source);
        out.push('}');
    }
}

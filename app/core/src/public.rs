//! The public events as JSON: what `run()` yields, what the element dispatches, what `confirm` gets.
//!
//! The forms are a contract that outlives a release (the golden files hold them). Events that only
//! the panel needs have no public form.

use crate::card::{ConfirmRequest, Line};
use crate::effect::Out;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::protocol::{History, RunFault};
use crate::wire::{Raw, Write, put, text_of};

/// An event as the page sees it; `None` for those that are the panel's own. The result of a `done`
/// is completed by the shell, which holds the trace.
#[must_use]
pub fn event(out: &Out) -> Option<String> {
    let event = &mut String::from("{");
    match out {
        Out::Thinking { step, model } => {
            put(event, "type", &"thinking");
            put(event, "step", step);
            put(event, "model", model);
        }
        Out::AnswerDelta { text } => {
            put(event, "type", &"answer-delta");
            put(event, "text", text);
        }
        Out::ToolCall { call } => {
            put(event, "type", &"tool-call");
            put(event, "call", call);
        }
        Out::ConfirmRequest { request, .. } => {
            put(event, "type", &"confirm-request");
            put(event, "request", &Raw(&question(request)));
        }
        Out::ConfirmResult { call, decision } => {
            put(event, "type", &"confirm-result");
            put(event, "call", call);
            put(event, "decision", decision);
        }
        Out::ToolResult { call, text, untrusted, outcome } => {
            put(event, "type", &"tool-result");
            put(event, "call", call);
            put(event, "text", text);
            put(event, "untrusted", untrusted);
            put(event, "isError", &outcome.is_error());
            put(event, "navigated", &(*outcome == Outcome::Navigated));
            put(event, "outcome", outcome);
        }
        Out::Answer { text } => {
            put(event, "type", &"answer");
            put(event, "text", text);
        }
        Out::Error { fault: RunFault { code, message, detail } } => {
            put(event, "type", &"error");
            put(event, "code", code);
            put(event, "message", message);
            put(event, "detail", detail);
        }
        Out::Done { status } => {
            let mut result = String::from("{");
            put(&mut result, "status", status);
            result.push('}');
            put(event, "type", &"done");
            put(event, "result", &Raw(&result));
        }
        Out::Running { .. } | Out::Waiting { .. } | Out::Reset => return None,
    }
    event.push('}');
    Some(std::mem::take(event))
}

/// What `confirm` gets: everything that a person should know of the call.
#[must_use]
pub fn question(request: &ConfirmRequest) -> String {
    let tool = &request.tool;
    let shown = &mut String::from("{");
    put(shown, "name", &tool.name);
    put(shown, "title", &tool.title);
    put(shown, "description", &tool.description);
    put(shown, "inputSchema", &tool.input_schema);
    put(shown, "annotations", &tool.hints);
    shown.push('}');
    let object = &mut String::from("{");
    put(object, "call", &request.call);
    put(object, "tool", &Raw(shown));
    put(object, "reason", &request.reason);
    put(object, "lines", &request.lines);
    put(object, "origin", &request.origin);
    object.push('}');
    std::mem::take(object)
}

impl Write for Line {
    fn write(&self, out: &mut String) {
        out.push('{');
        put(out, "key", &self.key);
        put(out, "label", &self.label);
        put(out, "value", &self.value);
        out.push('}');
    }
}

/// The conversation, in the form that models read it (protocol 1).
#[must_use]
pub fn messages(messages: &[Message]) -> String {
    text_of(&History(messages))
}

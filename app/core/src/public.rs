//! The public events as JSON: what `run()` yields, what the element dispatches, what `confirm` gets.
//!
//! The forms are a contract that outlives a release (the golden files hold them). Events that only
//! the panel needs have no public form.

use crate::call::Call;
use crate::card::ConfirmRequest;
use crate::effect::Out;
use crate::json::{Object, Value};
use crate::message::Message;
use crate::outcome::Outcome;
use crate::protocol::message_to_value;
use crate::wire::Wire;

/// An event as the page sees it; `None` for those that are the panel's own. The result of a `done`
/// is completed by the shell, which holds the trace.
#[must_use]
pub fn event(out: &Out) -> Option<Value> {
    Some(match out {
        Out::Thinking { step, model } => {
            tagged("thinking", [("step", (*step).into()), ("model", model.as_str().into())])
        }
        Out::AnswerDelta { text } => tagged("answer-delta", [("text", text.as_str().into())]),
        Out::ToolCall { call } => tagged("tool-call", [("call", call.to_value())]),
        Out::ConfirmRequest { request, .. } => {
            tagged("confirm-request", [("request", question(request))])
        }
        Out::ConfirmResult { call, decision } => {
            tagged("confirm-result", [("call", call.to_value()), ("decision", decision.to_value())])
        }
        Out::ToolResult { call, text, untrusted, outcome } => {
            tool_result(call, text, *untrusted, *outcome)
        }
        Out::Answer { text } => tagged("answer", [("text", text.as_str().into())]),
        Out::Error { fault } => {
            let mut event = Object::new();
            event.insert("type", "error");
            if let Value::Object(fault) = fault.to_value() {
                fault.into_iter().for_each(|(key, value)| {
                    event.insert(key, value);
                });
            }
            Value::Object(event)
        }
        Out::Done { status } => {
            let result = Object::from_iter([("status", status.to_value())]);
            tagged("done", [("result", result.into())])
        }
        Out::Running { .. } | Out::Waiting { .. } | Out::Reset => return None,
    })
}

/// What `confirm` gets: everything that a person should know of the call.
#[must_use]
pub fn question(request: &ConfirmRequest) -> Value {
    let tool = &request.tool;
    let mut shown = Object::new();
    shown.insert("name", tool.name.as_str());
    shown.insert("title", tool.title.as_str());
    shown.insert("description", tool.description.as_str());
    shown.put("inputSchema", &tool.input_schema);
    shown.put("annotations", &tool.hints);
    let lines = request.lines.iter().map(|line| {
        Object::from_iter([
            ("key", line.key.as_str()),
            ("label", line.label.as_str()),
            ("value", line.value.as_str()),
        ])
    });
    let mut object = Object::new();
    object.insert("call", request.call.to_value());
    object.insert("tool", shown);
    object.insert("reason", request.reason.to_value());
    object.insert("lines", lines.collect::<Value>());
    object.insert("origin", request.origin.as_str());
    Value::Object(object)
}

/// The conversation, in the form that models read it (protocol 1).
#[must_use]
pub fn messages(messages: &[Message]) -> Value {
    messages.iter().map(message_to_value).collect()
}

fn tool_result(call: &Call, text: &str, untrusted: bool, outcome: Outcome) -> Value {
    let is_error = outcome.is_error();
    tagged(
        "tool-result",
        [
            ("call", call.to_value()),
            ("text", text.into()),
            ("untrusted", untrusted.into()),
            ("isError", is_error.into()),
            ("navigated", (outcome == Outcome::Navigated).into()),
            ("outcome", outcome.to_value()),
        ],
    )
}

fn tagged<const N: usize>(kind: &str, members: [(&str, Value); N]) -> Value {
    let mut object = Object::new();
    object.insert("type", kind);
    for (key, value) in members {
        object.insert(key, value);
    }
    Value::Object(object)
}

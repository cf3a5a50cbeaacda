//! What is left of a run where only its course is stored: steps, tools, decisions and times. No
//! text, no argument and no result, whatever the page sent.

use std::collections::HashSet;

use site_agent_core::json::{Object, Value};
use site_agent_core::trace::{Recorded, Replied, Step, Trace};

/// In the place of a name that no tool has: a model may have put words there.
const UNKNOWN: &str = "unknown";

/// Takes all texts and values out.
pub(super) fn strip(trace: &mut Trace) {
    trace.steps.retain(|moment| !matches!(moment.step, Step::Other(_)));
    let offered: HashSet<String> = trace
        .steps
        .iter()
        .filter_map(|moment| match &moment.step {
            Step::Tools { tools, .. } => Some(tools.iter().map(|tool| tool.name.clone())),
            _ => None,
        })
        .flatten()
        .collect();
    for moment in &mut trace.steps {
        step(&mut moment.step, &offered);
    }
}

fn step(step: &mut Step, offered: &HashSet<String>) {
    match step {
        Step::User { text } | Step::Answer { text } => *text = None,
        Step::Tools { tools, dropped } => {
            for tool in tools {
                tool.title.clear();
            }
            dropped.clear();
        }
        Step::Model { reply, usage, .. } => {
            if let Replied::Tool { name, text } = reply {
                *text = None;
                known(name, offered);
            }
            *usage = usage.as_ref().and_then(numbers);
        }
        Step::ToolCall { call, .. } => arguments(call),
        Step::InvalidCall { call, text, .. } => {
            arguments(call);
            known(&mut call.name, offered);
            *text = None;
        }
        Step::ToolResult { text, meta, error_code, .. } => {
            *text = None;
            *meta = None;
            *error_code = None;
        }
        Step::Error { message, detail, .. } => {
            message.clear();
            *detail = None;
        }
        Step::Page { .. } | Step::Decision { .. } | Step::Other(_) => {}
    }
}

fn arguments(call: &mut Recorded) {
    call.arguments = None;
    call.redacted.clear();
}

fn known(name: &mut String, offered: &HashSet<String>) {
    if !offered.contains(name) {
        UNKNOWN.clone_into(name);
    }
}

/// The members of a usage that are counts.
fn numbers(usage: &Value) -> Option<Value> {
    let mut counts = Object::new();
    for name in ["input", "output"] {
        if let Some(count) = usage.get(name).and_then(Value::as_u64) {
            counts.insert(name, count);
        }
    }
    (!counts.is_empty()).then_some(Value::Object(counts))
}

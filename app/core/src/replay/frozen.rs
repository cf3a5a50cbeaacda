//! A trace cut down to what its replay needs.

use crate::trace::{Moment, Status, Step, Trace};

/// What of the page's own words is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texts {
    /// What the tools returned, to be compared with.
    Results,
    /// Nothing: whoever runs the calls need not know what they once came to.
    None,
}

/// The calls of a trace, the definitions they were made for, what was decided and how each ended.
/// What the visitor and the models said stays behind, and so do steps of a kind that this version
/// does not know.
#[must_use]
pub fn freeze(trace: &Trace, texts: Texts) -> Trace {
    let steps = trace.steps.iter().filter_map(|moment| {
        let step = frozen(&moment.step, texts)?;
        Some(Moment { at: moment.at, step })
    });
    Trace {
        version: trace.version,
        id: None,
        started_at: trace.started_at,
        ended_at: trace.ended_at,
        model: String::new(),
        status: trace.status,
        page: trace.page.clone(),
        steps: steps.collect(),
    }
}

/// The same trace with no other call than the one of that id: a replay of it runs that one alone.
#[must_use]
pub fn only(trace: &Trace, id: &str) -> Trace {
    let about = |moment: &&Moment| match &moment.step {
        Step::ToolCall { call, .. } | Step::InvalidCall { call, .. } => call.id == id,
        Step::Decision { call_id, .. } | Step::ToolResult { call_id, .. } => call_id == id,
        _ => false,
    };
    Trace {
        steps: trace.steps.iter().filter(about).cloned().collect(),
        status: Some(Status::Answered),
        page: None,
        id: None,
        ..trace.clone()
    }
}

fn frozen(step: &Step, texts: Texts) -> Option<Step> {
    let kept = |text: &Option<String>| text.clone().filter(|_| texts == Texts::Results);
    Some(match step {
        Step::Tools { .. } | Step::Page { .. } | Step::ToolCall { .. } | Step::Decision { .. } => {
            step.clone()
        }
        Step::InvalidCall { call, outcome, text } => {
            Step::InvalidCall { call: call.clone(), outcome: outcome.clone(), text: kept(text) }
        }
        Step::ToolResult { call_id, text, untrusted, is_error, navigated, outcome, .. } => {
            Step::ToolResult {
                call_id: call_id.clone(),
                text: kept(text),
                untrusted: *untrusted,
                is_error: *is_error,
                navigated: *navigated,
                outcome: outcome.clone(),
                meta: None,
                error_code: None,
            }
        }
        Step::User { .. }
        | Step::Model { .. }
        | Step::Answer { .. }
        | Step::Error { .. }
        | Step::Other(_) => return None,
    })
}

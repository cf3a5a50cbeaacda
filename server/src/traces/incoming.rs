//! Reads what a page sent: `{"level": …, "trace": …}`.
//!
//! The types of `site_agent_core::trace` leave out what they do not know. Here is added what a
//! store must insist on: that the run has ended, that names and codes are words and not texts, and
//! that nothing in it is longer than what a run can have.

use site_agent_app::admin::trace::Level;
use site_agent_core::json::{self, Value};
use site_agent_core::trace::{Page, Recorded, Replied, Step, Trace};
use site_agent_core::wire::{Wire as _, WireError};

use super::{Code, Refusal};

/// Steps of a run; the longest that the element makes has a few hundred.
const STEPS: usize = 2_000;
/// Characters of a word, of a name, and of a path.
const WORD: usize = 64;
const NAME: usize = 200;
const PATH: usize = 2_000;
/// How far a visitor's clock may be off, and how long a run may take, in milliseconds.
const A_DAY: u64 = 86_400_000;

/// A run that may be stored, and how much of it.
pub(super) struct Incoming {
    pub(super) level: Level,
    pub(super) trace: Trace,
}

impl Incoming {
    /// Reads a body for a widget that stores at most `most`.
    pub(super) fn read(body: &[u8], most: Level, now: u64) -> Result<Self, Refusal> {
        let value = json::parse_bytes(body)
            .map_err(|error| Refusal::saying(Code::BadRequest, error.words()))?;
        let level = level(&value, most)?;
        let trace = value
            .get("trace")
            .ok_or_else(|| Refusal::saying(Code::BadRequest, "/trace: there is none"))?;
        if trace.as_object().is_some() && trace.get("version").and_then(Value::as_u64) != Some(1) {
            return Err(Refusal::new(Code::UnsupportedVersion));
        }
        if trace.get("steps").and_then(Value::as_array).is_some_and(|steps| steps.len() > STEPS) {
            return Err(invalid(&WireError::new("more than 2000 steps").within("steps")));
        }
        let mut trace = Trace::from_value(trace).map_err(|error| invalid(&error))?;
        check(&trace).map_err(|error| invalid(&error))?;
        set_clock(&mut trace, now);
        Ok(Self { level, trace })
    }
}

fn invalid(error: &WireError) -> Refusal {
    Refusal::saying(Code::InvalidTrace, format!("/trace{}", error.words()))
}

fn level(value: &Value, most: Level) -> Result<Level, Refusal> {
    let level = match value.get("level").and_then(Value::as_str) {
        Some("full") => Level::Full,
        Some("metadata") => Level::Metadata,
        _ => {
            let message = "/level: write \"full\" or \"metadata\"";
            return Err(Refusal::saying(Code::BadRequest, message));
        }
    };
    if level == Level::Full && most == Level::Metadata {
        return Err(Refusal::new(Code::LevelNotAllowed));
    }
    Ok(level)
}

/// A visitor's clock that is more than a day off is set by ours: the times within the run stay.
fn set_clock(trace: &mut Trace, now: u64) {
    if trace.ended_at.abs_diff(now) > A_DAY {
        let took = trace.ended_at - trace.started_at;
        trace.ended_at = now;
        trace.started_at = now.saturating_sub(took);
    }
}

fn check(trace: &Trace) -> Result<(), WireError> {
    if trace.status.is_none() {
        return Err(WireError::new("the run has not ended").within("status"));
    }
    match trace.ended_at.checked_sub(trace.started_at) {
        Some(took) if took <= A_DAY => {}
        _ => return Err(WireError::new("not within a day of its start").within("endedAt")),
    }
    name(&trace.model, "model")?;
    if let Some(page) = &trace.page {
        check_page(page).map_err(|error| error.within("page"))?;
    }
    for (nth, moment) in trace.steps.iter().enumerate() {
        check_step(&moment.step).map_err(|error| error.within(&nth.to_string()).within("steps"))?;
    }
    Ok(())
}

fn check_page(page: &Page) -> Result<(), WireError> {
    name(&page.origin, "origin")?;
    short(&page.path, PATH, "path")
}

fn check_step(step: &Step) -> Result<(), WireError> {
    match step {
        Step::Tools { tools, dropped } => {
            for tool in tools {
                name(&tool.name, "tools")?;
                name(&tool.title, "tools")?;
                name(&tool.origin, "tools")?;
                word(&tool.source, "tools")?;
            }
            dropped.iter().try_for_each(|tool| name(&tool.name, "dropped"))
        }
        Step::Model { model, answered_by, reply, .. } => {
            name(model, "model")?;
            name(answered_by.as_deref().unwrap_or_default(), "answeredBy")?;
            match reply {
                Replied::Tool { name: tool, .. } => name(tool, "reply"),
                Replied::Answer => Ok(()),
            }
        }
        Step::Page { origin, path } => {
            name(origin, "origin")?;
            short(path, PATH, "path")
        }
        Step::ToolCall { call, .. } => check_call(call),
        Step::InvalidCall { call, outcome, .. } => {
            check_call(call)?;
            word(outcome, "outcome")
        }
        Step::Decision { call_id, by, reason, .. } => {
            word(call_id, "callId")?;
            word(by, "by")?;
            word(reason.as_deref().unwrap_or_default(), "reason")
        }
        Step::ToolResult { call_id, outcome, .. } => {
            word(call_id, "callId")?;
            word(outcome, "outcome")
        }
        Step::Error { code, .. } => word(code, "code"),
        Step::User { .. } | Step::Answer { .. } | Step::Other(_) => Ok(()),
    }
}

fn check_call(call: &Recorded) -> Result<(), WireError> {
    word(&call.id, "call")?;
    name(&call.name, "call")
}

/// An id or a code: nothing that could be a sentence.
fn word(text: &str, key: &str) -> Result<(), WireError> {
    let fits = text.len() <= WORD
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte));
    if fits { Ok(()) } else { Err(WireError::new("not a word").within(key)) }
}

fn name(text: &str, key: &str) -> Result<(), WireError> {
    short(text, NAME, key)
}

fn short(text: &str, most: usize, key: &str) -> Result<(), WireError> {
    if text.chars().count() <= most {
        Ok(())
    } else {
        Err(WireError::new(format!("longer than {most} characters")).within(key))
    }
}

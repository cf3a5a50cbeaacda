//! What a list shows of a run, and what it is found by.

use site_agent_app::admin::trace::{Level, Redaction, TraceRow};
use site_agent_core::json::Value;
use site_agent_core::trace::{Status, Step, Trace};

use crate::store::traces::Place;

/// Characters of a text in a list.
const SHOWN: usize = 200;
/// Characters of a text that are searched.
const SEARCHED: usize = 4_000;

/// The course of a run in numbers, and its texts.
#[derive(Debug, Default)]
pub(super) struct Preview<'a> {
    question: &'a str,
    answer: &'a str,
    failure: Option<(&'a str, &'a str)>,
    model: Option<&'a str>,
    /// Texts of failed calls.
    problems: Vec<&'a str>,
    tools: Vec<&'a str>,
    turns: u32,
    calls: u32,
    asked: u32,
    denied: u32,
    failed: u32,
    input_tokens: u64,
    output_tokens: u64,
    /// Whether some call was allowed.
    pub(super) was_allowed: bool,
}

impl<'a> Preview<'a> {
    /// Counts a trace.
    pub(super) fn of(trace: &'a Trace) -> Self {
        let mut preview = Self::default();
        for moment in &trace.steps {
            preview.count(&moment.step);
        }
        preview
    }

    fn count(&mut self, step: &'a Step) {
        match step {
            Step::User { text } if self.question.is_empty() => {
                self.question = text.as_deref().unwrap_or_default();
            }
            Step::Answer { text } => self.answer = text.as_deref().unwrap_or_default(),
            Step::Model { answered_by, usage, .. } => {
                self.turns += 1;
                self.model = answered_by.as_deref().or(self.model);
                self.input_tokens =
                    self.input_tokens.saturating_add(tokens(usage.as_ref(), "input"));
                self.output_tokens =
                    self.output_tokens.saturating_add(tokens(usage.as_ref(), "output"));
            }
            Step::ToolCall { call, .. } => {
                self.calls += 1;
                if !self.tools.contains(&call.name.as_str()) {
                    self.tools.push(&call.name);
                }
            }
            Step::InvalidCall { text, .. } => {
                self.failed += 1;
                self.problems.extend(text.as_deref());
            }
            Step::Decision { allowed, by, wait, .. } => {
                self.asked += u32::from(wait.is_some() || by == "visitor");
                self.denied += u32::from(!allowed);
                self.was_allowed |= allowed;
            }
            Step::ToolResult { text, is_error, outcome, .. } => {
                if *is_error == Some(true) && outcome != "denied" {
                    self.failed += 1;
                    self.problems.extend(text.as_deref());
                }
            }
            Step::Error { code, message, .. } => self.failure = Some((code, message)),
            Step::User { .. } | Step::Tools { .. } | Step::Page { .. } | Step::Other(_) => {}
        }
    }

    /// What the run is found by: its texts, the tools it called, what failed.
    pub(super) fn words(&self) -> String {
        let (code, message) = self.failure.unwrap_or_default();
        let texts = [self.question, self.answer, code, message];
        let texts = texts.into_iter().chain(self.tools.iter().copied());
        let texts = texts.chain(self.problems.iter().copied()).filter(|text| !text.is_empty());
        let mut words = String::new();
        for text in texts {
            if !words.is_empty() {
                words.push('\n');
            }
            words.extend(text.chars().take(SEARCHED).map(|c| if c == '\0' { ' ' } else { c }));
        }
        words
    }

    /// The line of the list.
    pub(super) fn row(
        self,
        trace: &Trace,
        level: Level,
        widget: &str,
        place: Place,
        code: &str,
        redactions: &[Redaction],
    ) -> TraceRow {
        let answer = if self.answer.is_empty() {
            self.failure.map_or("", |(_, message)| message)
        } else {
            self.answer
        };
        let model = match self.model {
            Some(behind) => format!("{} {behind}", trace.model).trim().to_owned(),
            None => trace.model.clone(),
        };
        TraceRow {
            id: place.id(),
            code: code.to_owned(),
            widget: widget.to_owned(),
            started_at: trace.started_at,
            ended_at: trace.ended_at,
            stored_at: place.stored_at(),
            status: trace.status.map_or("error", Status::as_str).to_owned(),
            model,
            origin: trace.page.as_ref().map(|page| page.origin.clone()).unwrap_or_default(),
            path: trace.page.as_ref().map(|page| shown(&page.path)).unwrap_or_default(),
            level,
            question: shown(self.question),
            answer: shown(answer),
            tools: self.tools.iter().map(|&tool| tool.to_owned()).collect(),
            turns: self.turns,
            calls: self.calls,
            asked: self.asked,
            denied: self.denied,
            failed: self.failed,
            redacted: redactions.iter().map(|redaction| redaction.places).sum(),
            input_tokens: self.input_tokens.min(u64::from(u32::MAX)),
            output_tokens: self.output_tokens.min(u64::from(u32::MAX)),
            error: self.failure.map(|(code, _)| code.to_owned()),
        }
    }
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).map(|c| if c == '\0' { ' ' } else { c }).collect()
}

fn tokens(usage: Option<&Value>, name: &str) -> u64 {
    usage.and_then(|usage| usage.get(name)).and_then(Value::as_u64).unwrap_or(0)
}

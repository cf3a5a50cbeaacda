//! What a replay found: each recorded call beside what it came to now.

use std::collections::HashMap;

use crate::json::Object;
use crate::outcome::Outcome;
use crate::session::PAGE_LEFT;
use crate::text::split_at;
use crate::trace::{Recorded, Version};
use crate::wire;
use crate::wire::{Wire, WireError, text_of};

/// How a place begins where a secret stood before the run was stored.
const REDACTED: &str = "[redacted:";

wire! {
    /// What became of a recorded call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ReplayStatus {
        /// It ran.
        Ran,
        /// The visitor, or nobody, allowed it.
        Denied,
        /// The page has no such tool.
        MissingTool,
        /// The arguments do not fit the tool's schema as it is now.
        InvalidArguments,
        /// It may have run.
        UnknownOutcome,
        /// Its arguments were redacted or not stored, so it was not run.
        NotRecorded,
        /// It did not run in the recording, or the replay was stopped before it.
        Skipped,
    }
}

wire! {
    /// A recorded call and what it came to.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Compared {
        /// The call as recorded.
        pub call: Recorded,
        /// Absent while the replay has not come to it.
        pub status: Option<ReplayStatus>,
        /// The result now.
        pub text: Option<String>,
        /// The result in the recording, when it was stored.
        pub recorded: Option<String>,
        /// Whether it came to the same; absent where there is nothing to compare.
        pub matches: Option<bool>,
        /// How it ended in the recording.
        pub recorded_outcome: Option<String>,
        /// How it ended now; absent where it did not come to an end.
        pub outcome: Option<Outcome>,
    }
}

wire! {
    /// A whole replay.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Report {
        /// Each recorded call, in order.
        pub steps: Vec<Compared>,
        /// How many came to something else.
        pub differences: u32,
    }
}

impl Report {
    pub(super) fn of(steps: Vec<Compared>) -> Self {
        let differ = steps.iter().filter(|step| step.matches == Some(false)).count();
        Self { differences: u32::try_from(differ).unwrap_or(u32::MAX), steps }
    }

    /// The calls of a recording (a trace's JSON text) before any of them is run again. Those that
    /// are to be run have no status yet.
    pub fn begun(trace: &str) -> Result<Self, WireError> {
        Ok(Self::of(recorded(&Recording::from_text(trace)?)))
    }

    /// A recording beside what a replay elsewhere told of its calls. That replay need not have
    /// known what they once came to: only how each ended and what it said is believed, and which
    /// calls are run at all is for the recording to say.
    pub fn judged(trace: &str, told: &Self) -> Result<Self, WireError> {
        let mut steps = Self::begun(trace)?.steps;
        for step in steps.iter_mut().filter(|step| step.status.is_none()) {
            let told = told.steps.iter().find(|told| told.call.id == step.call.id);
            match told.and_then(|told| Some((told.outcome?, told.text.as_deref()?))) {
                Some((outcome, text)) => step.close(outcome, text),
                None if told.and_then(|told| told.status) == Some(ReplayStatus::UnknownOutcome) => {
                    step.leave();
                }
                None => step.status = Some(ReplayStatus::Skipped),
            }
        }
        Ok(Self::of(steps))
    }
}

impl Compared {
    /// What a call came to whose page went away while it ran.
    #[must_use]
    pub fn left(call: &Recorded) -> Self {
        let mut left = Self::of(call, &Known::default(), None);
        left.status = Some(ReplayStatus::UnknownOutcome);
        left
    }

    fn of(call: &Recorded, known: &Known<'_>, status: Option<ReplayStatus>) -> Self {
        Self {
            call: call.clone(),
            status,
            text: None,
            recorded: known.text.map(str::to_owned),
            matches: None,
            recorded_outcome: known.outcome.map(str::to_owned),
            outcome: None,
        }
    }

    /// Takes what the call came to now.
    pub(super) fn close(&mut self, outcome: Outcome, text: &str) {
        self.status = Some(match outcome {
            Outcome::Ok | Outcome::Error | Outcome::Navigated => ReplayStatus::Ran,
            Outcome::Unknown => ReplayStatus::UnknownOutcome,
            Outcome::Denied => ReplayStatus::Denied,
            Outcome::Invalid => ReplayStatus::InvalidArguments,
            Outcome::Missing => ReplayStatus::MissingTool,
        });
        let same_end =
            self.recorded_outcome.as_deref().is_none_or(|known| known == outcome.as_str());
        // Where something was taken out of what was recorded there is nothing to compare with.
        let recorded =
            self.recorded.as_deref().filter(|recorded| split_at(recorded, REDACTED).is_none());
        let same_text = recorded.map(|recorded| recorded == text);
        self.matches = if same_end { same_text } else { Some(false) };
        self.text = Some(text.to_owned());
        self.outcome = Some(outcome);
    }

    /// The page went away while it ran, as it may have done in the recording.
    fn leave(&mut self) {
        self.status = Some(ReplayStatus::UnknownOutcome);
        let navigated = self.recorded_outcome.as_deref() == Some(Outcome::Navigated.as_str());
        let left = self.recorded.as_deref().map(|recorded| recorded.starts_with(PAGE_LEFT));
        self.matches = if navigated { Some(true) } else { left };
        self.text = Some(PAGE_LEFT.to_owned());
    }
}

wire! {
    /// What a replay reads of a trace.
    pub(super) struct Recording {
        version: Version,
        steps: Vec<Noted>,
    }
}

wire! {
    /// What a replay reads of a step, see [`crate::trace::Step`].
    enum Noted by "type" {
        ToolCall { call: Recorded },
        InvalidCall { call: Recorded, outcome: String, text: Option<String> },
        Decision { call_id: String, allowed: bool },
        ToolResult { call_id: String, text: Option<String>, outcome: String },
    }
    else Other
}

/// What a recording says became of a call.
#[derive(Clone, Copy, Debug, Default)]
struct Known<'a> {
    refused: bool,
    text: Option<&'a str>,
    outcome: Option<&'a str>,
}

/// The calls of a trace with what became of them; those that are not to be run have their status.
pub(super) fn recorded(trace: &Recording) -> Vec<Compared> {
    let mut known: HashMap<&str, Known<'_>> = HashMap::new();
    for step in &trace.steps {
        match step {
            // The last decision counts: a changed definition is asked for again.
            Noted::Decision { call_id, allowed } => {
                known.entry(call_id).or_default().refused = !allowed;
            }
            Noted::ToolResult { call_id, text, outcome } => {
                let known = known.entry(call_id).or_default();
                known.text = text.as_deref();
                known.outcome = Some(outcome);
            }
            _ => {}
        }
    }
    let compared = trace.steps.iter().filter_map(|step| match step {
        Noted::ToolCall { call } => {
            let known = known.get(call.id.as_str()).copied().unwrap_or_default();
            Some(Compared::of(call, &known, not_to_run(call, &known)))
        }
        Noted::InvalidCall { call, outcome, text } => {
            let known = Known { refused: true, text: text.as_deref(), outcome: Some(outcome) };
            Some(Compared::of(call, &known, Some(ReplayStatus::Skipped)))
        }
        _ => None,
    });
    compared.collect()
}

/// The status of a call that is not run again; `None` for one that is.
fn not_to_run(call: &Recorded, known: &Known<'_>) -> Option<ReplayStatus> {
    if known.refused || matches!(known.outcome, Some("denied" | "invalid" | "missing")) {
        Some(ReplayStatus::Skipped)
    } else if call.redacted.is_empty() && call.arguments.as_ref().is_some_and(is_whole) {
        None
    } else {
        Some(ReplayStatus::NotRecorded)
    }
}

/// Whether nothing was taken out of arguments, also where nobody said so beside them.
fn is_whole(arguments: &Object) -> bool {
    split_at(&text_of(arguments), REDACTED).is_none()
}

//! What came of a test.

use std::time::Duration;

use site_agent_core::outcome::Outcome;
use site_agent_core::replay::{Compared, ReplayStatus};

/// A frozen trace and what its replay came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// What the test is called.
    pub name: String,
    /// The file that it is in.
    pub file: String,
    /// Each call in order, or why the test could not run.
    pub calls: Result<Vec<Checked>, String>,
    /// How long it took.
    pub took: Duration,
}

/// A call and what it came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The tool's name.
    pub tool: String,
    /// What it came to.
    pub verdict: Verdict,
    /// How long it took; nothing for one that was not run.
    pub took: Duration,
}

/// What a call came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same as in the recording.
    Same,
    /// It ran, and there is nothing to compare with: a word on why.
    Open(&'static str),
    /// It was not run: why.
    NotRun(&'static str),
    /// Something else than in the recording.
    Differs {
        /// What is different.
        how: String,
        /// The recorded result.
        recorded: String,
        /// The result now.
        now: String,
    },
}

impl Tested {
    /// How many calls came to something else.
    #[must_use]
    pub fn differences(&self) -> usize {
        let differs = |call: &&Checked| matches!(call.verdict, Verdict::Differs { .. });
        self.calls.as_ref().map_or(0, |calls| calls.iter().filter(differs).count())
    }
}

impl Verdict {
    /// Of a compared call. `is_dry`: whoever was asked said no to everything.
    #[must_use]
    pub fn of(step: &Compared, is_dry: bool) -> Self {
        match (step.status, step.matches) {
            (None | Some(ReplayStatus::Skipped), _) => Self::NotRun(why_skipped(step)),
            (Some(ReplayStatus::NotRecorded), _) => Self::NotRun(why_not_recorded(step)),
            (Some(ReplayStatus::Denied), _) if is_dry => {
                Self::NotRun("it asks, and nothing is allowed")
            }
            (_, Some(true)) => Self::Same,
            (_, None) if step.recorded.is_some() => Self::Open("its recorded result was redacted"),
            (_, None) => Self::Open("its result was not recorded"),
            (Some(status), Some(false)) => Self::Differs {
                how: how(status, step),
                recorded: step.recorded.clone().unwrap_or_default(),
                now: step.text.clone().unwrap_or_default(),
            },
        }
    }
}

fn why_skipped(step: &Compared) -> &'static str {
    match step.recorded_outcome.as_deref() {
        Some("denied") => "it was not allowed in the recording",
        Some("invalid") => "its arguments did not fit in the recording",
        Some("missing") => "there was no such tool in the recording",
        Some(_) => "the replay was over before it",
        None => "it did not run in the recording",
    }
}

fn why_not_recorded(step: &Compared) -> &'static str {
    if step.call.arguments.is_none() {
        "its arguments were not stored"
    } else {
        "its arguments were redacted"
    }
}

fn how(status: ReplayStatus, step: &Compared) -> String {
    let words = match status {
        ReplayStatus::MissingTool => "the page has no such tool",
        ReplayStatus::InvalidArguments => "the arguments do not fit the tool's schema any more",
        ReplayStatus::Denied => "it asks, and nobody had allowed it",
        ReplayStatus::UnknownOutcome => "it did not come to an end",
        _ => {
            let ended = step.outcome.map(Outcome::as_str).unwrap_or_default();
            return match step.recorded_outcome.as_deref() {
                Some(recorded) if recorded != ended => {
                    format!("it ended with {ended} and not with {}", known(recorded))
                }
                _ => "it returned something else".to_owned(),
            };
        }
    };
    words.to_owned()
}

/// A word of ours; a recording could hold any.
fn known(outcome: &str) -> &'static str {
    Outcome::parse(outcome).map_or("what was recorded", Outcome::as_str)
}

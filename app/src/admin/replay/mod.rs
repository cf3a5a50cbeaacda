//! Replays of stored runs: the page that a run came from runs its calls again, in the browser of
//! whoever looks at the run, and the server compares.

mod id;
mod page;

pub use id::ReplayId;
pub use page::ReplayRoutes;

use super::trace::TraceId;

/// A replay and what came of it so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The run.
    pub run: TraceId,
    /// The run's code.
    pub code: String,
    /// The page that the run came from.
    pub page: String,
    /// How far it has come.
    pub state: ReplayState,
}

/// How far a replay has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayState {
    /// Nothing was told yet.
    Waiting {
        /// How many calls are to be run.
        calls: usize,
        /// The page has taken its ticket.
        is_open: bool,
    },
    /// The page told what came of it.
    Told(Vec<ReplayedCall>),
}

/// A recorded call and what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedCall {
    /// The tool's name.
    pub tool: String,
    /// What it came to.
    pub end: ReplayedEnd,
}

/// What a call came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayedEnd {
    /// The same as in the recording.
    Same,
    /// It ran, and there is nothing to compare with: why.
    Open(&'static str),
    /// It was not run: why.
    NotRun(&'static str),
    /// Something else.
    Differs {
        /// What is different.
        how: String,
        /// The recorded result.
        recorded: String,
        /// The result now.
        now: String,
    },
}

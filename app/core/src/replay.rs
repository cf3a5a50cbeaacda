//! Runs a recorded run's calls again, in order, without a model.
//!
//! A replay is a session whose model is the trace: the same machine, under the same rules, from a
//! clean and untainted start. The shell carries out its effects as a session's; what would go to
//! a model is answered here. What was never run before is not run now: calls that were refused
//! or invalid are skipped, and so are those whose arguments were redacted or not stored.

mod frozen;
mod report;

pub use frozen::{Texts, freeze, only};
pub use report::{Compared, ReplayStatus, Report};

use self::report::Recording;
use crate::config::Config;
use crate::effect::{Effect, Out, Ticket};
use crate::event::Event;
use crate::outcome::Outcome;
use crate::protocol::{Code, Reply};
use crate::schema::Patterns;
use crate::session::{Busy, Session};
use crate::wire::{Wire, WireError};

/// What the session is told to have been asked and answered; nobody reads it.
const QUESTION: &str = "Run the recorded calls again.";
const ANSWER: &str = "All recorded calls were run.";

/// A replay on its way.
#[derive(Debug)]
pub struct Replay {
    session: Session,
    steps: Vec<Compared>,
    /// The step whose call the session works on.
    current: Option<usize>,
    ended: bool,
}

impl Replay {
    /// A replay of a trace's JSON text under today's settings. Of the trace only what a replay
    /// goes by is read.
    pub fn from_text(trace: &str, config: Config) -> Result<Self, WireError> {
        let steps = report::recorded(&Recording::from_text(trace)?);
        let mut session = Session::new(config);
        // One turn for each call and one to end with.
        session.allow_steps(u32::try_from(steps.len()).unwrap_or(u32::MAX).saturating_add(1));
        Ok(Self { session, steps, current: None, ended: false })
    }

    /// Begins. A trace with nothing to run is over at once.
    pub fn start(&mut self, at_ms: u64, patterns: &dyn Patterns) -> Vec<Effect> {
        if self.steps.iter().all(|step| step.status.is_some()) {
            self.ended = true;
            return Vec::new();
        }
        self.handle(at_ms, Event::Asked(QUESTION.to_owned()), patterns).unwrap_or_default()
    }

    /// Takes an event as a session does, and gives back what is left to the shell. `Busy` is for
    /// messages; a replay takes none.
    pub fn handle(
        &mut self,
        at_ms: u64,
        event: Event,
        patterns: &dyn Patterns,
    ) -> Result<Vec<Effect>, Busy> {
        let mut effects = Vec::new();
        let mut queue = self.session.handle(at_ms, event, patterns)?;
        while !queue.is_empty() {
            let mut next = Vec::new();
            for effect in queue {
                match effect {
                    Effect::AskModel { ticket, .. } => {
                        let replied = self.reply(ticket);
                        next.extend(self.session.handle(at_ms, replied, patterns)?);
                    }
                    // There is no model, so there is nothing of one to tell; and a replay that is
                    // cut off is not taken up elsewhere.
                    Effect::Emit(Out::Thinking { .. } | Out::Answer { .. }) | Effect::Persist => {}
                    effect => {
                        self.watch(&effect);
                        effects.push(effect);
                    }
                }
            }
            queue = next;
        }
        Ok(effects)
    }

    /// The session behind it.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What came of it, once it is over.
    #[must_use]
    pub fn report(&self) -> Option<Report> {
        self.ended.then(|| Report::of(self.steps.clone()))
    }

    /// The next recorded call, as a model's reply.
    fn reply(&mut self, ticket: Ticket) -> Event {
        self.current = self.steps.iter().position(|step| step.status.is_none());
        let reply = match self.current.map(|at| &self.steps[at].call) {
            Some(call) => Reply::Call {
                name: call.name.clone(),
                arguments: call.arguments.clone().unwrap_or_default(),
                text: String::new(),
                meta: None,
                model: None,
                usage: None,
            },
            None => Reply::Answer { text: ANSWER.to_owned(), meta: None, model: None, usage: None },
        };
        Event::Replied { ticket, reply }
    }

    fn watch(&mut self, effect: &Effect) {
        match effect {
            Effect::Emit(Out::ToolResult { text, outcome, .. }) => {
                if let Some(at) = self.current.take() {
                    self.steps[at].close(*outcome, text);
                }
            }
            // A page without tools has none of those that were called.
            Effect::Emit(Out::Error { fault }) if fault.code == Code::NoTools => {
                for step in &mut self.steps {
                    if step.status.is_none() {
                        step.close(Outcome::Missing, &fault.message);
                    }
                }
            }
            Effect::Emit(Out::Done { .. }) => {
                self.ended = true;
                for step in &mut self.steps {
                    step.status.get_or_insert(ReplayStatus::Skipped);
                }
            }
            _ => {}
        }
    }
}

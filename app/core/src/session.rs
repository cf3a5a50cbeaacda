//! The session machine: a conversation with its run, and the rules that hold between a model and
//! a page.
//!
//! [`Session::handle`] takes an [`Event`] and gives back [`Effect`]s; it is the only way to change
//! a session, and it never waits, never fails but for [`Busy`], and never panics whatever order
//! the events come in. What the machine waits for is its [`State`]. A run goes
//!
//! ```text
//! Asked → Listing → Thinking → Listing → Asking → Listing → Calling → Listing → Thinking → … → Idle
//!         (offer)              (judge)            (still so?)         (offer)
//! ```
//!
//! and each part of that road has its file: `turn` (offer tools, ask the model), `calls` (judge,
//! ask, run, take the result), `ending` (stop, fail, finish), `cut` (the page goes and comes),
//! `snapshot`. Whether a call may run is decided in [`crate::policy`] alone.

mod calls;
mod cut;
mod ending;
mod faults;
#[cfg(test)]
mod fuzz;
mod sentences;
mod snapshot;
mod state;
mod turn;

use thiserror::Error;

pub use snapshot::RestoreError;
pub use state::{Hold, Next, State, Then, Turn};

use crate::config::Config;
use crate::effect::{Effect, Out, Ticket};
use crate::event::Event;
use crate::listing::{Listing, Offer};
use crate::message::Message;
use crate::schema::Patterns;
use crate::trace::{Page, Record, Step, Trace};

/// A message came while a run goes on. The caller's mistake, not the run's, which is untouched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a run is going on")]
pub struct Busy;

/// A conversation with its run.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Session {
    /// The owner's settings, bounded.
    config: Config,
    /// Settings that wait for the run's end.
    next_config: Option<Config>,
    /// What is waited for.
    state: State,
    /// The conversation; each call is followed by its result, but for the one that is open.
    messages: Vec<Message>,
    /// Whether untrusted words have reached the model (rule 5); only a fresh conversation ends it.
    tainted: bool,
    /// The tools as they were listed last: calls are judged by these.
    listed: Listing,
    /// Those of them that are offered to the model.
    offer: Offer,
    /// Whether the trace of this run knows them.
    noted: bool,
    /// Whether the conversation came from another page and nothing was asked here yet.
    brought: bool,
    /// Whether this page's tools are known to be there, or known not to come (rule 12).
    settled: bool,
    /// Turns of the model in this run.
    step: u32,
    /// How many there may be.
    max_steps: u32,
    /// The latest ticket. It goes on counting over pages, so that nothing late ever fits.
    tickets: u32,
    /// Calls so far, for their ids.
    calls: u32,
    /// The record of this run, or of the one before.
    record: Record,
    /// The shell's clock at the latest event.
    now: u64,
    /// Effects of the event being handled.
    out: Vec<Effect>,
    /// Rules that a test took away.
    #[cfg(test)]
    faults: faults::Faults,
}

impl Session {
    /// A session without a conversation.
    #[must_use]
    pub fn new(config: Config) -> Self {
        let config = config.bounded();
        Self {
            max_steps: config.max_steps.into(),
            config,
            next_config: None,
            state: State::Idle,
            messages: Vec::new(),
            tainted: false,
            listed: Listing::default(),
            offer: Offer::default(),
            noted: false,
            brought: false,
            settled: false,
            step: 0,
            tickets: 0,
            calls: 0,
            record: Record::begin(0, None),
            now: 0,
            out: Vec::new(),
            #[cfg(test)]
            faults: faults::Faults::default(),
        }
    }

    /// Allows more turns than a message may take; for a replay, which asks no model.
    pub(crate) fn allow_steps(&mut self, steps: u32) {
        self.max_steps = steps;
    }

    /// Takes an event that happened at that time of the wall clock, in milliseconds, and says what
    /// is to be done. `patterns` decides JSON Schema's `pattern`. Events that do not fit the state
    /// are dropped, so that a shell need not know it.
    pub fn handle(
        &mut self,
        at_ms: u64,
        event: Event,
        patterns: &dyn Patterns,
    ) -> Result<Vec<Effect>, Busy> {
        if matches!(event, Event::Asked(_) | Event::Retried) && self.running() {
            return Err(Busy);
        }
        self.now = at_ms;
        match event {
            Event::Asked(text) => self.asked(text),
            Event::Retried => self.retried(),
            Event::Aborted => self.stop(),
            Event::Reset => self.reset(),
            Event::Configured(config) => self.configured(config),
            Event::Suspended => self.suspended(),
            Event::Resumed => self.resumed(),
            outcome => self.outcome(outcome, patterns),
        }
        Ok(std::mem::take(&mut self.out))
    }

    /// The outcome of an effect, dropped when its ticket is not the one that is waited for.
    fn outcome(&mut self, event: Event, patterns: &dyn Patterns) {
        use Event as E;
        use State as S;
        match (std::mem::replace(&mut self.state, S::Idle), event) {
            (S::Listing { wait, then, hold }, E::Listed { ticket, listing })
                if self.fits(wait, ticket) =>
            {
                self.take_list(then, hold, listing, patterns);
            }
            (S::Listing { wait, then, hold }, E::ListFailed { ticket, message })
                if self.fits(wait, ticket) =>
            {
                self.not_listed(then, hold, &message);
            }
            (S::Listing { then, hold: hold @ Some(Hold::Late(_)), .. }, E::ToolsChanged) => {
                self.list_during(then, hold);
            }
            (S::Listing { then, hold: Some(hold), .. }, E::TimedOut(timer))
                if self.fits(hold.timer(), timer) =>
            {
                self.waited_for_the_page(then, hold);
            }

            (S::Thinking { wait, turn }, E::ModelChosen { ticket, name })
                if self.fits(wait, ticket) =>
            {
                self.model_chosen(wait, turn, name);
            }
            (S::Thinking { wait, turn }, E::Delta { ticket, text }) if self.fits(wait, ticket) => {
                self.delta(wait, turn, text);
            }
            (S::Thinking { wait, turn }, E::Replied { ticket, reply })
                if self.fits(wait, ticket) =>
            {
                self.replied(turn, reply);
            }
            (S::Thinking { wait, turn }, E::ModelFailed { ticket, fault, retry_ms, caps })
                if self.fits(wait, ticket) =>
            {
                self.model_failed(turn, fault, retry_ms, caps);
            }
            (S::Thinking { turn, .. }, E::TimedOut(timer))
                if turn.pause.is_some() && self.fits(turn.pause, timer) =>
            {
                self.ask_model(Turn { pause: None, ..turn });
            }

            (S::Asking { wait, question, nth, since }, E::Decided { ticket, allow })
                if self.fits(wait, ticket) =>
            {
                self.decided(question, nth, since, allow);
            }

            (S::Calling { wait, approval, tool, limit }, E::Returned { ticket, text, nonce })
                if self.fits(wait, ticket) =>
            {
                self.clear(limit);
                self.returned(approval.call(), &tool, text.as_deref(), nonce);
            }
            (S::Calling { wait, approval, tool, limit }, E::Threw { ticket, message, nonce })
                if self.fits(wait, ticket) =>
            {
                self.clear(limit);
                self.threw(approval.call(), &tool, &message, nonce);
            }
            (S::Calling { wait, approval, tool, limit: Some(limit) }, E::TimedOut(timer))
                if self.fits(limit, timer) =>
            {
                self.cancel(wait);
                self.unclear(approval.call(), &tool, sentences::TIMED_OUT);
                self.next_turn();
            }
            (S::Calling { wait, approval, tool, limit }, E::CallCancelled) => {
                self.clear(limit);
                self.cancel(wait);
                self.unclear(approval.call(), &tool, sentences::CANCELLED);
                self.next_turn();
            }

            (state, _) => self.state = state,
        }
    }

    /// What the session waits for.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether a run goes on. One that was cut does not, until it is taken up again.
    pub fn running(&self) -> bool {
        !matches!(self.state, State::Idle | State::Cut { .. })
    }

    /// Whether the page went away under a run that can still be carried on (rule 13): the panel
    /// then offers [`Event::Retried`] as "continue".
    pub fn is_cut(&self) -> bool {
        matches!(self.state, State::Cut { .. })
    }

    /// The conversation, whole.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The tools as they were offered last, and those that were left out.
    pub fn listing(&self) -> &Listing {
        &self.offer.listing
    }

    /// Whether untrusted words have reached the model in this conversation.
    pub fn tainted(&self) -> bool {
        self.tainted
    }

    /// The settings in force.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The record of this run, or of the one before when none goes on.
    pub fn trace(&self) -> Trace {
        self.record.read()
    }

    /// The same as it was written, to be passed on.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether an outcome is the one that is waited for.
    fn fits(&self, wait: impl Into<Option<Ticket>>, ticket: Ticket) -> bool {
        wait.into() == Some(ticket) || self.lacks(faults::Rule::Tickets)
    }

    fn ticket(&mut self) -> Ticket {
        self.tickets = self.tickets.wrapping_add(1);
        Ticket(self.tickets)
    }

    fn timer(&mut self, ms: u32) -> Ticket {
        let ticket = self.ticket();
        self.push(Effect::StartTimer { ticket, ms });
        ticket
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.push(Effect::Cancel(ticket));
    }

    /// Cancels what may not be there.
    fn clear(&mut self, ticket: Option<Ticket>) {
        if let Some(ticket) = ticket {
            self.cancel(ticket);
        }
    }

    fn push(&mut self, effect: Effect) {
        self.out.push(effect);
    }

    fn emit(&mut self, out: Out) {
        self.push(Effect::Emit(out));
    }

    fn write_down(&mut self, step: &Step) {
        self.record.add(self.now, step);
    }

    /// Where the session is, for the trace; `None` when the shell never said.
    fn page(&self) -> Option<Page> {
        let Config { origin, path, .. } = &self.config;
        let known = !origin.is_empty() || !path.is_empty();
        known.then(|| Page { origin: origin.clone(), path: path.clone() })
    }
}

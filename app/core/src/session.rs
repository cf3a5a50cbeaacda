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

pub(crate) use sentences::PAGE_LEFT;
pub use snapshot::RestoreError;
pub use state::{Hold, Next, State, Then, Turn};

use crate::config::Config;
use crate::effect::{Effect, Out, Ticket};
use crate::event::Event;
use crate::listing::{Listing, Offer};
use crate::message::Message;
use crate::schema::Patterns;
use crate::trace::{Page, Record, Trace};

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

    /// The outcome of an effect, or a change of the page; dropped when it is not what is waited for.
    fn outcome(&mut self, event: Event, patterns: &dyn Patterns) {
        if !self.awaits(&event) {
            return;
        }
        match event {
            Event::Listed { listing, .. } => self.take_list(listing, patterns),
            Event::ListFailed { message, .. } => self.not_listed(&message),
            Event::ToolsChanged => self.tools_changed(),
            Event::ModelChosen { name, .. } => self.model_chosen(name),
            Event::Delta { text, .. } => self.delta(text),
            Event::Replied { reply, .. } => self.replied(reply),
            Event::ModelFailed { failure, .. } => self.model_failed(failure),
            Event::Decided { allow, .. } => self.decided(allow),
            Event::Returned { text, nonce, .. } => self.returned(text.as_deref(), nonce),
            Event::Threw { message, nonce, .. } => self.threw(&message, nonce),
            Event::CallCancelled => self.call_cancelled(),
            _ => self.timed_out(),
        }
    }

    /// Whether an outcome is of the kind, and carries the ticket, that is waited for.
    fn awaits(&self, event: &Event) -> bool {
        use Event as E;
        use State as S;
        let (awaited, ticket) = match (&self.state, event) {
            (S::Listing { wait, .. }, E::Listed { ticket, .. } | E::ListFailed { ticket, .. })
            | (
                S::Thinking { wait, .. },
                E::ModelChosen { ticket, .. }
                | E::Delta { ticket, .. }
                | E::Replied { ticket, .. }
                | E::ModelFailed { ticket, .. },
            ) => (*wait, ticket),
            (S::Asking { wait, .. }, E::Decided { ticket, .. })
            | (S::Calling { wait, .. }, E::Returned { ticket, .. } | E::Threw { ticket, .. }) => {
                (Some(*wait), ticket)
            }
            (state, E::TimedOut(ticket)) => (state.tickets()[1], ticket),
            (S::Listing { hold: Some(Hold::Late(_)), .. }, E::ToolsChanged)
            | (S::Calling { .. }, E::CallCancelled) => return true,
            _ => return false,
        };
        awaited == Some(*ticket) || self.lacks(faults::Rule::Tickets)
    }

    fn timed_out(&mut self) {
        match self.take_state() {
            State::Listing { then, hold: Some(hold), .. } => self.waited_for_the_page(then, hold),
            State::Thinking { turn, .. } if turn.pause.is_some() => {
                self.ask_model(Turn { pause: None, ..turn });
            }
            State::Calling { wait, approval, tool, limit: Some(_) } => {
                self.cancel(wait);
                self.give_up(approval.call(), &tool, sentences::TIMED_OUT);
            }
            state => self.state = state,
        }
    }

    /// The state, to be followed by another.
    fn take_state(&mut self) -> State {
        std::mem::replace(&mut self.state, State::Idle)
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

    /// Where the session is, for the trace; `None` when the shell never said.
    fn page(&self) -> Option<Page> {
        let Config { origin, path, .. } = &self.config;
        let known = !origin.is_empty() || !path.is_empty();
        known.then(|| Page { origin: origin.clone(), path: path.clone() })
    }
}

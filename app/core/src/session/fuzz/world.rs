//! Page, shell, model and visitor of one order of events.

use super::coverage::Coverage;
use super::oracle::{Finding, Kind, Oracle, check_history};
use super::random::Random;
use super::{Rule, palette, wishes};
use crate::config::Config;
use crate::effect::Ticket;
use crate::event::Event;
use crate::listing::Listing;
use crate::schema::Patterns;
use crate::session::Session;
use crate::tool::Tool;

struct NoPatterns;

impl Patterns for NoPatterns {
    fn matches(&self, _: &str, _: &str) -> Option<bool> {
        None
    }
}

/// The world around one session.
pub(super) struct World<'a> {
    pub(super) session: Session,
    pub(super) faults: &'a [Rule],
    pub(super) tools: &'a [Tool],
    pub(super) random: Random,
    pub(super) oracle: Oracle,
    pub(super) coverage: Coverage,
    pub(super) now: u64,
    /// The definition that each name has now.
    pub(super) declared: Vec<Option<usize>>,
    pub(super) listing: Option<Ticket>,
    pub(super) model: Option<Ticket>,
    pub(super) timers: Vec<Ticket>,
    /// The clock of the call that runs.
    pub(super) limit: Option<Ticket>,
    pub(super) latest: u32,
    /// A run goes on, or was cut.
    pub(super) active: bool,
    pub(super) cut: Option<u64>,
    /// Settings that wait for the run's end.
    pub(super) pending: Option<Config>,
}

impl<'a> World<'a> {
    pub(super) fn new(tools: &'a [Tool], mut random: Random, faults: &'a [Rule]) -> Self {
        let config = wishes::config(&mut random);
        let mut session = Session::new(config.clone());
        session.faults = faults.to_vec();
        let declared = (0..palette::NAMES.len())
            .map(|name| random.percent(85).then(|| palette::place(name, 0)))
            .collect();
        Self {
            session,
            faults,
            tools,
            random,
            oracle: Oracle::new(config),
            coverage: Coverage::default(),
            now: 1_000_000,
            declared,
            listing: None,
            model: None,
            timers: Vec::new(),
            limit: None,
            latest: 0,
            active: false,
            cut: None,
            pending: None,
        }
    }

    /// One thing happens.
    pub(super) fn step(&mut self) -> Result<(), Finding> {
        self.now += self.random.next() % 400;
        self.change_tools();
        self.coverage.events += 1;
        if self.random.percent(2) {
            self.turn_the_page()?;
        } else {
            let event = wishes::next(self);
            self.happens(event)?;
        }
        check_history(self.session.messages(), self.oracle.open.is_some())
    }

    /// A page redefines its tools whenever it likes; preferably while a card is open.
    fn change_tools(&mut self) {
        let chance = if self.oracle.card.is_some() { 25 } else { 8 };
        if self.random.percent(chance) {
            let shown = self.oracle.card.as_ref().map(|card| card.shows.place / palette::VARIANTS);
            let any = self.random.below(palette::NAMES.len());
            let name = shown.filter(|_| self.random.percent(70)).unwrap_or(any);
            let variant = self.random.below(palette::VARIANTS);
            self.declared[name] = (!self.random.percent(15)).then(|| palette::place(name, variant));
        }
    }

    pub(super) fn listed_now(&self) -> Listing {
        let places = self.declared.iter().flatten();
        let tools = places.map(|place| self.tools[*place].clone()).collect();
        Listing { tools, dropped: Vec::new() }
    }

    pub(super) fn any_ticket(&mut self) -> Ticket {
        let end = usize::try_from(self.latest).expect("few tickets") + 2;
        Ticket(u32::try_from(self.random.below(end)).expect("few tickets"))
    }

    fn happens(&mut self, event: Event) -> Result<(), Finding> {
        let name = wishes::name(&event);
        let busy = self.active && self.cut.is_none();
        let starts = matches!(event, Event::Asked(_) | Event::Retried);
        // A run that was cut goes on with `Retried`, and is given up for `Asked`.
        let carries_on = event == Event::Retried && self.cut.take().is_some();
        let may_turn = matches!(event, Event::Listed { .. } | Event::ListFailed { .. });
        let heard = self.hears(&event);
        let messages = self.session.messages().len();
        let handled = self.session.handle(self.now, event, &NoPatterns);
        if handled.is_err() != (starts && busy) {
            return Err(Finding::new(Kind::Busy, name));
        }
        let Ok(effects) = handled else {
            self.coverage.busy += 1;
            return Ok(());
        };
        if !heard {
            self.coverage.late += 1;
            if !effects.is_empty() || self.session.messages().len() != messages {
                return Err(Finding::new(Kind::LateHeard, format!("{name}: {effects:?}")));
            }
            return Ok(());
        }
        let begins = starts && !carries_on && !effects.is_empty();
        self.carry_out(effects, may_turn)?;
        if begins {
            self.coverage.runs += 1;
            self.active = true;
            self.oracle.steps = 0;
        }
        Ok(())
    }

    /// Another page finds the snapshot: with or without a word from the one before.
    fn turn_the_page(&mut self) -> Result<(), Finding> {
        let text = self.session.snapshot();
        let config = if self.random.percent(80) {
            self.oracle.config.clone()
        } else {
            wishes::config(&mut self.random)
        };
        let restored = Session::restore(&text, config.clone());
        let mut restored =
            restored.map_err(|error| Finding::new(Kind::Snapshot, error.to_string()))?;
        let in_a_call = self.oracle.running.is_some();
        let known = self.session.messages();
        let kept = restored.messages();
        let whole = kept.len() == known.len() + usize::from(in_a_call) && kept.starts_with(known);
        if !whole {
            return Err(Finding::new(Kind::Snapshot, format!("{known:?} came back as {kept:?}")));
        }
        if restored.tainted() != self.session.tainted() || restored.running() {
            return Err(Finding::new(Kind::Snapshot, "it came back with another right".to_owned()));
        }
        if restored.snapshot() != text {
            return Err(Finding::new(Kind::Snapshot, "it does not come back the same".to_owned()));
        }
        restored.faults = self.faults.to_vec();
        self.session = restored;
        self.coverage.restores += 1;
        self.coverage.restores_in_a_call += u64::from(in_a_call);
        self.coverage.restores_under_a_card += u64::from(self.oracle.card.is_some());
        if in_a_call {
            self.oracle.open = None;
        }
        self.oracle.running = None;
        self.oracle.card = None;
        self.oracle.yes = None;
        self.oracle.listed.clear();
        self.oracle.config = config;
        (self.listing, self.model, self.limit, self.pending) = (None, None, None, None);
        self.timers.clear();
        if self.active {
            self.cut = self.cut.or(Some(self.now));
        }
        Ok(())
    }
}

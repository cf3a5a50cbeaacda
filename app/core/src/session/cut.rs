//! The page goes away, and comes back or is followed by another (rule 13).

use super::{Next, Session, State, sentences};
use crate::effect::Effect;

/// How long after a cut a run goes on by itself.
const CARRY_ON_MS: u64 = 30_000;

impl Session {
    /// The page goes away. A call that runs is left to itself: this page may come back from the
    /// browser's cache with its result, and any other page finds it unknown in the snapshot.
    pub(super) fn suspended(&mut self) {
        if !matches!(self.state, State::Calling { .. }) {
            for ticket in self.state.tickets() {
                self.clear(ticket);
            }
            self.cut();
        }
        self.push(Effect::Persist);
    }

    /// Turns whatever is waited for into what can be gone on with elsewhere. An approval is never
    /// among it, an open question becomes a call that is not judged yet, and a call in flight is
    /// closed as unknown.
    pub(super) fn cut(&mut self) {
        let Some((at, next)) = self.next() else { return };
        let cut = State::Cut { at, next };
        if let State::Calling { approval, tool, .. } = std::mem::replace(&mut self.state, cut) {
            self.unclear(approval.call(), &tool, sentences::PAGE_LEFT);
        }
    }

    /// Where a run that goes on would be cut, and when.
    pub(super) fn next(&self) -> Option<(u64, Next)> {
        let next = match &self.state {
            State::Idle => return None,
            State::Cut { at, next } => return Some((*at, next.clone())),
            State::Listing { then, .. } => then.cut(),
            State::Asking { question, nth, .. } => {
                Next::Decide { call: question.call().clone(), nth: *nth }
            }
            State::Thinking { .. } | State::Calling { .. } => Next::Think,
        };
        Some((self.now, next))
    }

    /// A page is there again. A run that was cut a while ago waits for the visitor instead.
    pub(super) fn resumed(&mut self) {
        if matches!(self.state, State::Cut { at, .. } if self.now.saturating_sub(at) <= CARRY_ON_MS)
        {
            self.go_on();
        }
    }

    /// Goes on with a run that was cut, with the steps it has left.
    pub(super) fn go_on(&mut self) {
        let State::Cut { next, .. } = std::mem::replace(&mut self.state, State::Idle) else {
            return;
        };
        self.settled = false;
        if let Some(page) = self.page() {
            self.record.page(self.now, &page);
        }
        match next {
            Next::Think => self.next_turn(),
            Next::Decide { .. } => self.list(next.into()),
        }
    }
}

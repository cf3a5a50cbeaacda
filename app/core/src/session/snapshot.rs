//! A session as text, to go on with on the next page.
//!
//! Restoring can only lower privileges. There is no place for an approval in a snapshot: a call
//! in flight is closed as unknown, an open question is a call that is not judged yet, the taint
//! stays, steps stay spent. Settings are not in it either; they come from the new page.

use thiserror::Error;

use super::calls::Closing;
use super::{Next, Session, State, sentences};
use crate::config::Config;
use crate::history;
use crate::message::Message;
use crate::trace::{Record, Version};
use crate::wire;
use crate::wire::{Wire, WireError};

wire! {
    struct Snapshot {
        version: Version,
        tickets: u32,
        calls: u32,
        tainted: bool,
        messages: Vec<Message>,
        run: Option<Run>,
    }
}

wire! {
    /// A run that was cut.
    struct Run {
        at: u64,
        next: Next,
        step: u32,
        trace: Record,
    }
}

/// Why a text is no snapshot to go on with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// It does not have the form of one.
    #[error("not a snapshot: {0}")]
    Form(#[from] WireError),
    /// A call in it lacks its result, or a result its call.
    #[error("the history of the snapshot is broken")]
    History,
}

impl Session {
    /// Everything to go on with elsewhere, as if the page went away now.
    #[must_use]
    pub fn snapshot(&self) -> String {
        let mut messages = self.messages.clone();
        let run = self.next().map(|(at, next)| {
            let mut trace = self.record.clone();
            if let State::Calling { approval, tool, .. } = &self.state {
                let closing = Closing::unclear(tool, sentences::PAGE_LEFT);
                closing.keep(approval.call(), at, &mut messages, &mut trace);
            }
            Run { at, next, step: self.step, trace }
        });
        let Self { tickets, calls, tainted, .. } = *self;
        Snapshot { version: Version, tickets, calls, tainted, messages, run }.to_text()
    }

    /// The session of a snapshot, under the settings of this page. A run that was cut is there,
    /// and goes on with [`crate::Event::Resumed`] or [`crate::Event::Retried`].
    pub fn restore(snapshot: &str, config: Config) -> Result<Self, RestoreError> {
        let Snapshot { tickets, calls, tainted, messages, run, .. } =
            Snapshot::from_text(snapshot)?;
        let mut session = Self::new(config);
        let open = match run.as_ref().map(|run| &run.next) {
            Some(Next::Decide { call, .. }) => Some(call),
            _ => None,
        };
        if !history::is_whole(&messages, open) {
            return Err(RestoreError::History);
        }
        session.tickets = tickets;
        session.calls = calls;
        session.tainted = tainted;
        session.messages = messages;
        session.brought = true;
        if let Some(Run { at, next, step, trace }) = run {
            session.now = at;
            session.step = step;
            session.record = trace;
            session.state = State::Cut { at, next };
        }
        Ok(session)
    }
}

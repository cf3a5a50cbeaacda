//! What runs behind an id: a conversation, or, where it is built in, a replay of a trace. Both take
//! events and give effects, so the shell carries them out alike.

#[cfg(feature = "replay")]
use site_agent_core::replay::{Replay, Report};
use site_agent_core::schema::Patterns;
use site_agent_core::session::Busy;
use site_agent_core::{Effect, Event, Session};

/// A session, or a replay with the session behind it.
pub(crate) enum Machine {
    /// A conversation with a model.
    Session(Box<Session>),
    /// A trace's calls, run again.
    #[cfg(feature = "replay")]
    Replay(Box<Replay>),
}

impl Machine {
    /// Hands an event on. A replay begins with whatever it is asked.
    pub(crate) fn handle(
        &mut self,
        at_ms: u64,
        event: Event,
        patterns: &dyn Patterns,
    ) -> Result<Vec<Effect>, Busy> {
        match (self, event) {
            (Self::Session(session), event) => session.handle(at_ms, event, patterns),
            #[cfg(feature = "replay")]
            (Self::Replay(replay), Event::Asked(_)) => Ok(replay.start(at_ms, patterns)),
            #[cfg(feature = "replay")]
            (Self::Replay(replay), event) => replay.handle(at_ms, event, patterns),
        }
    }

    /// The session, or the one behind the replay.
    pub(crate) fn session(&self) -> &Session {
        match self {
            Self::Session(session) => session,
            #[cfg(feature = "replay")]
            Self::Replay(replay) => replay.session(),
        }
    }

    /// What a replay found, once it is over.
    #[cfg(feature = "replay")]
    pub(crate) fn report(&self) -> Option<Report> {
        match self {
            Self::Session(_) => None,
            Self::Replay(replay) => replay.report(),
        }
    }
}

impl From<Session> for Machine {
    fn from(session: Session) -> Self {
        Self::Session(Box::new(session))
    }
}

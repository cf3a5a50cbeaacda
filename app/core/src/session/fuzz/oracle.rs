//! Judges what the machine asks its shell to do, by a record of its own.
//!
//! The record holds what a bystander saw: which tools were listed last, what the model asked for,
//! which card was open over which definition, what the visitor said, which words came back. Of the
//! machine only its effects and its conversation are looked at.

use super::palette;
use crate::config::Config;
use crate::effect::Ticket;
use crate::json::Object;
use crate::message::Message;
use crate::policy::Approval;
use crate::tool::Tool;

/// What must not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A call reached the page that must have been asked for, and was not.
    Unasked,
    /// A call reached the page that is not the model's, not valid, or not of a listed tool.
    Foreign,
    /// A second call began while one ran.
    TwoCalls,
    /// Something late changed something.
    LateHeard,
    /// A call without its result, or a result without its call.
    History,
    /// More turns of the model than a message may take.
    Steps,
    /// Public events in an order that the API does not have.
    Order,
    /// Busy when it was not, or the other way around.
    Busy,
    /// A snapshot that does not come back, or comes back with more than it had.
    Snapshot,
}

/// It happened.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) kind: Kind,
    about: String,
}

impl Finding {
    pub(super) fn new(kind: Kind, about: impl Into<String>) -> Self {
        Self { kind, about: about.into() }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.about)
    }
}

/// What a yes was given for: the call and the definition on the card.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Yes {
    pub(super) id: String,
    pub(super) arguments: Object,
    pub(super) place: usize,
}

/// An open card.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub(super) ticket: Ticket,
    pub(super) shows: Yes,
}

/// A call that the model asked for and that has no result yet.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) name: String,
    pub(super) arguments: Object,
    /// Told by `tool-call`.
    pub(super) id: Option<String>,
    /// The last word of `confirm-result`.
    pub(super) allowed: Option<bool>,
}

/// A call on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Running {
    pub(super) ticket: Ticket,
    pub(super) place: usize,
}

/// The record.
#[derive(Debug)]
pub(super) struct Oracle {
    pub(super) config: Config,
    pub(super) tainted: bool,
    /// Turns of the model for this message.
    pub(super) steps: u32,
    /// Places in the palette of the tools that were listed last.
    pub(super) listed: Vec<usize>,
    pub(super) open: Option<Open>,
    pub(super) card: Option<Card>,
    pub(super) yes: Option<Yes>,
    pub(super) running: Option<Running>,
}

impl Oracle {
    pub(super) fn new(config: Config) -> Self {
        Self {
            config,
            tainted: false,
            steps: 0,
            listed: Vec::new(),
            open: None,
            card: None,
            yes: None,
            running: None,
        }
    }

    /// Whether a call of that tool may only run after a yes, in the words of rules 2 to 5.
    fn must_ask(&self, tool: &Tool) -> bool {
        let Some(hints) = tool.hints else { return true };
        let declared_harmless = hints.read_only == Some(true) && hints.consequential != Some(true);
        let owner_vouches = self.config.pre_approved.contains(&tool.name)
            && !tool.framed
            && !self.tainted
            && hints.consequential == Some(false);
        !declared_harmless && !owner_vouches
    }

    /// A call is about to reach the page.
    pub(super) fn judge(
        &mut self,
        tools: &[Tool],
        ticket: Ticket,
        place: usize,
        approval: &Approval,
    ) -> Result<(), Finding> {
        if self.running.is_some() {
            return Err(Finding::new(Kind::TwoCalls, format!("{:?}", approval.call())));
        }
        let call = approval.call();
        let tool = &tools[place];
        let about = format!("{call:?} of {:?} {:?}", tool.description, tool.hints);
        let open = self.open.as_ref().filter(|open| {
            open.name == call.name
                && open.arguments == call.arguments
                && open.id.as_ref() == Some(&call.id)
        });
        let Some(open) = open else {
            return Err(Finding::new(
                Kind::Foreign,
                format!("{about}: the model did not ask for it"),
            ));
        };
        if !self.listed.contains(&place) || tool.name != call.name {
            return Err(Finding::new(Kind::Foreign, format!("{about}: not in the last list")));
        }
        if tool.input_schema.is_some() && call.arguments.get("n").is_none() {
            return Err(Finding::new(Kind::Foreign, format!("{about}: its arguments do not fit")));
        }
        if open.allowed != Some(true) {
            return Err(Finding::new(
                Kind::Order,
                format!("{about}: nobody was told that it may run"),
            ));
        }
        if self.must_ask(tool) {
            let yes = self.yes.take();
            let wanted = Yes { id: call.id.clone(), arguments: call.arguments.clone(), place };
            if yes.as_ref() != Some(&wanted) {
                return Err(Finding::new(
                    Kind::Unasked,
                    format!("{about}: the last yes is {yes:?}"),
                ));
            }
        }
        self.yes = None;
        self.running = Some(Running { ticket, place });
        Ok(())
    }

    /// Words of the call that runs have reached the conversation.
    pub(super) fn words_came(&mut self, tools: &[Tool]) -> bool {
        let Some(running) = self.running.take() else { return false };
        let trusted =
            tools[running.place].hints.is_some_and(|hints| hints.untrusted == Some(false));
        let fresh = !trusted && !self.tainted;
        self.tainted |= !trusted;
        fresh
    }

    pub(super) fn turn(&mut self) -> Result<(), Finding> {
        self.steps += 1;
        let bound = u32::from(self.config.max_steps);
        if self.steps > bound {
            Err(Finding::new(Kind::Steps, format!("{} of {bound}", self.steps)))
        } else {
            Ok(())
        }
    }

    /// The place of the listed tool of that name.
    pub(super) fn listed_place(&self, name: &str) -> Option<usize> {
        let of_name = |place: &&usize| palette::NAMES[**place / palette::VARIANTS] == name;
        self.listed.iter().find(of_name).copied()
    }
}

/// Each call is followed by its result; `may_be_open`: the last one need not be.
pub(super) fn check_history(messages: &[Message], may_be_open: bool) -> Result<(), Finding> {
    let mut open: Option<&str> = None;
    for message in messages {
        match (message, open.take()) {
            (Message::Result { id, .. }, Some(call)) if call == id => {}
            (Message::Call { call, .. }, None) => open = Some(&call.id),
            (Message::User { .. } | Message::Answer { .. }, None) => {}
            _ => return Err(Finding::new(Kind::History, format!("{messages:?}"))),
        }
    }
    match open {
        Some(call) if !may_be_open => {
            Err(Finding::new(Kind::History, format!("{call} was left open")))
        }
        _ => Ok(()),
    }
}

//! What the visitor does, as events for the session, and what follows from it in the panel.

use core::time::Duration;

use leptos::prelude::*;
use site_agent_core::effect::{Out, Ticket};
use site_agent_core::{Event, Message, Session};

use super::Panel;
use super::conversation::{Kind, Phase};
use super::restore;
use crate::shell;

/// How long a run that was cut may take to go on before the panel says that it did not.
const GRACE: Duration = Duration::from_millis(500);
/// How near its end the log counts as being at it, in px.
const NEAR_END: i32 = 40;

impl Panel {
    /// Says something, unless a run goes on.
    pub(crate) fn ask(self, text: &str) {
        let text = text.trim();
        if text.is_empty() || self.busy() {
            return;
        }
        self.conversation.push(Kind::Asked(text.to_owned()));
        self.draft.set(String::new());
        self.start(Event::Asked(text.to_owned()));
    }

    /// Runs the last message again, or goes on where a run ended early.
    pub(crate) fn retry(self) {
        self.conversation.clear_attempt();
        self.start(Event::Retried);
    }

    fn start(self, event: Event) {
        self.marks().borrow_mut().asked = true;
        self.conversation.set_phase(Phase::Thinking);
        self.show_end();
        self.focus("textarea");
        // A run that was cut is given up for this one: of its end nothing is to be told.
        self.marks().borrow_mut().starting = true;
        let sent = shell::send_event(self.id, event);
        self.marks().borrow_mut().starting = false;
        if !sent {
            self.conversation.set_phase(Phase::Idle);
        }
    }

    /// Stops the run.
    pub(crate) fn stop(self) {
        shell::send_event(self.id, Event::Aborted);
    }

    /// Gives up the call that waits for a form.
    pub(crate) fn cancel_call(self) {
        shell::send_event(self.id, Event::CallCancelled);
        self.focus("textarea");
    }

    /// Forgets the conversation.
    pub(crate) fn start_over(self) {
        shell::send_event(self.id, Event::Reset);
        self.focus("textarea");
    }

    /// Answers the question of that ticket.
    pub(crate) fn decide(self, ticket: Ticket, allow: bool) {
        shell::send_event(self.id, Event::Decided { ticket, allow });
    }

    /// Denies the open question, if there is one.
    pub(crate) fn deny_open(self) -> bool {
        let open = self
            .conversation
            .now
            .with_untracked(|now| now.question.as_ref().map(|(ticket, _)| *ticket));
        if let Some(ticket) = open {
            self.decide(ticket, false);
        }
        open.is_some()
    }

    /// Closes the panel; an open question is denied first.
    pub(crate) fn close(self) {
        self.deny_open();
        shell::wish(self.id, "close");
    }

    /// Whether a run goes on.
    pub(crate) fn busy(self) -> bool {
        self.conversation.now.with_untracked(|now| now.phase != Phase::Idle)
    }

    /// Whether a question is open.
    pub(crate) fn asks(self) -> bool {
        self.conversation.now.with_untracked(|now| now.question.is_some())
    }

    /// Shows the session as it stands at the time of mounting.
    pub(crate) fn catch_up(self) {
        shell::with_session(self.id, |session| restore::restore(self.conversation, session));
        if !shell::panel_decides(self.id) {
            self.conversation.set_question(None);
        }
        // A run that was cut a moment ago is taken up about now; one that is not says so.
        set_timeout(move || self.say_if_cut(), GRACE);
    }

    /// Tells that a run was cut, if it was and did not go on.
    pub(crate) fn say_if_cut(self) {
        if !self.alive() || !self.busy() {
            return;
        }
        if shell::with_session(self.id, Session::is_cut) == Some(true) {
            self.conversation.cut();
        }
    }

    /// A run that was started elsewhere (`ask()` of the element, a script) brings its words along.
    pub(crate) fn own_words(self, out: &Out) {
        if !matches!(out, Out::Thinking { step: 1, .. } | Out::Error { .. }) {
            return;
        }
        if self.marks().borrow().asked {
            self.marks().borrow_mut().asked = false;
            return;
        }
        if self.busy() {
            return;
        }
        let said = shell::with_session(self.id, |session| {
            session.messages().iter().rev().find_map(|message| match message {
                Message::User { text } => Some(text.clone()),
                _ => None,
            })
        });
        if let Some(Some(text)) = said {
            self.conversation.push(Kind::Asked(text));
        }
    }

    /// The log was scrolled, by hand or by us. Only a hand scrolls back: that the end is far after a
    /// scroll of ours means that the log has grown since.
    pub(crate) fn scrolled(self) {
        let Some(log) = self.find(".log") else { return };
        let top = log.scroll_top();
        let at_end = log.scroll_height() - top - log.client_height() <= NEAR_END;
        let marks = self.marks();
        let mut marks = marks.borrow_mut();
        marks.at_end = at_end || (marks.at_end && top >= marks.top);
        marks.top = top;
        if at_end {
            self.conversation.set_unread(false);
        }
    }

    /// The log may have grown: keeps its end in sight where it was, or says that there is `news`.
    pub(crate) fn follow(self, news: bool) {
        if self.marks().borrow().at_end {
            self.show_end();
        } else if news {
            self.conversation.set_unread(true);
        }
    }

    /// Brings the log's end into sight, once what was added has been drawn.
    pub(crate) fn show_end(self) {
        self.marks().borrow_mut().at_end = true;
        request_animation_frame(move || {
            // The visitor may have scrolled back meanwhile.
            if self.alive()
                && self.marks().borrow().at_end
                && let Some(log) = self.find(".log")
            {
                log.set_scroll_top(log.scroll_height());
            }
        });
    }

    /// A card came up: the focus goes to its safe answer, if it is in the panel at all. A card that
    /// is too long to be seen whole shows that it goes on.
    pub(crate) fn draw_to_card(self) {
        let here = self.holds_focus(".panel");
        request_animation_frame(move || {
            if !self.alive() || !self.asks() {
                return;
            }
            if let Some(about) = self.find(".about") {
                let long = about.scroll_height() > about.client_height();
                let _ = about.toggle_attribute_with_force("data-long", long);
            }
            if here {
                self.focus(".deny");
            }
        });
    }
}

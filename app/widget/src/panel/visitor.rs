//! What the visitor does, as events for the session, and what follows from it in the panel.

use site_agent_core::effect::Ticket;
use site_agent_core::{Event, Session};

use super::Panel;
use super::conversation::{Kind, Phase};
use super::dom::{later, next_frame};
use super::restore;
use super::state::State;
use crate::shell;

/// How long a run that was cut may take, in ms, to go on before the panel says that it did not.
const GRACE: u32 = 500;
/// How near its end the log counts as being at it, in px.
const NEAR_END: f64 = 40.0;

impl Panel {
    /// Says something, unless a run goes on.
    pub(crate) fn ask(self, text: &str) {
        let text = text.trim();
        if text.is_empty() || self.busy() {
            return;
        }
        self.change(|state| {
            state.conversation.push(Kind::Asked(text.to_owned()));
            state.draft.clear();
            state.back = 0;
        });
        self.start(Event::Asked(text.to_owned()));
        // Send becomes Stop under the focus of a keyboard; all else that asks has gone.
        if self.find(".send:focus-visible").is_none() {
            self.focus("textarea");
        }
    }

    /// Runs the last message again, or goes on where a run ended early.
    pub(crate) fn retry(self) {
        self.run_again();
        self.focus("textarea");
    }

    /// The same, when nobody pressed for it.
    pub(crate) fn run_again(self) {
        self.change(|state| state.conversation.clear_attempt());
        self.start(Event::Retried);
    }

    fn start(self, event: Event) {
        self.change(|state| {
            state.asked = true;
            state.conversation.phase = Phase::Thinking;
            // A run that was cut is given up for this one: of its end nothing is to be told.
            state.starting = true;
        });
        self.show_end();
        let sent = shell::send_event(self.id, event);
        self.change(|state| {
            state.starting = false;
            if !sent {
                state.conversation.phase = Phase::Idle;
            }
        });
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
        let question =
            |state: &State| state.conversation.question.as_ref().map(|(ticket, _)| *ticket);
        let open = self.read(question);
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
        self.read(|state| state.conversation.runs())
    }

    /// Whether a question is open.
    pub(crate) fn asks(self) -> bool {
        self.read(|state| state.conversation.question.is_some())
    }

    /// Shows the session as it stands at the time of mounting.
    pub(crate) fn catch_up(self) {
        self.change(|state| {
            let conversation = &mut state.conversation;
            shell::with_session(self.id, |session| restore::restore(conversation, session));
            if !shell::panel_decides(self.id) {
                conversation.question = None;
            }
        });
        // A run that was cut a moment ago is taken up about now; one that is not says so.
        later(GRACE, move || self.say_if_cut());
    }

    /// Tells that a run was cut, if it was and did not go on.
    pub(crate) fn say_if_cut(self) {
        if self.busy() && shell::with_session(self.id, Session::is_cut) == Some(true) {
            self.change(|state| state.conversation.cut());
        }
    }

    /// The log was scrolled, by hand or by us. Only a hand scrolls back: that the end is far after a
    /// scroll of ours means that the log has grown since.
    pub(crate) fn scrolled(self) {
        let Some(log) = self.find(".log") else { return };
        let top = log.scroll_top();
        let at_end = log.scroll_height() - top - log.client_height() <= NEAR_END;
        self.change(|state| {
            state.at_end = at_end || (state.at_end && top >= state.top);
            state.top = top;
            state.conversation.unread &= !at_end;
        });
    }

    /// The log may have grown: keeps its end in sight where it was, or says that there is `news`.
    pub(crate) fn follow(self, news: bool) {
        if self.read(|state| state.at_end) {
            self.show_end();
        } else if news {
            self.change(|state| state.conversation.unread = true);
        }
    }

    /// Brings the log's end into sight, once what was added has been drawn.
    pub(crate) fn show_end(self) {
        self.change(|state| state.at_end = true);
        next_frame(move || {
            // The visitor may have scrolled back meanwhile.
            if self.read(|state| state.at_end)
                && let Some(log) = self.find(".log")
            {
                log.set_scroll_top(log.scroll_height());
            }
        });
    }

    /// A card came up: the focus goes to its safe answer, if it is in the panel at all. A card that
    /// is too long to be seen whole shows that it goes on.
    pub(crate) fn draw_to_card(self) {
        let here = self.find(".panel:focus-within").is_some();
        next_frame(move || {
            if let Some(about) = self.find(".about") {
                about.toggle_attribute("data-long", about.scroll_height() > about.client_height());
                if here {
                    self.focus(".deny");
                }
            }
        });
    }
}

//! A turn: the page's tools are listed, the model is asked, and it replies.

use super::{Hold, Session, State, Then, Turn, sentences};
use crate::call::Call;
use crate::config::Caps;
use crate::effect::{Effect, Out, Ticket};
use crate::history;
use crate::listing::Listing;
use crate::message::Message;
use crate::protocol::{Code, Reply, RunFault};
use crate::schema::Patterns;
use crate::trace::{Replied, Step};

/// How long an empty first list may fill (rule 12).
const SETTLE_MS: u32 = 1_500;

/// How long a page that said it would navigate is given to do so, before the model is asked for
/// nothing.
const LEAVE_MS: u32 = 1_000;

/// The longest pause that a busy model's endpoint is granted (rule 12).
const MAX_PAUSE_MS: u32 = 10_000;

impl Session {
    /// Asks for a fresh list.
    pub(super) fn list(&mut self, then: Then) {
        self.list_during(then, None);
    }

    /// The same, while a hold goes on: the page's tools changed while its first list was empty.
    pub(super) fn list_during(&mut self, then: Then, hold: Option<Hold>) {
        let wait = self.ticket();
        self.push(Effect::ListTools(wait));
        self.state = State::Listing { wait: Some(wait), then, hold };
    }

    /// The page had its time. One last look, since a change may have crossed the list on its way.
    pub(super) fn waited_for_the_page(&mut self, then: Then, hold: Hold) {
        self.settled |= matches!(hold, Hold::Late(_));
        self.list(then);
    }

    /// A tool said that the page navigates: it may be gone in a moment, and the next page carries
    /// on.
    pub(super) fn let_the_page_leave(&mut self) {
        if self.step >= self.max_steps {
            return self.next_turn();
        }
        let hold = Some(Hold::Leaving(self.timer(LEAVE_MS)));
        self.state = State::Listing { wait: None, then: Then::Think, hold };
    }

    pub(super) fn take_list(
        &mut self,
        then: Then,
        hold: Option<Hold>,
        listing: Listing,
        patterns: &dyn Patterns,
    ) {
        // On a page that follows another, the tool that was asked about may be late as well.
        let is_late = listing.tools.is_empty()
            || matches!(&then, Then::Decide { call, .. } if listing.find(&call.name).is_none());
        if is_late && !self.settled {
            let timer = match hold {
                Some(Hold::Late(timer)) => timer,
                _ => self.timer(SETTLE_MS),
            };
            self.state = State::Listing { wait: None, then, hold: Some(Hold::Late(timer)) };
            return;
        }
        self.clear(hold.map(Hold::timer));
        self.settled = true;
        self.note(listing);
        match then {
            Then::Think => self.think(),
            Then::Decide { call, nth } => self.decide(call, nth, patterns),
            Then::Run { approval, nth } => self.run(approval, nth, patterns),
        }
    }

    pub(super) fn not_listed(&mut self, then: Then, hold: Option<Hold>, message: &str) {
        self.clear(hold.map(Hold::timer));
        self.settled = true;
        self.note(Listing::default());
        match then {
            Then::Think if self.step == 0 => {
                self.fail(RunFault::new(Code::NoTools, sentences::not_listed(message)));
            }
            Then::Think => self.think(),
            Then::Decide { call, .. } => self.missing(&call, sentences::not_listed(message)),
            Then::Run { approval, .. } => {
                self.missing(approval.call(), sentences::not_listed(message));
            }
        }
    }

    /// Keeps what was listed and what of it is on offer, and writes it down when it changed.
    fn note(&mut self, listing: Listing) {
        let known = self.noted && self.listed.same_as(&listing);
        // Also when it says the same: its handles are the ones that hold now.
        self.listed = listing;
        if !known {
            self.make_offer();
        }
    }

    fn make_offer(&mut self) {
        self.offer = self.listed.offer(self.question(), &self.config.caps);
        self.write_down(&Step::tools(&self.offer.listing));
        self.noted = true;
    }

    /// What the visitor asked for last.
    pub(super) fn question(&self) -> &str {
        let asked = |message: &'_ Message| matches!(message, Message::User { .. });
        match self.messages.iter().rfind(|message| asked(message)) {
            Some(Message::User { text }) => text,
            _ => "",
        }
    }

    fn think(&mut self) {
        if self.step == 0 && self.listed.tools.is_empty() {
            return self.fail(RunFault::new(Code::NoTools, sentences::NO_TOOLS));
        }
        self.step += 1;
        self.ask_model(Turn::default());
    }

    pub(super) fn ask_model(&mut self, turn: Turn) {
        let ticket = self.ticket();
        let request = history::request(&self.messages, &self.offer, &self.config);
        self.push(Effect::AskModel { ticket, request });
        let turn = Turn { since: self.now, ..turn };
        self.state = State::Thinking { wait: Some(ticket), turn };
    }

    pub(super) fn model_chosen(&mut self, wait: Option<Ticket>, mut turn: Turn, name: String) {
        if turn.told.as_ref() != Some(&name) {
            self.tell_model(&mut turn, name);
        }
        self.state = State::Thinking { wait, turn };
    }

    pub(super) fn delta(&mut self, wait: Option<Ticket>, mut turn: Turn, text: String) {
        self.tell_someone_thinks(&mut turn);
        turn.text.push_str(&text);
        self.emit(Out::AnswerDelta { text });
        self.state = State::Thinking { wait, turn };
    }

    fn tell_model(&mut self, turn: &mut Turn, name: String) {
        self.record.model.clone_from(&name);
        let step = u8::try_from(self.step).unwrap_or(u8::MAX);
        self.emit(Out::Thinking { step, model: name.clone() });
        turn.told = Some(name);
    }

    /// `thinking` comes before anything else of a turn, also from a shell that never chose.
    fn tell_someone_thinks(&mut self, turn: &mut Turn) {
        if turn.told.is_none() {
            self.tell_model(turn, String::new());
        }
    }

    pub(super) fn replied(&mut self, mut turn: Turn, reply: Reply) {
        self.tell_someone_thinks(&mut turn);
        let ms = self.now.saturating_sub(turn.since);
        let adapter = turn.told.unwrap_or_default();
        match reply {
            Reply::Call { name, arguments, text, meta, model, usage } => {
                let said = (!text.is_empty()).then(|| text.clone());
                let reply = Replied::Tool { name: name.clone(), text: said };
                self.write_down(&Step::Model {
                    model: adapter,
                    answered_by: model,
                    reply,
                    ms,
                    usage,
                });
                self.calls = self.calls.wrapping_add(1);
                let call = Call { id: format!("call_{}", self.calls), name, arguments };
                self.messages.push(Message::Call { call: call.clone(), text, meta });
                self.emit(Out::ToolCall { call: call.clone() });
                self.list(Then::Decide { call, nth: 1 });
            }
            Reply::Answer { text, .. } if text.trim().is_empty() => {
                self.fail(RunFault::new(Code::BadReply, sentences::EMPTY_ANSWER));
            }
            Reply::Answer { text, meta, model, usage } => {
                self.write_down(&Step::Model {
                    model: adapter,
                    answered_by: model,
                    reply: Replied::Answer,
                    ms,
                    usage,
                });
                self.answer(text, meta);
            }
        }
    }

    pub(super) fn model_failed(
        &mut self,
        turn: Turn,
        fault: RunFault,
        retry_ms: Option<u32>,
        caps: Option<Caps>,
    ) {
        let silent = turn.text.is_empty();
        if let Some(caps) = caps.filter(|_| silent && !turn.refitted) {
            self.config.caps = caps;
            self.make_offer();
            return self.ask_model(Turn { refitted: true, ..turn });
        }
        let pause = retry_ms.filter(|ms| silent && !turn.paused && *ms <= MAX_PAUSE_MS);
        if let Some(ms) = pause {
            let pause = Some(self.timer(ms));
            self.emit(Out::Waiting { ms });
            let turn = Turn { pause, paused: true, ..turn };
            // The turn that failed has nothing more to say.
            self.state = State::Thinking { wait: None, turn };
            return;
        }
        self.keep_partial(turn.text);
        self.fail(fault);
    }

    /// What was streamed stays in the conversation, since the visitor has read it.
    pub(super) fn keep_partial(&mut self, text: String) {
        if !text.is_empty() {
            self.messages.push(Message::Answer { text, meta: None });
        }
    }
}

impl Hold {
    /// The timer that ends it.
    pub(super) fn timer(self) -> Ticket {
        match self {
            Self::Late(timer) | Self::Leaving(timer) => timer,
        }
    }
}

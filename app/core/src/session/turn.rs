//! A turn: the page's tools are listed, the model is asked, and it replies.

use super::{Hold, Session, State, Then, Turn, sentences};
use crate::call::Call;
use crate::effect::{Effect, Out, Ticket};
use crate::history;
use crate::listing::Listing;
use crate::message::Message;
use crate::protocol::{Code, ModelFailure, Reply, RunFault};
use crate::schema::Patterns;
use crate::text::digits;
use crate::trace::Told;

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

    /// The same, while a hold goes on.
    fn list_during(&mut self, then: Then, hold: Option<Hold>) {
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

    /// The page's tools changed while its first list was empty.
    pub(super) fn tools_changed(&mut self) {
        if let State::Listing { then, hold, .. } = self.take_state() {
            self.list_during(then, hold);
        }
    }

    pub(super) fn take_list(&mut self, listing: Listing, patterns: &dyn Patterns) {
        let State::Listing { then, hold, .. } = self.take_state() else { return };
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

    pub(super) fn not_listed(&mut self, message: &str) {
        let State::Listing { then, hold, .. } = self.take_state() else { return };
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
        self.record.tools(self.now, &self.offer.listing);
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

    pub(super) fn model_chosen(&mut self, name: String) {
        let State::Thinking { turn, .. } = &mut self.state else { return };
        if turn.told.as_ref() == Some(&name) {
            return;
        }
        turn.told = Some(name.clone());
        self.record.model.clone_from(&name);
        let step = u8::try_from(self.step).unwrap_or(u8::MAX);
        self.emit(Out::Thinking { step, model: name });
    }

    /// `thinking` comes before anything else of a turn, also from a shell that never chose.
    fn tell_someone_thinks(&mut self) {
        if matches!(&self.state, State::Thinking { turn, .. } if turn.told.is_none()) {
            self.model_chosen(String::new());
        }
    }

    pub(super) fn delta(&mut self, text: String) {
        self.tell_someone_thinks();
        if let State::Thinking { turn, .. } = &mut self.state {
            turn.text.push_str(&text);
        }
        self.emit(Out::AnswerDelta { text });
    }

    pub(super) fn replied(&mut self, reply: Reply) {
        self.tell_someone_thinks();
        let State::Thinking { turn, .. } = self.take_state() else { return };
        let adapter = turn.told.as_deref().unwrap_or_default();
        let ms = self.now.saturating_sub(turn.since);
        match reply {
            Reply::Call { name, arguments, text, meta, model, usage } => {
                let (model, usage) = (&model, &usage);
                let call = Some((name.as_str(), text.as_str()));
                self.record.model_turn(self.now, &Told { adapter, ms, call, model, usage });
                self.calls = self.calls.wrapping_add(1);
                let call = Call { id: ["call_", &digits(self.calls)].concat(), name, arguments };
                self.messages.push(Message::Call { call: call.clone(), text, meta });
                self.emit(Out::ToolCall { call: call.clone() });
                self.list(Then::Decide { call, nth: 1 });
            }
            Reply::Answer { text, .. } if text.trim().is_empty() => {
                self.fail(RunFault::new(Code::BadReply, sentences::EMPTY_ANSWER));
            }
            Reply::Answer { text, meta, model, usage } => {
                let (model, usage) = (&model, &usage);
                self.record.model_turn(self.now, &Told { adapter, ms, call: None, model, usage });
                self.answer(text, meta);
            }
        }
    }

    pub(super) fn model_failed(&mut self, failure: ModelFailure) {
        let State::Thinking { turn, .. } = self.take_state() else { return };
        let ModelFailure { fault, retry_ms, caps } = failure;
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

//! What the panel says to those who listen instead of look.
//!
//! The log itself is silent (`aria-live="off"`), since an answer that grows would be read from
//! the start with each piece. Two hidden regions speak instead: a polite one, whole sentences and
//! never more than one change a second, and an assertive one for the question of a card.

use core::time::Duration;

use leptos::prelude::*;
use site_agent_core::card::ConfirmRequest;
use site_agent_core::effect::Out;

use super::Panel;
use super::fault;
use super::format;
use super::node::{Node, el};
use crate::strings::fill;

/// How long a sentence stands before the next one may take its place.
const PACE: Duration = Duration::from_secs(1);
/// How long the last sentence stays where a reader can still find it.
const FADE: Duration = Duration::from_secs(15);

/// The two regions and what waits to be said.
#[derive(Clone, Copy)]
pub(crate) struct Voice {
    polite: RwSignal<String>,
    assertive: RwSignal<String>,
}

/// Where the voice is in what it says.
#[derive(Debug, Default)]
pub(crate) struct Breath {
    /// Whether the sentence in the polite region is still fresh.
    speaking: bool,
    /// What is said after it.
    waiting: String,
    /// Whether an answer is growing.
    growing: bool,
    /// The part of it that is not a whole sentence yet.
    unsaid: String,
}

impl Breath {
    /// Takes a piece of an answer in and gives the sentences that have come in whole.
    fn grow(&mut self, piece: &str) -> Option<String> {
        self.growing = true;
        self.unsaid.push_str(piece);
        let end = last_end(&self.unsaid)?;
        let whole: String = self.unsaid.drain(..end).collect();
        Some(format::spoken(&whole))
    }

    /// What is still to be said of an answer: of one that grew only the rest.
    fn finish(&mut self, answer: &str) -> String {
        let unsaid = std::mem::take(&mut self.unsaid);
        let grew = std::mem::take(&mut self.growing) && answer.ends_with(&unsaid);
        format::spoken(if grew { &unsaid } else { answer })
    }

    /// Whether this may be said at once; else it is kept for the next turn.
    fn take_turn(&mut self, text: &str) -> bool {
        if !std::mem::replace(&mut self.speaking, true) {
            return true;
        }
        self.waiting.push_str(text);
        self.waiting.push('\n');
        false
    }

    /// The turn is over; what was kept is next.
    fn end_turn(&mut self) -> String {
        self.speaking = false;
        std::mem::take(&mut self.waiting)
    }
}

impl Voice {
    pub(crate) fn new() -> Self {
        Self { polite: RwSignal::new(String::new()), assertive: RwSignal::new(String::new()) }
    }

    /// The regions, which must be there before anything is said.
    pub(crate) fn view(self) -> [Node; 2] {
        let region = |role, live, said: RwSignal<String>| {
            let region = el("p").class("unseen").attr("role", role).attr("aria-live", live);
            region.live_text(move || said.get())
        };
        [region("status", "polite", self.polite), region("alert", "assertive", self.assertive)]
    }

    /// Speaks of a public event.
    pub(crate) fn hear(self, panel: Panel, out: &Out) {
        let strings = panel.strings;
        match out {
            Out::Thinking { step: 1, .. } => self.say(panel, strings.thinking),
            Out::Waiting { ms } => {
                let seconds = ms.div_ceil(1_000).to_string();
                self.say(panel, &fill(strings.waiting, &seconds));
            }
            Out::Running { waits_for_submit: true, .. } => self.say(panel, strings.submit),
            Out::AnswerDelta { text } => {
                let whole = panel.marks().borrow_mut().breath.grow(text);
                if let Some(whole) = whole {
                    self.say(panel, &whole);
                }
            }
            Out::Answer { text } => {
                let rest = panel.marks().borrow_mut().breath.finish(text);
                if !rest.is_empty() {
                    self.say(panel, &rest);
                }
            }
            Out::ConfirmRequest { request, .. } => {
                let question = question(panel, request);
                self.assertive.set(fill(strings.question_spoken, &question));
            }
            Out::ConfirmResult { .. } | Out::Reset => self.assertive.set(String::new()),
            Out::Error { fault } => self.say(panel, &fault::sentence(panel, fault)),
            Out::Done { .. } => {
                self.assertive.set(String::new());
                panel.marks().borrow_mut().breath.finish("");
            }
            Out::Thinking { .. }
            | Out::ToolCall { .. }
            | Out::Running { .. }
            | Out::ToolResult { .. } => {}
        }
    }

    /// Says something politely, after what is being said.
    pub(crate) fn say(self, panel: Panel, text: &str) {
        let free = panel.marks().borrow_mut().breath.take_turn(text);
        if free {
            self.polite.set(text.to_owned());
            set_timeout(move || self.breathe(panel), PACE);
        }
    }

    /// A sentence has stood long enough: the next one, or silence after a while.
    fn breathe(self, panel: Panel) {
        if !panel.alive() {
            return;
        }
        let next = panel.marks().borrow_mut().breath.end_turn();
        if !next.is_empty() {
            return self.say(panel, &next);
        }
        let last = self.polite.get_untracked();
        let fade = move || {
            if panel.alive() && self.polite.get_untracked() == last {
                self.polite.set(String::new());
            }
        };
        set_timeout(fade, FADE);
    }
}

/// The card's sentence.
pub(crate) fn question(panel: Panel, request: &ConfirmRequest) -> String {
    let title = request.tool.title.trim();
    let tool = if title.is_empty() { &request.tool.name } else { title };
    fill(panel.strings.question, tool)
}

/// Where the last whole sentence ends: after a line, or after a full stop that a space follows.
fn last_end(text: &str) -> Option<usize> {
    let mut end = None;
    let mut stop = false;
    for (at, ch) in text.char_indices() {
        if ch == '\n' || (stop && ch.is_whitespace()) || matches!(ch, '。' | '！' | '？') {
            end = Some(at + ch.len_utf8());
        }
        stop = matches!(ch, '.' | '!' | '?' | '…' | '؟' | '।');
    }
    end
}

#[cfg(test)]
mod tests {
    use super::{Breath, last_end};

    #[test]
    fn only_whole_sentences_are_said() {
        assert_eq!(last_end("Two mugs. One bo"), Some(10));
        assert_eq!(last_end("It costs 14.00"), None);
        assert_eq!(last_end("- a\n- b"), Some(4));
        assert_eq!(last_end("はい。次"), Some(9));
    }

    #[test]
    fn an_answer_that_grew_is_said_once() {
        let mut breath = Breath::default();
        assert_eq!(breath.grow("Two mugs. One bo"), Some("Two mugs.".to_owned()));
        assert_eq!(breath.grow("ard."), None);
        assert_eq!(breath.finish("Two mugs. One board."), "One board.");
        assert_eq!(breath.finish("Another."), "Another.");
    }

    #[test]
    fn what_comes_while_something_is_said_waits_and_is_not_lost() {
        let mut breath = Breath::default();
        assert!(breath.take_turn("a"));
        assert!(!breath.take_turn("b") && !breath.take_turn("c"));
        assert_eq!(breath.end_turn(), "b\nc\n");
        assert!(breath.take_turn("d"));
    }
}

//! What the panel says to those who listen instead of look.
//!
//! The log itself is silent (`aria-live="off"`), since an answer that grows would be read from
//! the start with each piece. Two hidden regions speak instead: a polite one, whole sentences and
//! never more than one change a second, and an assertive one for the question of a card.

use site_agent_core::card::ConfirmRequest;
use site_agent_core::effect::Out;

use super::Panel;
use super::dom::later;
use super::fault;
use super::format;
use super::node::{Node, TEXT, el};
use super::state::State;
use crate::strings::{Strings, fill};
use site_agent_core::text::digits;

/// How long a sentence stands, in ms, before the next one may take its place.
const PACE: u32 = 1_000;
/// How long the last sentence stays, in ms, where a reader can still find it.
const FADE: u32 = 15_000;

/// What the two regions say, and what waits to be said.
#[derive(Debug, Default)]
pub(crate) struct Voice {
    polite: String,
    assertive: String,
    /// Whether the sentence in the polite region is still fresh.
    speaking: bool,
    /// Counts what was said.
    turns: u32,
    /// What is said next.
    waiting: String,
    /// Whether an answer is growing.
    growing: bool,
    /// The part of it that is not a whole sentence yet.
    unsaid: String,
}

/// The regions, which must be there before anything is said.
pub(crate) fn voice(panel: Node) -> Node {
    panel
        .child(el("p.unseen role=status aria-live=polite").live(TEXT, |s| s.voice.polite.clone()))
        .child(
            el("p.unseen role=alert aria-live=assertive").live(TEXT, |s| s.voice.assertive.clone()),
        )
}

impl Voice {
    /// Takes in what is to be said of a public event.
    pub(crate) fn hear(&mut self, strings: &Strings, out: &Out) {
        match out {
            Out::Thinking { step: 1, .. } => self.say(strings.thinking()),
            Out::Waiting { ms } => {
                let seconds = digits(ms.div_ceil(1_000));
                self.say(&fill(strings.waiting(), &seconds));
            }
            Out::Running { waits_for_submit: true, .. } => self.say(strings.submit()),
            Out::AnswerDelta { text } => self.grow(text),
            Out::Answer { text } => self.finish(text),
            Out::ConfirmRequest { request, .. } => {
                self.assertive = fill(strings.question_spoken(), &question(strings, request));
            }
            Out::ConfirmResult { .. } | Out::Reset => self.assertive.clear(),
            Out::Error { fault } => self.say(&fault::sentence(strings, fault)),
            Out::Done { .. } => {
                self.assertive.clear();
                self.growing = false;
                self.unsaid.clear();
            }
            Out::Thinking { .. }
            | Out::ToolCall { .. }
            | Out::Running { .. }
            | Out::ToolResult { .. } => {}
        }
    }

    /// Says something politely, after what is being said.
    pub(crate) fn say(&mut self, text: &str) {
        if !text.is_empty() {
            self.waiting.push_str(text);
            self.waiting.push('\n');
        }
    }

    /// Takes a piece of an answer in and says the sentences that have come in whole.
    fn grow(&mut self, piece: &str) {
        self.growing = true;
        self.unsaid.push_str(piece);
        if let Some(end) = last_end(&self.unsaid) {
            let rest = self.unsaid.split_off(end);
            let whole = std::mem::replace(&mut self.unsaid, rest);
            self.say(&format::spoken(&whole));
        }
    }

    /// Says what is still to be said of an answer: of one that grew only the rest.
    fn finish(&mut self, answer: &str) {
        let unsaid = std::mem::take(&mut self.unsaid);
        let grew = std::mem::take(&mut self.growing) && answer.ends_with(&unsaid);
        self.say(&format::spoken(if grew { &unsaid } else { answer }));
    }

    /// Whether something waits and may be said now; then it is, and its turn begins.
    fn speak(&mut self) -> bool {
        let speaks = !self.speaking && !self.waiting.is_empty();
        if speaks {
            self.speaking = true;
            self.turns += 1;
            self.polite = std::mem::take(&mut self.waiting);
        }
        speaks
    }
}

impl Panel {
    /// Says what waits, when it is its turn.
    pub(crate) fn speak(self, state: &mut State) {
        if state.voice.speak() {
            later(PACE, move || self.change(|state| self.breathe(state)));
        }
    }

    /// A sentence has stood long enough: the next one, or silence after a while.
    fn breathe(self, state: &mut State) {
        state.voice.speaking = false;
        self.speak(state);
        let turn = state.voice.turns;
        if !state.voice.speaking {
            let fade = move |state: &mut State| {
                if state.voice.turns == turn {
                    state.voice.polite.clear();
                }
            };
            later(FADE, move || self.change(fade));
        }
    }
}

/// The card's sentence.
pub(crate) fn question(strings: &Strings, request: &ConfirmRequest) -> String {
    let title = request.tool.title.trim();
    let tool = if title.is_empty() { &request.tool.name } else { title };
    fill(strings.question(), tool)
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
    use super::{Voice, last_end};

    #[test]
    fn only_whole_sentences_are_said() {
        assert_eq!(last_end("Two mugs. One bo"), Some(10));
        assert_eq!(last_end("It costs 14.00"), None);
        assert_eq!(last_end("- a\n- b"), Some(4));
        assert_eq!(last_end("はい。次"), Some(9));
    }

    #[test]
    fn an_answer_that_grew_is_said_once() {
        let mut voice = Voice::default();
        voice.grow("Two mugs. One bo");
        assert!(voice.speak());
        assert_eq!(voice.polite, "Two mugs.\n");
        voice.grow("ard.");
        assert_eq!(voice.waiting, "");
        voice.finish("Two mugs. One board.");
        assert_eq!(voice.waiting, "One board.\n");
        voice.finish("Another.");
        assert_eq!(voice.waiting, "One board.\nAnother.\n");
    }

    #[test]
    fn what_comes_while_something_is_said_waits_and_is_not_lost() {
        let mut voice = Voice::default();
        assert!(!voice.speak(), "nothing was said");
        voice.say("a");
        assert!(voice.speak());
        voice.say("b");
        voice.say("c");
        assert!(!voice.speak());
        assert_eq!(voice.polite, "a\n");
        voice.speaking = false;
        assert!(voice.speak());
        assert_eq!(voice.polite, "b\nc\n");
    }
}

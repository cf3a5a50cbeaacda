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
    waiting: RwSignal<String>,
    /// Whether the sentence in the polite region is still fresh.
    speaking: RwSignal<bool>,
    /// The part of a growing answer that has not been said.
    unsaid: RwSignal<String>,
}

impl Voice {
    pub(crate) fn new() -> Self {
        Self {
            polite: RwSignal::new(String::new()),
            assertive: RwSignal::new(String::new()),
            waiting: RwSignal::new(String::new()),
            speaking: RwSignal::new(false),
            unsaid: RwSignal::new(String::new()),
        }
    }

    pub(crate) fn view(self) -> AnyView {
        view! {
            <p class="unseen" role="status" aria-live="polite">{move || self.polite.get()}</p>
            <p class="unseen" role="alert" aria-live="assertive">{move || self.assertive.get()}</p>
        }
        .into_any()
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
                self.unsaid.update(|unsaid| unsaid.push_str(text));
                self.say_whole_sentences(panel);
            }
            Out::Answer { text } => {
                // Only what has not been said yet; without pieces before it, all of it.
                let rest = self.unsaid.get_untracked();
                let rest = if text.ends_with(&rest) && !rest.is_empty() { &rest } else { text };
                self.say(panel, &format::spoken(rest));
                self.unsaid.set(String::new());
            }
            Out::ConfirmRequest { request, .. } => {
                let question = question(panel, request);
                self.assertive.set(fill(strings.question_spoken, &question));
            }
            Out::ConfirmResult { .. } | Out::Reset => self.assertive.set(String::new()),
            Out::Error { fault } => self.say(panel, &fault::sentence(panel, fault)),
            Out::Done { .. } => {
                self.assertive.set(String::new());
                self.unsaid.set(String::new());
            }
            Out::Thinking { .. }
            | Out::ToolCall { .. }
            | Out::Running { .. }
            | Out::ToolResult { .. } => {}
        }
    }

    /// Says something politely, after what is being said.
    pub(crate) fn say(self, panel: Panel, text: &str) {
        if self.speaking.get_untracked() {
            self.waiting.update(|waiting| {
                if !waiting.is_empty() {
                    waiting.push('\n');
                }
                waiting.push_str(text);
            });
        } else {
            self.speaking.set(true);
            self.polite.set(text.to_owned());
            set_timeout(move || self.breathe(panel), PACE);
        }
    }

    /// A sentence has stood long enough: the next one, or silence after a while.
    fn breathe(self, panel: Panel) {
        if !panel.alive() {
            return;
        }
        self.speaking.set(false);
        let next = self.waiting.get_untracked();
        if next.is_empty() {
            let last = self.polite.get_untracked();
            set_timeout(
                move || {
                    if panel.alive() && self.polite.get_untracked() == last {
                        self.polite.set(String::new());
                    }
                },
                FADE,
            );
        } else {
            self.waiting.set(String::new());
            self.say(panel, &next);
        }
    }

    /// Says the sentences that have come in whole.
    fn say_whole_sentences(self, panel: Panel) {
        let unsaid = self.unsaid.get_untracked();
        let Some(end) = last_end(&unsaid) else { return };
        let (whole, rest) = unsaid.split_at(end);
        self.say(panel, &format::spoken(whole));
        self.unsaid.set(rest.to_owned());
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
    use super::last_end;

    #[test]
    fn only_whole_sentences_are_said() {
        assert_eq!(last_end("Two mugs. One bo"), Some(10));
        assert_eq!(last_end("It costs 14.00"), None);
        assert_eq!(last_end("- a\n- b"), Some(4));
        assert_eq!(last_end("はい。次"), Some(9));
    }
}

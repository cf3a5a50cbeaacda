//! Fits a history into a number of messages and bytes.

use super::size;
use crate::fence;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::text::{cut, one_line};

/// Code points that are left of an older result.
const SHORT: usize = 400;

/// Code points that the latest result and the visitor's message may shrink to.
const SHORTEST: usize = 200;

/// Code points of the line that stands for calls that were left out.
const LINE: usize = 600;

/// Code points of a tool's name in it.
const NAME: usize = 64;

/// What a shortened text ends with.
const SHORTENED: &str = "… (shortened to save room)";

/// A history on its way to fit.
struct Draft {
    messages: Vec<Message>,
    sizes: Vec<usize>,
    bytes: usize,
    max_messages: usize,
    max_bytes: usize,
    /// One past the last message that was changed or stood beside one that went.
    cut: usize,
    /// Whether anything was changed or went.
    changed: bool,
}

/// The part of the history that fits, at most as long as both caps say where that is possible at
/// all: the visitor's message and the latest call with its result always stay.
#[must_use]
pub fn fit(messages: &[Message], max_messages: usize, max_bytes: usize) -> Vec<Message> {
    let sizes: Vec<usize> = messages.iter().map(size).collect();
    let bytes = sizes.iter().sum();
    let mut draft = Draft {
        messages: messages.to_vec(),
        sizes,
        bytes,
        max_messages,
        max_bytes,
        cut: 0,
        changed: false,
    };
    draft.drop_exchanges();
    draft.shorten_results();
    draft.fold_calls();
    draft.shorten_the_rest();
    // What a provider wants back verbatim is bound to all that came before it: of a history that
    // was cut, only the current run's may still fit, and that only behind what changed in it.
    if draft.changed {
        let stale = draft.cut.max(draft.run());
        draft.messages[..stale].iter_mut().for_each(Message::drop_meta);
    }
    draft.messages
}

impl Draft {
    fn too_long(&self) -> bool {
        self.messages.len() > self.max_messages
    }

    fn too_big(&self) -> bool {
        self.bytes > self.max_bytes
    }

    /// Where the current run begins: at the visitor's latest message.
    fn run(&self) -> usize {
        self.messages
            .iter()
            .rposition(|message| matches!(message, Message::User { .. }))
            .unwrap_or(0)
    }

    fn drop_exchanges(&mut self) {
        while (self.too_long() || self.too_big()) && self.run() > 0 {
            let second = |message: &Message| matches!(message, Message::User { .. });
            let next = self.messages[1..].iter().position(second).map_or(self.run(), |at| at + 1);
            self.remove(0, next);
        }
    }

    fn shorten_results(&mut self) {
        let last = self.last_result();
        for at in self.run()..self.messages.len() {
            if !self.too_big() {
                return;
            }
            if Some(at) != last && matches!(self.messages[at], Message::Result { .. }) {
                self.shorten(at, SHORT);
            }
        }
    }

    /// Folds the oldest calls of the run into the words before the call that follows them.
    fn fold_calls(&mut self) {
        let mut line = String::new();
        while self.too_long() || self.too_big() {
            let first = self.run() + 1;
            let Some([Message::Call { call, .. }, Message::Result { outcome, .. }]) =
                self.messages.get(first..first + 2)
            else {
                return;
            };
            // The pair after it takes the line; the latest pair stays.
            if !matches!(self.messages.get(first + 2), Some(Message::Call { .. })) {
                return;
            }
            let and = if line.is_empty() { "" } else { ", " };
            line += &[and, &one_line(&call.name, NAME), " (", said(*outcome), ")"].concat();
            self.remove(first, first + 2);
            self.put_line(first, &line);
        }
    }

    fn put_line(&mut self, at: usize, line: &str) {
        if let Message::Call { text, .. } = &mut self.messages[at] {
            *text = [LINE_START, &one_line(line, LINE), LINE_END, text].concat();
        }
        self.resize(at);
    }

    fn shorten_the_rest(&mut self) {
        let run = self.run();
        for at in self.last_result().into_iter().chain([run]) {
            if self.too_big() && at < self.messages.len() {
                let spare = self.sizes[at].saturating_sub(self.bytes - self.max_bytes);
                // A code point is at most six bytes of JSON in any text that is worth keeping.
                self.shorten(at, (spare / 6).max(SHORTEST));
            }
        }
    }

    fn last_result(&self) -> Option<usize> {
        self.messages.iter().rposition(|message| matches!(message, Message::Result { .. }))
    }

    fn shorten(&mut self, at: usize, max_chars: usize) {
        if let Message::Result { text, .. } | Message::User { text } = &mut self.messages[at]
            && let Some(short) = shortened(text, max_chars)
        {
            *text = short;
            self.resize(at);
        }
    }

    fn resize(&mut self, at: usize) {
        self.changed = true;
        let now = size(&self.messages[at]);
        self.bytes = self.bytes - self.sizes[at] + now;
        self.sizes[at] = now;
        self.cut = self.cut.max(at + 1);
    }

    fn remove(&mut self, from: usize, to: usize) {
        self.changed = true;
        self.messages.drain(from..to);
        self.bytes -= self.sizes.drain(from..to).sum::<usize>();
        self.cut = self.cut.saturating_sub(to - from).max(from);
    }
}

const LINE_START: &str = "(Left out to save room, earlier calls for this message: ";
const LINE_END: &str = ")\n";

fn said(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ok => "done",
        Outcome::Error => "failed",
        Outcome::Unknown => "outcome unknown",
        Outcome::Navigated => "the page navigated",
        Outcome::Denied => "not allowed",
        Outcome::Invalid => "wrong arguments",
        Outcome::Missing => "no such tool",
    }
}

/// The text with less of its content, a fence around it kept; `None` when it is short enough.
fn shortened(text: &str, max_chars: usize) -> Option<String> {
    let (before, content, after) = match fence::parts(text) {
        Some(parts) => {
            ([parts.opener, "\n"].concat(), parts.content, ["\n", parts.closer].concat())
        }
        None => (String::new(), text, String::new()),
    };
    let (kept, more) = cut(content, max_chars);
    more.then(|| [&before, &kept, SHORTENED, &after].concat())
}

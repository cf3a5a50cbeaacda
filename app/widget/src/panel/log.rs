//! The conversation, newest last, and the button that leads back to its end.

use leptos::prelude::*;

use super::conversation::{Entry, Kind, Note, Phase};
use super::node::{Item, Node, button, el, icon, unseen};
use super::{Panel, answer, draw, empty, fault, step};
use crate::strings::fill;

pub(crate) fn log(panel: Panel) -> Node {
    let entries = panel.conversation.entries;
    let items = move || {
        let item = |entry: &Entry| {
            let entry = entry.clone();
            Item::new(entry.key.into(), move || show(panel, &entry))
        };
        entries.with(|entries| entries.iter().map(item).collect())
    };
    // Only whether there are any: the suggestions must not be made anew with each entry.
    let none = Memo::new(move |_| entries.with(Vec::is_empty));
    let log = el("div")
        .class("log")
        .attr("role", "log")
        .attr("aria-live", "off")
        .attr("aria-label", panel.strings.conversation)
        .attr("tabindex", "0")
        .on("scroll", move |_| panel.scrolled())
        .live(move || none.get().then(|| empty::empty(panel)))
        .child(el("div").class("entries").list(items))
        .live(move || at_work(panel));
    let news = move || panel.unread.get().then(|| new_reply(panel));
    el("div").class("middle").child(log).live(news)
}

fn show(panel: Panel, entry: &Entry) -> Node {
    let strings = panel.strings;
    match &*entry.kind {
        Kind::Asked(text) => {
            let words = el("p").attr("dir", "auto").text(text);
            el("div").class("asked").child(unseen(strings.you_said)).child(words)
        }
        Kind::Answer(text) => {
            let said = el("div").class("answer").child(unseen(strings.it_said));
            answer::answer(said, panel, text.clone())
        }
        Kind::Step(step) => step::step(panel, step),
        Kind::Fault(fault) => fault::fault(panel, fault),
        Kind::Note(note) => ended(panel, *note),
    }
}

/// A run that ended early, and the way on.
fn ended(panel: Panel, note: Note) -> Node {
    let strings = panel.strings;
    let words = match note {
        Note::Stopped => strings.stopped,
        Note::MaxSteps => strings.max_steps,
        Note::Cut => strings.cut,
    };
    let way_on = || button(strings.proceed, move || panel.retry());
    let way_on = (note != Note::Stopped).then(way_on);
    el("div").class("note").child(el("p").text(words)).children(way_on)
}

/// What goes on while there is nothing else to see of it.
fn at_work(panel: Panel) -> Option<Node> {
    let strings = panel.strings;
    let line = |words: &str| {
        el("div").class("note work").child(icon(draw::RUNNING)).child(el("p").text(words))
    };
    match panel.conversation.phase.get() {
        Phase::Idle | Phase::Answering | Phase::Acting => None,
        Phase::Thinking => Some(line(strings.thinking)),
        Phase::Pausing(seconds) => Some(line(&fill(strings.waiting, &seconds.to_string()))),
        Phase::Submitting => {
            let cancel = button(strings.cancel, move || panel.cancel_call());
            Some(line(strings.submit).child(cancel))
        }
    }
}

fn new_reply(panel: Panel) -> Node {
    el("button")
        .attr("type", "button")
        .class("small news")
        .child(icon(draw::DOWN))
        .text(panel.strings.new_reply)
        .on("click", move |_| panel.show_end())
}

//! The conversation, newest last, and the button that leads back to its end.

use leptos::prelude::*;

use super::conversation::{Entry, Kind, Note, Phase};
use super::node::{Item, Node, button, el, icon, unseen};
use super::{Panel, answer, draw, empty, fault, step};
use crate::strings::fill;

pub(crate) fn log(panel: Panel) -> Node {
    let conversation = panel.conversation;
    let items = move || {
        let item = |entry: &Entry| {
            let entry = entry.clone();
            Item::new(entry.key.into(), move || show(panel, &entry))
        };
        conversation.log.with(|log| log.entries.iter().map(item).collect())
    };
    let empty = move || conversation.is_empty().then(|| Item::new(0, move || empty::empty(panel)));
    let log = el("div")
        .class("log")
        .attr("role", "log")
        .attr("aria-live", "off")
        .attr("aria-label", panel.strings.conversation)
        .attr("tabindex", "0")
        .on("scroll", move |_| panel.scrolled())
        .one(empty)
        .child(el("div").class("entries").list(items))
        .one(move || at_work(panel));
    let unread = move || conversation.now.with(|now| now.unread);
    let news = move || unread().then(|| Item::new(0, move || new_reply(panel)));
    el("div").class("middle").child(log).one(news)
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
fn at_work(panel: Panel) -> Option<Item> {
    let strings = panel.strings;
    let line = |words: &str| {
        el("div").class("note work").child(icon(draw::RUNNING)).child(el("p").text(words))
    };
    match panel.conversation.now.with(|now| now.phase) {
        Phase::Idle | Phase::Answering | Phase::Acting => None,
        Phase::Thinking => Some(Item::new(0, move || line(strings.thinking))),
        Phase::Pausing(seconds) => Some(Item::new(seconds.into(), move || {
            line(&fill(strings.waiting, &seconds.to_string()))
        })),
        Phase::Submitting => Some(Item::new(u64::MAX, move || {
            line(strings.submit).child(button(strings.cancel, move || panel.cancel_call()))
        })),
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

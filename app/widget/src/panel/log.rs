//! The conversation, newest last, and the button that leads back to its end.

use super::conversation::{Entry, Kind, Note, Phase};
use super::node::{List, Node, button, el, icon, unseen};
use super::state::State;
use super::{Panel, answer, draw, empty, fault, step};
use crate::strings::fill;
use site_agent_core::text::digits;

pub(crate) fn log(panel: Panel) -> Node {
    let log = el("div.log role=log aria-live=off tabindex=0")
        .attr("aria-label", panel.strings.conversation())
        .on("scroll", move |_| panel.scrolled())
        .list(move |state, list| {
            if state.conversation.entries.is_empty() {
                list.item(0, || empty::empty(panel));
            }
        })
        .child(el("div.entries").list(move |state, list| {
            for entry in &state.conversation.entries {
                list.item(entry.key, || show(panel, entry));
            }
        }))
        .list(move |state, list| at_work(panel, state, list));
    el("div.middle").child(log).list(move |state, list| {
        if state.conversation.unread {
            list.item(0, || new_reply(panel));
        }
    })
}

fn show(panel: Panel, entry: &Entry) -> Node {
    let strings = panel.strings;
    match &entry.kind {
        Kind::Asked(text) => {
            let words = el("p dir=auto").text(text);
            el("div.asked").child(unseen(strings.you_said())).child(words)
        }
        Kind::Answer(_) => {
            answer::answer(el("div.answer").child(unseen(strings.it_said())), entry.key)
        }
        Kind::Step(step) => step::step(panel, entry.key, step),
        Kind::Fault(fault, _) => fault::fault(panel, entry.key, fault),
        Kind::Note(note) => ended(panel, *note),
    }
}

/// A run that ended early, and the way on.
fn ended(panel: Panel, note: Note) -> Node {
    let strings = panel.strings;
    let words = match note {
        Note::Stopped => strings.stopped(),
        Note::MaxSteps => strings.max_steps(),
        Note::Cut => strings.cut(),
    };
    let line = el("div.note").child(el("p").text(words));
    if note == Note::Stopped {
        return line;
    }
    line.child(button(panel, strings.proceed(), Panel::retry))
}

/// What goes on while there is nothing else to see of it.
fn at_work(panel: Panel, state: &State, list: &mut List) {
    let strings = panel.strings;
    match state.conversation.phase {
        Phase::Idle | Phase::Answering | Phase::Acting => {}
        Phase::Thinking => list.item(0, || line(strings.thinking())),
        Phase::Pausing(seconds) => {
            list.item(seconds + 2, || line(&fill(strings.waiting(), &digits(seconds))));
        }
        Phase::Submitting => list.item(1, || {
            line(strings.submit()).child(button(panel, strings.cancel(), Panel::cancel_call))
        }),
    }
}

fn line(words: &str) -> Node {
    el("div.note.work").child(icon(draw::RUNNING)).child(el("p").text(words))
}

fn new_reply(panel: Panel) -> Node {
    el("button.small.news type=button")
        .child(icon(draw::DOWN))
        .text(panel.strings.new_reply())
        .press(panel, Panel::show_end)
}

//! The conversation, newest last, and the button that leads back to its end.

use leptos::prelude::*;

use super::Panel;
use super::conversation::{Entry, Kind, Note, Phase};
use super::node::{Item, draw, icon, list, tag, unseen};
use super::{answer, empty, fault, step};
use crate::strings::fill;

pub(crate) fn log(panel: Panel) -> AnyView {
    let entries = panel.conversation.entries;
    let items = move || {
        entries.with(|entries| {
            entries
                .iter()
                .map(|entry| {
                    let entry = entry.clone();
                    Item::new(entry.key.into(), move || show(panel, &entry))
                })
                .collect()
        })
    };
    view! {
        <div class="middle">
            <div
                class="log"
                role="log"
                aria-live="off"
                aria-label=panel.strings.conversation
                tabindex="0"
                on:scroll=move |_| panel.scrolled()
            >
                {move || entries.with(Vec::is_empty).then(|| empty::empty(panel))}
                <div class="entries">{list(items)}</div>
                {move || at_work(panel)}
            </div>
            {move || panel.unread.get().then(|| new_reply(panel))}
        </div>
    }
    .into_any()
}

fn show(panel: Panel, entry: &Entry) -> AnyView {
    let strings = panel.strings;
    match &*entry.kind {
        Kind::Asked(text) => view! {
            <div class="asked">
                {unseen(strings.you_said)}
                <p dir="auto">{text.clone()}</p>
            </div>
        }
        .into_any(),
        Kind::Answer(text) => {
            tag("div", "answer", vec![unseen(strings.it_said), answer::answer(panel, text.clone())])
        }
        Kind::Step(step) => step::step(panel, step),
        Kind::Fault(fault) => fault::fault(panel, fault),
        Kind::Note(note) => note_view(panel, *note),
    }
}

/// A run that ended early, and the way on.
fn note_view(panel: Panel, note: Note) -> AnyView {
    let strings = panel.strings;
    let text = match note {
        Note::Stopped => strings.stopped,
        Note::MaxSteps => strings.max_steps,
        Note::Cut => strings.cut,
    };
    let way_on = (note != Note::Stopped).then(|| button(strings.proceed, move || panel.retry()));
    view! { <div class="note"><p>{text}</p>{way_on}</div> }.into_any()
}

/// What goes on while there is nothing else to see of it.
fn at_work(panel: Panel) -> Option<AnyView> {
    let strings = panel.strings;
    let line = |picture, text: String, more: Option<AnyView>| {
        view! { <div class="note work">{icon(picture)}<p>{text}</p>{more}</div> }.into_any()
    };
    match panel.conversation.phase.get() {
        Phase::Idle | Phase::Answering | Phase::Acting => None,
        Phase::Thinking => Some(line(draw::RUNNING, strings.thinking.to_owned(), None)),
        Phase::Pausing(seconds) => {
            Some(line(draw::RUNNING, fill(strings.waiting, &seconds.to_string()), None))
        }
        Phase::Submitting => {
            let cancel = button(strings.cancel, move || panel.cancel_call());
            Some(line(draw::RUNNING, strings.submit.to_owned(), Some(cancel)))
        }
    }
}

/// A small button with words on it.
pub(crate) fn button(text: &'static str, press: impl Fn() + Send + 'static) -> AnyView {
    let press: Box<dyn Fn() + Send> = Box::new(press);
    view! { <button type="button" class="small" on:click=move |_| press()>{text}</button> }
        .into_any()
}

fn new_reply(panel: Panel) -> AnyView {
    view! {
        <button type="button" class="small news" on:click=move |_| panel.show_end()>
            {icon(draw::DOWN)}
            {panel.strings.new_reply}
        </button>
    }
    .into_any()
}

//! A tool call in the log: one line, which opens to show what went in and what came out.

use site_agent_core::outcome::{self, Outcome};

use super::conversation::{Kind, Progress, Step};
use super::face::Face;
use super::node::{Node, TEXT, el, icon, live_icon, value};
use super::state::State;
use super::{Panel, draw};
use crate::strings::{Strings, fill};

pub(crate) fn step(panel: Panel, entry: u32, step: &Step) -> Node {
    let strings = panel.strings;
    let look = move |state: &State| look(strings, progress(state, entry));
    let mut shown = (0, "");
    // The line itself stays: it opens and closes while its call goes on.
    let line = el("summary")
        .child(live_icon(move |state| look(state).icon.to_owned()))
        .child(el("span.what dir=auto").live(TEXT, move |state| said(strings, state, entry)))
        .list(move |state, list| {
            // Another word is another element: the same one, held at its end, would begin elsewhere,
            // and a browser counts that against the page as a shift of its layout.
            let word = look(state).word;
            if word != shown.1 {
                shown = (shown.0 + 1, word);
            }
            list.item(shown.0, || el("span.state").text(word));
        })
        .child(icon(draw::OPEN));
    let inside = el("div.inside")
        .child(el("h3").text(strings.arguments()))
        .child(value("pre", &step.arguments))
        .list(move |state, list| {
            if let Some(Progress::Over { outcome, text, .. }) = progress(state, entry) {
                list.item(0, || result(strings, *outcome, text));
            }
        });
    el("details.step")
        .live("data-state", move |state| look(state).kind.to_owned())
        .child(line)
        .child(inside)
}

fn of(state: &State, entry: u32) -> Option<&Step> {
    match state.conversation.entry(entry) {
        Some(Kind::Step(step)) => Some(step),
        _ => None,
    }
}

fn progress(state: &State, entry: u32) -> Option<&Progress> {
    of(state, entry).map(|step| &step.progress)
}

/// What the line of an entry says.
fn said(strings: &Strings, state: &State, entry: u32) -> String {
    let Some(Step { name, face, progress, .. }) = of(state, entry) else { return String::new() };
    let offered = || state.options.tools.iter().find(|tool| tool.name == *name);
    match face.as_ref().or_else(offered) {
        Some(face) => sentence(strings, face, progress),
        None => sentence(strings, &Face::of_name(name), progress),
    }
}

/// What a call's line says. A tool's name stands between quotation marks of ours.
fn sentence(strings: &Strings, tool: &Face, progress: &Progress) -> String {
    let over = matches!(progress, Progress::Over { .. });
    let template = match (tool.read_only, over) {
        (true, false) => strings.looking_up(),
        (true, true) => strings.looked_up(),
        (false, false) => strings.running(),
        (false, true) => strings.ran(),
    };
    // What did not run is not told as if it had.
    let ran = !matches!(
        progress,
        Progress::Over { outcome: Outcome::Denied | Outcome::Invalid | Outcome::Missing, .. }
    );
    fill(if ran { template } else { strings.named() }, &tool.shown())
}

/// What came of a call, in the tool's words; those of ours are for the model.
fn result(strings: &Strings, outcome: Outcome, text: &str) -> Node {
    let place = el("div");
    let said = match outcome {
        Outcome::Ok | Outcome::Error => outcome::said_by_tool(text),
        Outcome::Unknown => return place.text(strings.unknown_more()),
        Outcome::Navigated | Outcome::Denied | Outcome::Invalid | Outcome::Missing => "",
    };
    if said.is_empty() {
        return place;
    }
    place.child(el("h3").text(strings.result())).child(value("pre", said))
}

/// A state's name, drawing and word; never a colour alone.
struct Look {
    kind: &'static str,
    icon: &'static str,
    word: &'static str,
}

fn look(strings: &Strings, progress: Option<&Progress>) -> Look {
    let (kind, icon, word) = match progress {
        None | Some(Progress::Open) => ("open", draw::RUNNING, strings.state_running()),
        Some(Progress::Running) => ("running", draw::RUNNING, strings.state_running()),
        Some(Progress::Submitting) => ("running", draw::RUNNING, strings.state_waiting()),
        Some(Progress::Over { stopped: true, .. }) => {
            ("denied", draw::DENIED, strings.state_stopped())
        }
        Some(Progress::Over { outcome, .. }) => match outcome {
            Outcome::Ok | Outcome::Navigated => ("done", draw::DONE, strings.state_done()),
            Outcome::Error => ("failed", draw::FAILED, strings.state_failed()),
            Outcome::Unknown => ("unknown", draw::UNKNOWN, strings.state_unknown()),
            Outcome::Denied => ("denied", draw::DENIED, strings.state_denied()),
            Outcome::Invalid => ("failed", draw::FAILED, strings.state_invalid()),
            Outcome::Missing => ("failed", draw::FAILED, strings.state_missing()),
        },
    };
    Look { kind, icon, word }
}

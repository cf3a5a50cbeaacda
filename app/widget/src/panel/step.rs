//! A tool call in the log: one line, which opens to show what went in and what came out.

use leptos::prelude::*;
use site_agent_core::outcome::Outcome;

use super::conversation::{Progress, Step};
use super::face::Face;
use super::node::{Node, el, icon, value};
use super::{Panel, draw};
use crate::strings::{Strings, fill};

pub(crate) fn step(panel: Panel, step: &Step) -> Node {
    let strings = panel.strings;
    let Step { name, face, arguments, progress, .. } = step.clone();
    let said = progress.clone();
    let sentence = move || {
        let offered =
            || panel.options.with(|o| o.tools.iter().find(|tool| tool.name == name).cloned());
        let face = face.clone().or_else(offered).unwrap_or_else(|| Face::of_name(&name));
        said.with(|said| sentence(strings, &face, said))
    };
    let (kind, line) = (progress.clone(), progress.clone());
    // Made once: the line opens and closes while its call goes on.
    let sentence = el("span").class("what").attr("dir", "auto").live_text(sentence);
    let state = el("span")
        .class("state")
        .live_text(move || line.with(|progress| look(strings, progress).word.to_owned()));
    let picture = progress.clone();
    let picture = move || picture.with(|progress| Some(icon(look(strings, progress).icon)));
    let line = el("summary").live(picture).child(sentence).child(state).child(icon(draw::OPEN));
    let inside = el("div")
        .class("inside")
        .child(el("h3").text(strings.arguments))
        .child(value("pre", &arguments))
        .live(move || progress.with(|progress| result(strings, progress)));
    el("details")
        .class("step")
        .live_attr("data-state", move || {
            kind.with(|progress| look(strings, progress).kind.to_owned())
        })
        .child(line)
        .child(inside)
}

/// What a call's line says. A tool's name stands between quotation marks of ours.
fn sentence(strings: &Strings, tool: &Face, progress: &Progress) -> String {
    let over = matches!(progress, Progress::Over { .. });
    let template = match (tool.read_only, over) {
        (true, false) => strings.looking_up,
        (true, true) => strings.looked_up,
        (false, false) => strings.running,
        (false, true) => strings.ran,
    };
    // What did not run is not told as if it had.
    let ran = !matches!(
        progress,
        Progress::Over { outcome: Outcome::Denied | Outcome::Invalid | Outcome::Missing, .. }
    );
    fill(if ran { template } else { "“{}”" }, &tool.shown())
}

fn result(strings: &Strings, progress: &Progress) -> Option<Node> {
    let Progress::Over { text, .. } = progress else { return None };
    let shown = || el("div").child(el("h3").text(strings.result)).child(value("pre", text));
    (!text.is_empty()).then(shown)
}

/// A state's icon, word and name; never a colour alone.
struct Look {
    kind: &'static str,
    icon: &'static str,
    word: &'static str,
}

fn look(strings: &Strings, progress: &Progress) -> Look {
    let (kind, icon, word) = match progress {
        Progress::Open => ("open", draw::RUNNING, strings.state_running),
        Progress::Running => ("running", draw::RUNNING, strings.state_running),
        Progress::Submitting => ("running", draw::RUNNING, strings.state_waiting),
        Progress::Over { stopped: true, .. } => ("denied", draw::DENIED, strings.state_stopped),
        Progress::Over { outcome, .. } => match outcome {
            Outcome::Ok | Outcome::Navigated => ("done", draw::DONE, strings.state_done),
            Outcome::Error => ("failed", draw::FAILED, strings.state_failed),
            Outcome::Unknown => ("unknown", draw::UNKNOWN, strings.state_unknown),
            Outcome::Denied => ("denied", draw::DENIED, strings.state_denied),
            Outcome::Invalid => ("failed", draw::FAILED, strings.state_invalid),
            Outcome::Missing => ("failed", draw::FAILED, strings.state_missing),
        },
    };
    Look { kind, icon, word }
}

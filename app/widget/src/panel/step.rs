//! A tool call in the log: one line, which opens to show what went in and what came out.

use leptos::prelude::*;
use site_agent_core::outcome::Outcome;

use super::Panel;
use super::conversation::{Progress, Step};
use super::face::Face;
use super::node::{draw, icon, tag, value, words};
use crate::strings::{Strings, fill};

pub(crate) fn step(panel: Panel, step: &Step) -> AnyView {
    let strings = panel.strings;
    let Step { name, face, arguments, progress, .. } = step.clone();
    // One look at the progress for each place that shows it.
    let state = || {
        let progress = progress.clone();
        move || progress.with(|progress| look(strings, progress))
    };
    let (kind, picture, word) = (state(), state(), state());
    let said = progress.clone();
    let sentence = move || {
        let offered = || panel.tools.with(|tools| tools.iter().find(|t| t.name == name).cloned());
        let face = face.clone().or_else(offered).unwrap_or_else(|| Face::of_name(&name));
        said.with(|said| sentence(strings, &face, said))
    };
    let result = move || progress.with(|progress| result(strings, progress));
    view! {
        <details class="step" data-state=move || kind().kind>
            <summary>
                {move || icon(picture().icon)}
                <span class="what" dir="auto">{sentence}</span>
                <span class="state">{move || word().word}</span>
                {icon(draw::OPEN)}
            </summary>
            <div class="inside">
                {words("h3", "", strings.arguments)}
                {value("pre", "", &arguments)}
                {result}
            </div>
        </details>
    }
    .into_any()
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

fn result(strings: &Strings, progress: &Progress) -> Option<AnyView> {
    let Progress::Over { text, .. } = progress else { return None };
    let shown = vec![words("h3", "", strings.result), value("pre", "", text)];
    (!text.is_empty()).then(|| tag("div", "", shown))
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

//! A run that failed: what happened, what to do, and the way to try again.

use core::time::Duration;

use leptos::prelude::*;
use site_agent_core::protocol::{Code, RunFault};
use site_agent_core::text::one_line;

use super::node::{Node, button, el, icon};
use super::{Panel, draw};
use crate::strings::fill;

pub(crate) fn fault(panel: Panel, fault: &RunFault) -> Node {
    let strings = panel.strings;
    let left = RwSignal::new(wait(fault));
    count_down(panel, left);
    let told = fault.clone();
    let words = move || match left.get() {
        0 if wait(&told) > 0 => strings.limited_over.to_owned(),
        0 => sentence(panel, &told),
        seconds => fill(strings.limited_for, &seconds.to_string()),
    };
    // While the wait lasts the button would only bring the same fault again.
    let retry = move || (left.get() == 0).then(|| button(strings.retry, move || panel.retry()));
    let inside = el("div").child(el("p").live_text(words)).children(reference(panel, fault));
    el("div").class("fault").child(icon(draw::FAILED)).child(inside.live(retry))
}

/// What happened and what to do, in one or two sentences.
pub(crate) fn sentence(panel: Panel, fault: &RunFault) -> String {
    let strings = panel.strings;
    let limited = fault.detail.as_ref().is_some_and(|detail| detail.status == Some(429));
    let sentence = match fault.code {
        Code::NoTools => strings.no_tools,
        Code::Busy => strings.busy,
        Code::Aborted => strings.stopped,
        Code::MaxSteps => strings.max_steps,
        Code::ModelDownloadRequired => strings.model_download,
        _ if offline() => strings.offline,
        Code::ModelError if limited => match wait(fault) {
            0 => strings.limited,
            seconds => return fill(strings.limited_for, &seconds.to_string()),
        },
        Code::ModelUnavailable => strings.model_unavailable,
        Code::BadReply => strings.bad_reply,
        Code::ModelError => strings.model_error,
    };
    sentence.to_owned()
}

/// The seconds that must pass before another try makes sense.
fn wait(fault: &RunFault) -> u32 {
    fault.detail.as_ref().and_then(|detail| detail.retry_after).unwrap_or(0)
}

fn offline() -> bool {
    !window().navigator().on_line()
}

fn count_down(panel: Panel, left: RwSignal<u32>) {
    if left.get_untracked() > 0 {
        set_timeout(
            move || {
                // The entry may be gone before its time is up.
                if panel.alive() && left.try_update(|left| *left -= 1).is_some() {
                    count_down(panel, left);
                }
            },
            Duration::from_secs(1),
        );
    }
}

/// What the site's owner needs to find the fault in a log, folded away.
fn reference(panel: Panel, fault: &RunFault) -> Option<Node> {
    let strings = panel.strings;
    let id = fault.detail.as_ref().and_then(|detail| detail.request_id.as_deref());
    let id = id.map(|id| fill(strings.reference, &one_line(id, 80)));
    let said = Some(fault.message.as_str()).filter(|message| !message.is_empty());
    if said.is_none() && id.is_none() {
        return None;
    }
    let lines = [said, id.as_deref()].into_iter().flatten();
    let lines = lines.map(|line| el("p").attr("dir", "auto").text(&one_line(line, 300)));
    let summary = el("summary").text(strings.details);
    Some(el("details").child(summary).child(el("div").class("inside").children(lines)))
}

//! A run that failed: what happened, what to do, and the way to try again.

use site_agent_core::protocol::{Code, RunFault};
use site_agent_core::text::{digits, one_line};

use super::conversation::{Kind, wait};
use super::dom::{later, offline};
use super::node::{Node, TEXT, button, el, icon};
use super::state::State;
use super::{Panel, download, draw};
use crate::strings::{Strings, fill};

pub(crate) fn fault(panel: Panel, entry: u32, fault: &RunFault) -> Node {
    let strings = panel.strings;
    let told = match wait(fault) {
        0 => sentence(strings, fault),
        _ => strings.limited_over().to_owned(),
    };
    let can_download = fault.code == Code::ModelDownloadRequired;
    let downloads = move |state: &State| state.conversation.wants_download() == Some(entry);
    let words = move |state: &State| match left(state, entry) {
        0 if downloads(state) => download::sentence(strings, state),
        0 => told.clone(),
        seconds => fill(strings.limited_for(), &digits(seconds)),
    };
    let inside = reference(el("div").child(el("p").live(TEXT, words)), strings, fault);
    let inside = inside.list(move |state, list| {
        if downloads(state) {
            download::download(panel, state, list);
        } else if left(state, entry) == 0 && !can_download {
            // While a wait lasts the button would only bring the same fault again.
            list.item(0, || button(panel, strings.retry(), Panel::retry));
        }
    });
    let (form, drawing) =
        if can_download { ("div.fault.calm", draw::DOWN) } else { ("div.fault", draw::FAILED) };
    el(form).child(icon(drawing)).child(inside)
}

/// What happened and what to do, in one or two sentences.
pub(crate) fn sentence(strings: &Strings, fault: &RunFault) -> String {
    let limited = fault.detail.as_ref().is_some_and(|detail| detail.status == Some(429));
    let sentence = match fault.code {
        Code::NoTools => strings.no_tools(),
        Code::Busy => strings.busy(),
        Code::Aborted => strings.stopped(),
        Code::MaxSteps => strings.max_steps(),
        Code::ModelDownloadRequired => strings.model_download(),
        _ if offline() => strings.offline(),
        Code::ModelError if limited => match wait(fault) {
            0 => strings.limited(),
            seconds => return fill(strings.limited_for(), &digits(seconds)),
        },
        Code::ModelUnavailable => strings.model_unavailable(),
        Code::BadReply => strings.bad_reply(),
        Code::ModelError => strings.model_error(),
    };
    sentence.to_owned()
}

/// The seconds left until another try makes sense.
fn left(state: &State, entry: u32) -> u32 {
    match state.conversation.entry(entry) {
        Some(Kind::Fault(_, left)) => *left,
        _ => 0,
    }
}

impl Panel {
    /// Counts the seconds of a fault that must be waited for.
    pub(crate) fn count_down(self, entry: u32) {
        later(1_000, move || {
            self.change(|state| {
                if state.conversation.pass_second(entry) {
                    self.count_down(entry);
                }
            });
        });
    }
}

/// What the site's owner needs to find the fault in a log, folded away. The fault's own message is
/// in the event and the trace: it is English, whatever the visitor reads.
fn reference(place: Node, strings: &Strings, fault: &RunFault) -> Node {
    let Some(detail) = &fault.detail else { return place };
    let mut told = fault.code.as_str().to_owned();
    let status = detail.status.map(digits);
    for part in [&status, &detail.code].into_iter().flatten() {
        told.push_str(" · ");
        told.push_str(part);
    }
    let mut inside = el("div.inside").child(line(&told));
    if let Some(id) = &detail.request_id {
        inside = inside.child(line(&fill(strings.reference(), &one_line(id, 80))));
    }
    place.child(el("details").child(el("summary").text(strings.details())).child(inside))
}

fn line(words: &str) -> Node {
    el("p dir=auto").text(&one_line(words, 300))
}

//! The panel over a session that is there already: a conversation that came back from storage, or
//! a run that was started while nobody had opened the panel.

use std::sync::Arc;

use leptos::prelude::*;
use site_agent_core::outcome::Outcome;
use site_agent_core::session::State;
use site_agent_core::{Listing, Message, Session, card, fence};

use super::conversation::{Conversation, Kind, Phase, Progress, over, step};

/// Shows the session as it stands.
pub(crate) fn restore(conversation: Conversation, session: &Session) {
    let goes_on = session.running() || session.is_cut();
    entries(conversation, session.messages(), session.listing(), goes_on);
    match session.state() {
        State::Idle => {}
        State::Listing { .. } | State::Cut { .. } => conversation.set_phase(Phase::Thinking),
        State::Thinking { turn, .. } if turn.text.is_empty() => {
            conversation.set_phase(Phase::Thinking);
        }
        State::Thinking { turn, .. } => {
            conversation.push(Kind::Answer(ArcRwSignal::new(turn.text.clone())));
            conversation.set_phase(Phase::Answering);
        }
        State::Asking { wait, question, .. } => {
            let (call, tool) = (question.call(), question.tool());
            let request = card::request(call, tool, question.reason(), &session.config().origin);
            conversation.set_phase(Phase::Acting);
            conversation.set_question(Some((*wait, Arc::new(request))));
        }
        State::Calling { approval, tool, .. } => {
            let (phase, progress) = if tool.waits_for_submit {
                (Phase::Submitting, Progress::Submitting)
            } else {
                (Phase::Acting, Progress::Running)
            };
            conversation.set_phase(phase);
            conversation.progress(&approval.call().id, progress);
        }
    }
}

/// Rebuilds the log. A call without its result is open while the run goes on; else it was cut off,
/// and what became of it is not known.
fn entries(conversation: Conversation, messages: &[Message], listing: &Listing, goes_on: bool) {
    let answer = |text: &String| {
        if !text.is_empty() {
            conversation.push(Kind::Answer(ArcRwSignal::new(text.clone())));
        }
    };
    let mut open: Option<ArcRwSignal<Progress>> = None;
    for message in messages {
        match message {
            Message::User { text } => conversation.push(Kind::Asked(text.clone())),
            Message::Answer { text, .. } => answer(text),
            Message::Call { call, text, .. } => {
                answer(text);
                let step = step(call, listing.find(&call.name), Progress::Open);
                open = Some(step.progress.clone());
                conversation.push(Kind::Step(step));
            }
            Message::Result { text, outcome, .. } => {
                // The fence is for the model; a person reads the text.
                let shown = fence::parts(text).map_or(text.as_str(), |parts| parts.content);
                if let Some(progress) = open.take() {
                    progress.set(over(*outcome, shown.to_owned(), false));
                }
            }
        }
    }
    if let (Some(progress), false) = (open, goes_on) {
        progress.set(over(Outcome::Unknown, String::new(), false));
    }
}

//! The panel over a session that is there already: a conversation that came back from storage, or
//! a run that was started while nobody had opened the panel.

use site_agent_core::outcome::Outcome;
use site_agent_core::session::State;
use site_agent_core::{Listing, Message, Session, card, fence};

use super::conversation::{Conversation, Kind, Phase, Progress, over, running, step};
use super::face::Face;

/// Shows the session as it stands.
pub(crate) fn restore(conversation: &mut Conversation, session: &Session) {
    let goes_on = session.running() || session.is_cut();
    entries(conversation, session.messages(), session.listing(), goes_on);
    match session.state() {
        State::Idle => {}
        State::Listing { .. } | State::Cut { .. } => conversation.phase = Phase::Thinking,
        State::Thinking { turn, .. } => {
            conversation.phase = Phase::Thinking;
            if !turn.text.is_empty() {
                conversation.push(Kind::Answer(turn.text.clone()));
                conversation.phase = Phase::Answering;
            }
        }
        State::Asking { wait, question, .. } => {
            let (call, tool) = (question.call(), question.tool());
            let request = card::request(call, tool, question.reason(), &session.config().origin);
            conversation.phase = Phase::Acting;
            conversation.question = Some((*wait, request));
        }
        State::Calling { approval, tool, .. } => {
            let (phase, progress) = running(tool.waits_for_submit);
            conversation.phase = phase;
            conversation.progress(&approval.call().id, progress);
        }
    }
}

/// Rebuilds the log. A call without its result is open while the run goes on; else it was cut off,
/// and what became of it is not known.
fn entries(
    conversation: &mut Conversation,
    messages: &[Message],
    listing: &Listing,
    goes_on: bool,
) {
    let mut open: Option<&str> = None;
    for message in messages {
        match message {
            Message::User { text } => conversation.push(Kind::Asked(text.clone())),
            Message::Answer { text, .. } => answer(conversation, text),
            Message::Call { call, text, .. } => {
                answer(conversation, text);
                let face = listing.find(&call.name).map(Face::from);
                conversation.push(Kind::Step(step(call, face, Progress::Open)));
                open = Some(&call.id);
            }
            Message::Result { text, outcome, .. } => {
                // The fence is for the model; a person reads the text.
                let shown = fence::parts(text).map_or(text.as_str(), |parts| parts.content);
                if let Some(id) = open.take() {
                    conversation.progress(id, over(*outcome, shown, false));
                }
            }
        }
    }
    if let (Some(id), false) = (open, goes_on) {
        conversation.progress(id, over(Outcome::Unknown, "", false));
    }
}

fn answer(conversation: &mut Conversation, text: &str) {
    if !text.is_empty() {
        conversation.push(Kind::Answer(text.to_owned()));
    }
}

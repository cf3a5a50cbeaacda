//! The log of a conversation that came back from storage, from the session's own messages.

use leptos::prelude::*;
use site_agent_core::outcome::Outcome;
use site_agent_core::{Listing, Message, fence};

use super::conversation::{Conversation, Kind, Progress, over, step};

/// Rebuilds the entries. A call whose result is missing was cut off: what became of it is not
/// known, and nothing here runs it again.
pub(crate) fn restore(conversation: Conversation, messages: &[Message], listing: &Listing) {
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
                let cut = over(Outcome::Unknown, String::new(), false);
                let step = step(call, listing.find(&call.name), cut);
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
}

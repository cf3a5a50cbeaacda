//! What a panel shows and what it remembers, in one place: the only thing that its nodes follow.

use site_agent_core::effect::Out;

use super::PanelOptions;
use super::conversation::{Conversation, Kind};
use super::download::Download;
use super::voice::Voice;

/// The state of one panel.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) options: PanelOptions,
    pub(crate) conversation: Conversation,
    /// What stands in the composer.
    pub(crate) draft: String,
    /// How far back in what was said the arrow keys are; 0 is the draft itself.
    pub(crate) back: usize,
    pub(crate) voice: Voice,
    pub(crate) download: Download,
    /// Whether the log is at its end, and stays there as it grows.
    pub(crate) at_end: bool,
    /// Where the log was scrolled to, in px.
    pub(crate) top: f64,
    /// Whether a run was started from here and has not been heard of yet.
    pub(crate) asked: bool,
    /// Whether a run is being started from here at this moment.
    pub(crate) starting: bool,
}

impl State {
    pub(crate) fn new(options: PanelOptions) -> Self {
        Self {
            draft: options.draft.clone(),
            options,
            conversation: Conversation::new(),
            back: 0,
            voice: Voice::default(),
            download: Download::default(),
            at_end: true,
            top: 0.0,
            asked: false,
            starting: false,
        }
    }

    /// A run that was started elsewhere (`ask()` of the element, a script) brings its words along;
    /// `said` are the visitor's last ones.
    pub(crate) fn own_words(&mut self, out: &Out, said: Option<String>) {
        if !matches!(out, Out::Thinking { step: 1, .. } | Out::Error { .. }) {
            return;
        }
        let ours = std::mem::take(&mut self.asked);
        if let Some(text) = said
            && !ours
            && !self.conversation.runs()
        {
            self.conversation.push(Kind::Asked(text));
        }
    }

    /// Goes through what was said, with the arrow keys. `false`: the key is the field's own.
    pub(crate) fn recall(&mut self, older: bool) -> bool {
        if self.back == 0 && !(older && self.draft.is_empty()) {
            return false;
        }
        let back = if older { self.back + 1 } else { self.back - 1 };
        if back == 0 {
            self.draft.clear();
        } else if let Some(text) = self.conversation.said(back) {
            text.clone_into(&mut self.draft);
        } else {
            return true;
        }
        self.back = back;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arrows_go_through_what_was_said_and_back_to_nothing() {
        let mut state = State::new(PanelOptions::from_json("{}"));
        assert!(!state.recall(true) || state.draft.is_empty(), "nothing was said yet");
        for text in ["one", "two"] {
            state.conversation.push(Kind::Asked(text.into()));
        }
        let mut recalled = Vec::new();
        for older in [true, true, true, false, false] {
            assert!(state.recall(older));
            recalled.push(state.draft.clone());
        }
        assert_eq!(recalled, ["two", "one", "one", "two", ""]);
        assert!(!state.recall(false), "below the draft there is nothing");
        state.draft.push_str("typed");
        assert!(!state.recall(true), "what is typed is not taken away");
    }

    #[test]
    fn a_run_from_elsewhere_brings_its_words_and_one_from_here_has_them() {
        let begins = Out::Thinking { step: 1, model: "rules".into() };
        let mut state = State::new(PanelOptions::from_json("{}"));
        state.own_words(&begins, Some("theirs".into()));
        assert_eq!(state.conversation.said(1), Some("theirs"));
        state.asked = true;
        state.own_words(&begins, Some("ours".into()));
        assert_eq!(state.conversation.said(1), Some("theirs"));
        assert!(!state.asked);
    }
}

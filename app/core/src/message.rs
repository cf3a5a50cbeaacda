//! The conversation as the model sees it.

use crate::call::Call;
use crate::json::Value;
use crate::outcome::Outcome;
use crate::wire;

wire! {
    /// One entry of the history. This form is the snapshot's; what a model gets is protocol 1
    /// ([`crate::protocol`]).
    #[derive(Clone, Debug, PartialEq)]
    pub enum Message by "type" {
        /// What the visitor typed.
        User {
            /// Plain text.
            text: String,
        },
        /// The model's words to the visitor.
        Answer {
            /// Plain text, or the safe subset of Markdown that the panel shows.
            text: String,
            /// What the model's provider wants back verbatim.
            meta: Option<Value>,
        },
        /// A call that the model asked for. Its [`Message::Result`] follows at once, always.
        Call {
            /// The call.
            call: Call,
            /// What the model said before it.
            text: String = String::new(),
            /// What the model's provider wants back verbatim.
            meta: Option<Value>,
        },
        /// What became of the call before it.
        Result {
            /// The call's id.
            id: String,
            /// The call's tool name.
            name: String,
            /// What the model reads: fenced, capped, or a sentence of ours.
            text: String,
            /// How it ended.
            outcome: Outcome,
        },
    }
}

impl Message {
    /// Forgets what the model's provider wanted back: it no longer fits a history that was cut.
    pub fn drop_meta(&mut self) {
        match self {
            Self::Answer { meta, .. } | Self::Call { meta, .. } => *meta = None,
            Self::User { .. } | Self::Result { .. } => {}
        }
    }
}

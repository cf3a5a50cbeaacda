//! What an owner can set. No setting weakens rules 1 and 4 or the first exception of rule 5.

use crate::wire;

/// Settings of one session; a change starts a fresh conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Whether somebody can be asked (rule 4).
    pub confirm: bool,
    /// Names of the top document's tools that skip asking (rule 5).
    pub pre_approved: Vec<String>,
    /// Model turns a message may take, 1 to 50.
    pub max_steps: u8,
    /// Milliseconds a call may run; the visitor's thinking does not count.
    pub tool_timeout_ms: u32,
    /// Characters of a result that reach the model.
    pub max_result_chars: usize,
    /// The site's own words to the model; they come after the built-in rules.
    pub instructions: String,
    /// The live top-level origin, shown on the card.
    pub origin: String,
    /// The page's path, for the trace; empty when not known.
    pub path: String,
    /// What the model's endpoint takes at most (rule 11).
    pub caps: Caps,
}

wire! {
    /// The caps of a model's endpoint.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Caps {
        /// Messages in one request.
        pub messages: usize,
        /// Bytes of one request's body.
        pub bytes: usize,
        /// Tools in one request.
        pub tools: usize,
    }
}

impl Default for Caps {
    /// The proxy's defaults.
    fn default() -> Self {
        Self { messages: 40, bytes: 64 * 1024, tools: 32 }
    }
}

impl Config {
    /// The settings with every number inside its bounds.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        self.max_steps = self.max_steps.clamp(1, 50);
        self
    }

    /// Whether the two differ only in what surrounds the conversation: where it takes place and
    /// what the model's endpoint takes. Such a change needs no fresh conversation.
    #[must_use]
    pub fn same_rules(&self, other: &Self) -> bool {
        let Self {
            confirm,
            pre_approved,
            max_steps,
            tool_timeout_ms,
            max_result_chars,
            instructions,
            origin: _,
            path: _,
            caps: _,
        } = self;
        *confirm == other.confirm
            && *max_steps == other.max_steps
            && *tool_timeout_ms == other.tool_timeout_ms
            && *max_result_chars == other.max_result_chars
            && *instructions == other.instructions
            && *pre_approved == other.pre_approved
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            confirm: false,
            pre_approved: Vec::new(),
            max_steps: 6,
            tool_timeout_ms: 30_000,
            max_result_chars: 4_000,
            instructions: String::new(),
            origin: String::new(),
            path: String::new(),
            caps: Caps::default(),
        }
    }
}

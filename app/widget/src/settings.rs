//! Settings as they come from JavaScript.

use site_agent_core::Config;
use site_agent_core::config::Caps;
use site_agent_core::wire;
use site_agent_core::wire::{Wire, WireError};

wire! {
    /// Who answers a question of rule 3.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Confirm {
        /// Nobody: what must ask is denied.
        None,
        /// The owner's confirm function.
        Host,
        /// The panel's card.
        Panel,
    }
}

wire! {
    /// What `open` and `configure` take; every member has the public default.
    struct Settings {
        confirm: Confirm = Confirm::None,
        pre_approved: Vec<String> = Vec::<String>::new(),
        max_steps: u8 = Config::default().max_steps,
        tool_timeout_ms: u32 = Config::default().tool_timeout_ms,
        max_result_chars: usize = Config::default().max_result_chars,
        instructions: String = String::new(),
        origin: String = String::new(),
        path: String = String::new(),
    }
}

/// Reads the settings' JSON.
pub(crate) fn parse(text: &str) -> Result<(Config, Confirm), WireError> {
    let settings = Settings::from_text(text)?;
    let config = Config {
        confirm: settings.confirm != Confirm::None,
        pre_approved: settings.pre_approved,
        max_steps: settings.max_steps,
        tool_timeout_ms: settings.tool_timeout_ms,
        max_result_chars: settings.max_result_chars,
        instructions: settings.instructions,
        origin: settings.origin,
        path: settings.path,
        caps: Caps::default(),
    };
    Ok((config.bounded(), settings.confirm))
}

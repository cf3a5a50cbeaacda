//! Settings as they come from JavaScript.

use site_agent_core::Config;
use site_agent_core::json;
use site_agent_core::wire;
use site_agent_core::wire::{Members, WireError};

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

/// Reads the settings' JSON, of which every member has the public default.
pub(crate) fn parse(text: &str) -> Result<(Config, Confirm), WireError> {
    let value = json::parse(text)?;
    let mut members = Members::of(&value);
    let mut config = Config::default();
    let mut confirm = Confirm::None;
    members.read_or("confirm", &mut confirm);
    members.read_or("preApproved", &mut config.pre_approved);
    members.read_or("maxSteps", &mut config.max_steps);
    members.read_or("toolTimeoutMs", &mut config.tool_timeout_ms);
    members.read_or("maxResultChars", &mut config.max_result_chars);
    members.read_or("instructions", &mut config.instructions);
    members.read_or("origin", &mut config.origin);
    members.read_or("path", &mut config.path);
    members.done()?;
    config.confirm = confirm != Confirm::None;
    Ok((config.bounded(), confirm))
}

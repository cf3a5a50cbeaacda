//! What is stored of a widget's runs.

use site_agent_app::admin::trace::Level;

use super::problem::Problems;
use super::settings::Settings;

/// Storing is opt-in: `None` is off.
pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Option<Level> {
    match settings.text("widget.traces") {
        None | Some("off") => None,
        Some("metadata") => Some(Level::Metadata),
        Some("full") => Some(Level::Full),
        Some(other) => {
            let message = format!(
                "\"{other}\" is not a level of storing; write \"off\", \"metadata\" or \"full\""
            );
            problems.add(settings.place("widget.traces"), message);
            None
        }
    }
}

/// The level as it is written in the configuration.
pub(super) fn name(level: Option<Level>) -> &'static str {
    level.map_or("off", Level::as_str)
}

//! What is logged. Bodies, prompts and keys never are, at no level.

use super::problem::Problems;
use super::settings::Settings;

/// Level filter and shape of the log on stderr.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// A filter such as `info` or `warn,site_agent=debug`.
    pub filter: String,
    /// For a person or for a machine.
    pub format: LogFormat,
}

/// The shape of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For a person.
    Text,
    /// One JSON object a line.
    Json,
}

impl LogFormat {
    /// As it is written in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
        }
    }
}

impl Log {
    pub(super) fn read(settings: &Settings, problems: &mut Problems) -> Self {
        let filter = settings.text("log.filter").unwrap_or("info").to_owned();
        if filter.parse::<tracing_subscriber::EnvFilter>().is_err() {
            let message = format!(
                "\"{filter}\" is not a filter; write \"info\" or \"warn,site_agent=debug\""
            );
            problems.add(settings.place("log.filter"), message);
        }
        let format = match settings.text("log.format") {
            None | Some("text") => LogFormat::Text,
            Some("json") => LogFormat::Json,
            Some(other) => {
                let message = format!("\"{other}\" is not a format; write \"text\" or \"json\"");
                problems.add(settings.place("log.format"), message);
                LogFormat::Text
            }
        };
        Self { filter, format }
    }
}

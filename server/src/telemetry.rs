//! The log: on stderr, so that stdout says one thing only, where the program listens.
//!
//! Bodies, prompts, answers, query strings, cookies and keys are not logged at any level. What is
//! logged of a request is its method, path, status, time and id; the id is also in the reply, so
//! that a visitor can quote it.

mod lines;

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::JsonFields;

use self::lines::Lines;
use crate::config::{Log, LogFormat};

/// Starts the log. A second call changes nothing, so that tests may all call it.
pub fn start(log: &Log) {
    let filter = EnvFilter::new(&log.filter);
    let builder = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        // Colours are for eyes; in a file they are noise.
        .with_ansi(std::io::stderr().is_terminal())
        .with_env_filter(filter);
    let _ = match log.format {
        LogFormat::Text => builder.with_target(false).try_init(),
        LogFormat::Json => builder.fmt_fields(JsonFields::new()).event_format(Lines).try_init(),
    };
}

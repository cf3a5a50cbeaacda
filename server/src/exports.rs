//! Runs as files for elsewhere. JSON and JSON lines are the site's own forms
//! ([`site_agent_app::admin::run`]); here is what OpenTelemetry's tools read.

mod otlp;
mod spans;

pub use otlp::Export;
pub use spans::{Exported, export};

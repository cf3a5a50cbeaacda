//! What pages about runs have in common: text of strangers, times, a run's line, a run itself.

mod conversation;
mod moment;
mod pretty;
mod run_line;
mod state;
mod step;
mod step_link;
mod steps;
mod text;
mod tool_table;
mod value;
mod zone_form;

pub use conversation::Conversation;
pub use moment::Time;
pub use run_line::RunLine;
pub use state::status_badge;
pub use step_link::StepLink;
pub use steps::{STEPS, Steps};
pub use text::{Strange, strange};
pub use tool_table::ToolTable;
pub use value::Large;
pub use zone_form::zone_form;

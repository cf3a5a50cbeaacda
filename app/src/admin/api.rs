//! What the forms about runs are sent to.

mod erase_runs;

pub use erase_runs::erase_runs;

//! What a script adds to the pages about runs: news as they arrive, keys, copying. Without it
//! everything is there but these.

mod desk_keys;
mod live_runs;

pub use desk_keys::DeskKeys;
pub use live_runs::LiveRuns;
